import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { OrderPage } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { isDeliverable, isOpen } from '../../../../contract/rules/orders/order-life.ts';
import { sentSeparately } from '../../../../contract/rules/orders/sent-separately.ts';
import { failure } from '../../../api/problem-messages.ts';
import { useMemoryCommand } from '../../../commands/memory/use-memory-command.ts';
import { typedAmountOf } from '../../../components/amount/typed-amount.ts';
import { useTimeZone } from '../../../components/open-screen.ts';
import { TextArea } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { type Missing, useMissing } from '../../../ui/use-missing.ts';
import { oneLine } from '../../form/one-line.ts';
import { SendButtons } from '../../form/SendButtons.tsx';
import { missingOf } from '../order-form/fault-messages.ts';
import { OrderFields } from '../order-form/OrderFields.tsx';
import { draftOf, isSameDraft, type OrderDraft, readDraft, rebaseDraft } from '../order-form/order-draft.ts';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { WaitNotice } from './WaitNotice.tsx';

type Props = {
  /** The newest version of the order. */
  page: OrderPage;
  onClose: () => void;
};

const REASON_MAX = 500;

/** Corrects an order with a reason. Changes by other users are shown, and the typed input is kept. */
export function CorrectOrderDialog({ page, onClose }: Props) {
  const time_zone = useTimeZone();
  /** The version on which the draft is based. */
  const [seen, setSeen] = useState(page);
  const before = draftOf(seen, time_zone);
  const [draft, setDraft] = useState(before);
  const [reason, setReason] = useState('');
  const { order_number, status, tax_fils, subtotal_fils, version } = page.order;
  const { busy, unknown, send } = useMemoryCommand('correct_order', {
    failed: t`Not corrected`,
    refused: ({ code }) => (code === 'order_moved' ? reviewFirst() : null),
  });
  const locked = busy || unknown;
  // While a correction is being sent, a new version may be its own result.
  const moved = version !== seen.order.version && !locked;
  const closed = !isOpen(status) && !locked;
  const nameless = before.customer_name === '';
  const untyped = { tax_fils, sent_fils: sentSeparately(subtotal_fils, page.items) };
  const where = { time_zone, untyped, nameless };
  const waits = Boolean(seen.order.waits_because);
  const total_fils = readDraft({ ...draft, paid: '' }, where).amounts?.total_amount_fils ?? null;
  const shown = waits ? paidInFull(draft, total_fils) : draft;
  const { contents, faults, amounts } = readDraft(shown, where);
  const changed = !isSameDraft(before, draft);
  const { check, mark } = useMissing([...movedFault(moved), ...missingOf(faults), ...reasonFault(reason)]);

  async function save(): Promise<void> {
    if (!unknown && !check()) return;
    const body = {
      ...contents,
      ...(draft.payment_method === '' ? { payment_method: seen.order.payment_method } : {}),
      order_id: page.order.id,
      seen_version: seen.order.version,
      reason: oneLine(reason),
    };
    const description = isDeliverable(status) ? t`Its driver sees it now.` : t`Order #${order_number}`;
    if (await send(body, { kind: 'success', title: t`Order corrected`, description })) onClose();
  }

  function takeOver(): void {
    setDraft(rebaseDraft(before, draft, draftOf(page, time_zone)).draft);
    setSeen(page);
  }

  return (
    <FormDialog
      title={t`Correct Order #${order_number}`}
      description={page.order.external_id !== null && followsStore()}
      dirty={changed || reason.trim() !== ''}
      locked={busy}
      onClose={onClose}
      footer={(close) => (
        <SendButtons
          words={t`Save`}
          busyText={t`Saving...`}
          busy={busy}
          unknown={unknown}
          idle={(!changed && !unknown) || closed}
          onCancel={close}
          onSend={() => void save()}
        />
      )}
    >
      {closed && (
        <Notice tone="danger" icon={TriangleAlert} title={t`This order can no longer be corrected`}>
          {t`It was delivered or cancelled meanwhile. Your changes are not saved.`}
        </Notice>
      )}
      {moved && !closed && (
        <div {...mark('moved')}>
          <ChangedMeanwhile
            page={page}
            seen={seen}
            crossed={rebaseDraft(before, draft, draftOf(page, time_zone)).crossed}
            onTakeOver={takeOver}
          />
        </div>
      )}
      <WaitNotice order={page.order} />
      <OrderFields
        draft={shown}
        onChange={(changes) => setDraft((typed) => ({ ...typed, ...changes }))}
        mark={mark}
        amounts={amounts}
        total_fils={total_fils}
        untyped={untyped}
        disabled={locked}
        waits={waits}
      />
      <div className="flex flex-col gap-1">
        <TextArea
          {...mark('reason')}
          label={t`Reason *`}
          rows={2}
          maxLength={REASON_MAX}
          disabled={locked}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="text-muted text-sm">{t`It stays in the history of the order.`}</p>
      </div>
    </FormDialog>
  );
}

/**
 * An order that waits and is then paid online is paid in full, whatever its total becomes. Another selection
 * restores the typed amount.
 */
function paidInFull(draft: OrderDraft, total_fils: number | null): OrderDraft {
  if (draft.payment_method !== 'online') return draft;
  return { ...draft, paid: total_fils === null ? '' : typedAmountOf(total_fils) };
}

function followsStore(): string {
  return t`From Shopify: the next store update overwrites this.`;
}

function reviewFirst(): string {
  return t`This order has changed meanwhile. Review the changes, then save again.`;
}

function movedFault(moved: boolean): Missing<string>[] {
  const words = reviewFirst();
  return moved ? [{ part: 'moved', words, toast: failure(t`Not corrected`, words) }] : [];
}

function reasonFault(reason: string): Missing<string>[] {
  return reason.trim() === '' ? missingOf([{ part: 'reason', what: 'missing' }]) : [];
}

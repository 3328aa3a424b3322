import { t } from '@lingui/core/macro';
import { formatMoney } from '../../../../contract/rules/amounts/money.ts';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { type AsTaken, asTaken } from '../../../commands/delivery/as-taken.ts';
import type { Draft } from '../../../offline/device-records.ts';
import type { AsTakenDraft } from '../../../offline/drafts/as-taken-draft.ts';
import { hasPayment, missingAsTaken, withChanges } from './as-taken-rules.ts';
import { GoodsTaken } from './GoodsTaken.tsx';
import { PaymentTaken } from './PaymentTaken.tsx';
import { RefusedSheet } from './RefusedSheet.tsx';
import { TakenEffect } from './TakenEffect.tsx';
import type { TakenForm } from './taken-form.ts';

type Given = {
  order: OrderWithItems;
  draft: Draft;
  rounds_cash: boolean;
  onChange: (changes: Partial<Draft>) => void;
};

type Panel = {
  /** True if the other payments are open. */
  open: boolean;
  always_open: boolean;
  onAlwaysOpen: (always_open: boolean) => void;
  onNoMoney: () => void;
};

/** Returns the parts of the form that a plain delivery does not have. Loaded when they are first used. */
export function takenForm(given: Given, { open, ...panel }: Panel): TakenForm {
  const { order, draft, onChange } = given;
  const form = draft.as_taken;
  const found = asTaken(order, draft, given.rounds_cash);
  const { taken, amounts, due_fils, is_unselected } = found;
  const total_fils = amounts.collected_fils + amounts.pending_fils;
  const is_pending = order.payment_status === 'pending';
  const is_payment_open = is_pending && (open || hasPayment(form));
  const is_open = is_pending && (form === null || is_unselected || total_fils > 0);
  return {
    goods: (mark) => <GoodsTaken order={order} form={form} found={found} mark={mark} />,
    payment: (mark) =>
      is_payment_open && (
        <PaymentTaken
          order={order}
          form={form}
          found={found}
          mark={mark}
          onChange={(changes) => onChange(changesOf(draft, changes))}
          {...panel}
        />
      ),
    is_payment_open,
    confirmed: is_open && !is_unselected && (
      <p className="amount whitespace-normal text-muted text-sm" aria-live="polite">
        {t`Confirms ${formatMoney(total_fils)}`}
      </p>
    ),
    effect: <TakenEffect found={found} />,
    missing: missingAsTaken(order, draft, found),
    is_open,
    is_unselected: is_pending && is_unselected,
    to_take_fils: due_fils - amounts.rounding_fils,
    cash_fils: taken.cash_fils,
    withTender: (tender) => ({ tender, payment_received: false }),
  };
}

/** The line by line sheet of `takenForm`, which must be outside the form. */
export function RefusedGoods({
  order,
  draft,
  rounds_cash,
  onChange,
  ...actions
}: Given & { onNothingTaken: () => void; onClose: () => void }) {
  return (
    <RefusedSheet
      order={order}
      form={draft.as_taken}
      found={asTaken(order, draft, rounds_cash)}
      onRefused={(refused) => onChange({ ...changesOf(draft, { refused }), receipt_confirmed: false })}
      {...actions}
    />
  );
}

/** Another amount needs another confirmation of the payment. */
function changesOf({ as_taken }: Draft, changes: Partial<AsTakenDraft>): Partial<Draft> {
  const { short_reason, link_reference, transfer_reference, ...amounts } = changes;
  const is_amount = Object.keys(amounts).length > 0;
  return { as_taken: withChanges(as_taken, changes), ...(is_amount && { payment_received: false }) };
}

export type { AsTaken };

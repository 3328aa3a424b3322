import { t } from '@lingui/core/macro';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { REFERENCE_TENDER_LABELS } from '../../../contract/labels/taking-labels.ts';
import type { PendingPayment } from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import type { MatchOutcome } from '../../../contract/rules/orders/takings.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { label } from '../../messages/label.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';

type Props = { payment: PendingPayment; order_number: string };

/** A payment by link or transfer: a Manager or Admin decides if the shop has received it. */
export function PaymentToMatch({ payment, order_number }: Props) {
  const time_zone = useTimeZone();
  const unavailable = unavailableFor(payment);
  const [asking, setAsking] = useState<MatchOutcome | null>(null);
  const match = useMemoryCommand('match_payment', { failed: t`Not decided` });
  const { source_id, tender, reference, amount_fils } = payment;
  const close = () => setAsking(null);
  const actionOf = (outcome: MatchOutcome, title: string) => ({
    id: outcome,
    title,
    unavailable,
    run: () => setAsking(outcome),
  });

  async function send(outcome: MatchOutcome): Promise<void> {
    const description = `#${order_number} · ${formatMoney(amount_fils)}, ${reference}`;
    const done = { kind: 'success', title: outcomeText(outcome), description } as const;
    if (await match.send({ source_id, tender, reference, amount_fils, outcome }, done)) close();
  }

  return (
    <li className="flex flex-col gap-2 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{label(REFERENCE_TENDER_LABELS, tender)}</span>
        <Money amount_fils={amount_fils} />
      </p>
      <p className="wrap-anywhere font-medium">
        <bdi>{reference}</bdi>
      </p>
      <p className="text-muted text-sm">
        <bdi>{payment.recorded_by}</bdi>, {formatDateTime(payment.recorded_at, time_zone)}
      </p>
      <div className="flex flex-wrap gap-2">
        <ActionButton action={actionOf('received', t`Received`)} icon={Check} variant="primary" />
        <ActionButton action={actionOf('not_received', t`Not received`)} icon={X} variant="secondary" />
      </div>
      {unavailable && <p className="text-muted text-sm">{unavailable}</p>}
      {asking && (
        <ConfirmDialog
          title={
            asking === 'received' ? t`Has the shop received this payment?` : t`Was this payment not received?`
          }
          confirm={asking === 'received' ? t`Received` : t`Not received`}
          danger={asking === 'not_received'}
          command={match}
          onConfirm={() => send(asking)}
          onClose={close}
        >
          <p>
            {label(REFERENCE_TENDER_LABELS, tender)}, <bdi className="font-medium">{reference}</bdi>,{' '}
            <Money amount_fils={amount_fils} />
          </p>
          <p className="text-muted">
            {asking === 'received'
              ? t`Compare the reference and the amount with the shop's account.`
              : t`The amount is owed by the customer again.`}
          </p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function unavailableFor({ is_own }: PendingPayment): string | undefined {
  return is_own ? t`You took this payment. Another Manager or Admin decides about it.` : undefined;
}

function outcomeText(outcome: MatchOutcome): string {
  return outcome === 'received' ? t`Payment received` : t`Payment not received`;
}

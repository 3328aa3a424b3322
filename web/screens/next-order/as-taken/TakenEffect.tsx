import { t } from '@lingui/core/macro';
import { REFERENCE_TENDER_LABELS } from '../../../../contract/labels/taking-labels.ts';
import type { AsTaken } from '../../../commands/delivery/as-taken.ts';
import { Money } from '../../../components/Money.tsx';
import { label } from '../../../messages/label.ts';
import { tenderText } from '../../../messages/order-messages.ts';

/** The payments other than the cash in the line above, and the amounts that stay open, if there are any. */
export function TakenEffect({ found }: { found: AsTaken }) {
  const { taken, amounts, after } = found;
  const all: [name: string, amount_fils: number][] = [
    [tenderText('card_machine'), taken.card_fils],
    [label(REFERENCE_TENDER_LABELS, 'payment_link'), taken.link?.amount_fils ?? 0],
    [label(REFERENCE_TENDER_LABELS, 'bank_transfer'), taken.transfer?.amount_fils ?? 0],
    [t`Rounding`, amounts.rounding_fils],
    [t`Still owed by the customer`, found.is_unselected ? 0 : amounts.owed_fils],
    [t`Owed to the customer`, amounts.extra_fils],
    [t`Paid back by the shop`, after.refund_fils],
  ];
  const shown = all.filter(([, amount_fils]) => amount_fils > 0);
  if (shown.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm" aria-live="polite">
      {shown.map(([name, amount_fils]) => (
        <div key={name} className="flex flex-wrap gap-x-1.5">
          <dt className="text-muted">{name}</dt>
          <dd>
            <Money amount_fils={amount_fils} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

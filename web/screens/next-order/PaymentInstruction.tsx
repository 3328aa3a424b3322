import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { paymentLeft, type Tender } from '../../../contract/rules/orders/tender.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { Money } from '../../components/Money.tsx';
import { paymentMethodText, tenderText } from '../../messages/order-messages.ts';

type Props = {
  order: OrderWithItems;
  tender: Tender | null;
  /** The amount to take in all, if it is not the amount due for all goods. */
  to_take_fils?: number | undefined;
};

/** The action at the door (collect, charge or nothing), as the largest text of the page. */
export function PaymentInstruction({ order, tender, to_take_fils }: Props) {
  const left = paymentLeft(order, order.taken_fils);
  const { due_amount_fils } = {
    ...left,
    ...(to_take_fils !== undefined && { due_amount_fils: to_take_fils }),
  };
  if (left.payment_status === 'paid' || due_amount_fils === 0) {
    return (
      <p className="flex items-center gap-2.5 rounded-card bg-done-soft px-3 py-2.5 font-semibold text-done text-section">
        <CircleCheck size={22} className="shrink-0" />
        {nothingToCollectText(order)}
      </p>
    );
  }
  const how = tender === null ? paymentMethodText('either') : tenderText(tender);
  return (
    <p data-headline className="font-semibold text-section">
      {tender === 'card_machine' ? (
        <Trans>
          Charge <Money amount_fils={due_amount_fils} lead /> · {how}
        </Trans>
      ) : (
        <Trans>
          Collect <Money amount_fils={due_amount_fils} lead /> · {how}
        </Trans>
      )}
    </p>
  );
}

/** Returns the reason why nothing is to be collected. */
function nothingToCollectText({ payment_status, payment_method, taken_fils }: OrderWithItems): string {
  if (payment_status === 'pending') {
    return taken_fils > 0 ? t`Nothing to collect · already collected` : t`Nothing to collect`;
  }
  return {
    online: t`Nothing to collect · paid online`,
    card: t`Nothing to collect · paid by card`,
    cash: t`Nothing to collect · already paid`,
  }[payment_method];
}

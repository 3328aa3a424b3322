import { t } from '@lingui/core/macro';
import type { OrderPageEvent } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { formatMoney } from '../../../../contract/rules/amounts/money.ts';
import { tenderText } from '../../../messages/order-messages.ts';

/** Describes an event of a payment after the delivery; null for any other event. */
export function paymentEventTitle(event: OrderPageEvent): string | null {
  const amount = formatMoney(event.amount_fils ?? 0);
  switch (event.kind) {
    case 'corrected':
      return correctedText(event);
    case 'paid':
      return t`Paid later: ${amount}`;
    case 'matched':
      return event.match === 'not_received'
        ? t`Payment not received: ${amount}`
        : t`Payment received: ${amount}`;
    case 'waived':
      return t`Waived: ${amount}`;
    case 'refunded':
      return t`Paid back: ${amount}`;
    default:
      return null;
  }
}

function correctedText({ tender, collected_fils }: OrderPageEvent): string {
  if (tender === null) return t`Delivery corrected: nothing collected`;
  const [amount, by] = [formatMoney(collected_fils ?? 0), tenderText(tender)];
  return t`Delivery corrected: ${amount} by ${by}`;
}

/** Describes what a delivery left open, and which goods were refused; empty if nothing. */
export function takenLines({ taken, refused }: OrderPageEvent): string[] {
  const goods = (refused ?? []).map(({ name, qty }) => t`Refused: ${qty} × ${name}`);
  if (!taken) return goods;
  const open: [number, string][] = [
    [taken.pending_fils, t`By link or transfer: ${formatMoney(taken.pending_fils)}`],
    [taken.owed_fils, t`Owed: ${formatMoney(taken.owed_fils)}`],
    [taken.refund_fils, t`To pay back: ${formatMoney(taken.refund_fils)}`],
  ];
  return [...goods, ...open.filter(([fils]) => fils > 0).map(([, text]) => text)];
}

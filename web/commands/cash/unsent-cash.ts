import { type TakenAmounts, takenAmounts } from '../../../contract/rules/orders/takings.ts';
import { paymentLeft, settle } from '../../../contract/rules/orders/tender.ts';
import { type DeliveryEntry, isDelivery, isUnsent, type OutboxEntry } from '../../offline/outbox-entry.ts';

type Unsent = Pick<OutboxEntry, 'endpoint' | 'state' | 'input' | 'about_order'>;

/**
 * Returns the cash, in fils, that the unsent deliveries among these entries will add to their driver's
 * balance: the driver has this cash, but the server does not know of it. Refused deliveries do not count,
 * since they will never be recorded; signed commands move nothing before they are recorded.
 */
export function unsentCash(entries: readonly Unsent[]): number {
  const deliveries = entries.filter(isUnsent).filter(isDelivery);
  return deliveries.reduce((sum, delivery) => sum + unsentSettlement(delivery).cash_fils, 0);
}

/** Returns the settlement of an unrecorded delivery, by the server's rule. */
export function unsentSettlement({
  input,
  about_order,
}: Pick<DeliveryEntry, 'input' | 'about_order'>): Pick<
  TakenAmounts,
  'tender' | 'collected_fils' | 'cash_fils'
> {
  // These three do not depend on what was due.
  if ('taken' in input) return takenAmounts(0, input.taken, 0);
  const { tender, payment_received, due_amount_fils } = input;
  const payment = {
    // Only the default for a missing tender, and without a tender the status is 'paid' anyway.
    payment_method: 'cash',
    payment_status: tender === null ? 'paid' : 'pending',
    due_amount_fils,
  } as const;
  return settle(paymentLeft(payment, about_order?.taken_fils ?? 0), { payment_received, tender });
}

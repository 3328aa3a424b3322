import { type TakenAmounts, takenAmounts } from '../../../contract/rules/orders/takings.ts';
import { paymentLeft, settle } from '../../../contract/rules/orders/tender.ts';
import { type DeliveryEntry, isDelivery, isUnsent, type OutboxEntry } from '../../offline/outbox-entry.ts';

type Unsent = Pick<OutboxEntry, 'endpoint' | 'state' | 'input' | 'about_order'>;
type Payment = Pick<OutboxEntry<'collect_owed'>, 'endpoint' | 'state' | 'input' | 'about_order'>;

/**
 * Returns the cash, in fils, that the unsent deliveries and later payments among these entries will add to
 * their user's balance: the user has this cash, but the server does not know of it. Refused ones do not
 * count, since they will never be recorded; signed commands move nothing before they are recorded.
 */
export function unsentCash(entries: readonly Unsent[]): number {
  const unsent = entries.filter(isUnsent);
  const payments = unsent.filter(isPayment).map(({ input }) => input.taken.cash_fils);
  const deliveries = unsent.filter(isDelivery).map((delivery) => unsentSettlement(delivery).cash_fils);
  return [...payments, ...deliveries].reduce((sum, fils) => sum + fils, 0);
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

function isPayment(entry: Unsent): entry is Payment {
  return entry.endpoint === 'collect_owed';
}

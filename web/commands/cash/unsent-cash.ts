import { paymentLeft, type Settlement, settle } from '../../../contract/rules/orders/tender.ts';
import { type CommandName, isUnsent, type OutboxEntry } from '../../offline/outbox-entry.ts';

type Unsent<N extends CommandName = CommandName> = Pick<
  OutboxEntry<N>,
  'endpoint' | 'state' | 'input' | 'about_order'
>;
type Delivery = Unsent<'confirm_delivery'>;

/**
 * The cash, in fils, that these entries' unsent deliveries will add to their driver's: what he holds and no server has heard of. What
 * was refused is not among it, since it will never be recorded; what two people sign at a table moves nothing before it is recorded.
 */
export function unsentCash(entries: readonly Unsent[]): number {
  const deliveries = entries.filter(isUnsent).filter(isDelivery);
  return deliveries.reduce((sum, delivery) => sum + unsentSettlement(delivery).cash_fils, 0);
}

/** What a delivery that is not recorded yet comes to by the rule of the server (ruling A6). */
export function unsentSettlement({
  input,
  about_order,
}: Pick<Delivery, 'input' | 'about_order'>): Settlement {
  const { tender, payment_received, due_amount_fils } = input;
  const payment = {
    // Only says which tender an unanswered 'Paid by' means, and that was answered on the device.
    payment_method: 'cash',
    payment_status: tender === null ? 'paid' : 'pending',
    due_amount_fils,
  } as const;
  return settle(paymentLeft(payment, about_order?.taken_fils ?? 0), { payment_received, tender });
}

function isDelivery(entry: Unsent): entry is Delivery {
  return entry.endpoint === 'confirm_delivery';
}

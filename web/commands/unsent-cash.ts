import { paymentLeft, settle } from '../../contract/rules/tender.ts';
import { isUnsent, type OutboxEntry } from '../offline/outbox-entry.ts';

type Unsent = Pick<OutboxEntry, 'endpoint' | 'state' | 'input' | 'about_order'>;

/**
 * The cash, in fils, that these entries' unsent deliveries will add to their driver's: what he holds and no server has heard of. What
 * was refused is not among it, since it will never be recorded; what two people sign at a table moves nothing before it is recorded.
 */
export function unsentCash(entries: readonly Unsent[]): number {
  return entries.filter(isUnsent).reduce((sum, entry) => sum + deliveryCash(entry), 0);
}

/** The cash in fils that a delivery adds to its driver's by the rule of the server (ruling A6); 0 for every other command. */
export function deliveryCash({ endpoint, input, about_order }: Omit<Unsent, 'state'>): number {
  if (endpoint !== 'confirm_delivery') return 0;
  const { tender, payment_received, due_amount_fils } = input as OutboxEntry<'confirm_delivery'>['input'];
  const payment = {
    // Only says which tender an unanswered 'Paid by' means, and that was answered on the device.
    payment_method: 'cash',
    payment_status: tender === null ? 'paid' : 'pending',
    due_amount_fils,
  } as const;
  return settle(paymentLeft(payment, about_order?.taken_fils ?? 0), { payment_received, tender }).cash_fils;
}

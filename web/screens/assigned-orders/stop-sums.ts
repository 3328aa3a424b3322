import { paymentLeft } from '../../../contract/rules/tender.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';

/** What is still to be taken at the door, in fils, by whichever tender; 0 where nothing is. */
export function toCollect(order: OrderWithItems): number {
  const { payment_status, due_amount_fils } = paymentLeft(order, order.taken_fils);
  return payment_status === 'paid' ? 0 : due_amount_fils;
}

export function sumToCollect(orders: readonly OrderWithItems[]): number {
  return orders.reduce((sum, order) => sum + toCollect(order), 0);
}

import type { OrderStatus } from './order-life.ts';
import { type Payment, paymentLeft, settle } from './tender.ts';
import { isNotToHandOver, type WaitReason } from './waiting-orders.ts';

/** An order's remaining payment for its driver. */
export type OrderToCollect = Payment & {
  status: OrderStatus;
  waits_because?: WaitReason | null | undefined;
};

/**
 * Returns the amount to collect on delivery, in fils, by either tender, for a driver who has already
 * collected `taken_fils`; 0 for an order that must not be handed over.
 */
export function toCollect(order: OrderToCollect, taken_fils: number): number {
  const { payment_status, due_amount_fils } = paymentLeft(order, taken_fils);
  return isNotToHandOver(order) || payment_status === 'paid' ? 0 : due_amount_fils;
}

/**
 * Returns the cash that a delivery is expected to add, in fils: the whole amount to collect if the
 * preselected tender is cash. An order paid by either has no preselected tender, so 0.
 */
export function cashExpected(order: OrderToCollect, taken_fils: number): number {
  const due_amount_fils = toCollect(order, taken_fils);
  return settle({ ...order, due_amount_fils }, { payment_received: true, tender: null }).cash_fils;
}

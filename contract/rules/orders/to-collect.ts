import type { OrderStatus } from './order-life.ts';
import { type Payment, paymentLeft, settle } from './tender.ts';
import { isNotToHandOver, type WaitReason } from './waiting-orders.ts';

/** An order's payment, as it is left for its driver. */
export type OrderAtTheDoor = Payment & {
  status: OrderStatus;
  waits_because?: WaitReason | null | undefined;
};

/**
 * The amount that its driver, who has already taken `taken_fils`, is to take at the door, in fils, by whichever tender; 0 for an
 * order that is not to be handed over.
 */
export function toCollect(order: OrderAtTheDoor, taken_fils: number): number {
  const { payment_status, due_amount_fils } = paymentLeft(order, taken_fils);
  return isNotToHandOver(order) || payment_status === 'paid' ? 0 : due_amount_fils;
}

/**
 * The cash that a delivery is expected to add, in fils: all that is to be collected, by the preselected tender. An order that is paid
 * by either has none, so nothing of it is expected as cash.
 */
export function cashExpected(order: OrderAtTheDoor, taken_fils: number): number {
  const due_amount_fils = toCollect(order, taken_fils);
  return settle({ ...order, due_amount_fils }, { payment_received: true, tender: null }).cash_fils;
}

import type { MessageKind } from '../messages-to-customers.ts';
import { isBeforeDispatch, isOpen, type OrderStatus } from '../orders/order-life.ts';
import { isNotToHandOver, type WaitReason } from '../orders/waiting-orders.ts';

type MessagedOrder = {
  status: OrderStatus;
  waits_because?: WaitReason | null | undefined;
  attempt?: object | null | undefined;
};

/**
 * Returns the kinds of messages that apply to an order, the first one preselected: "couldn't deliver" while
 * it has an open attempt, "on the way" once it has left the shop, unless it must not be handed over.
 */
export function messageKindsOf(order: MessagedOrder): MessageKind[] {
  if (!isOpen(order.status)) return [];
  const may_come = !isBeforeDispatch(order.status) && !isNotToHandOver(order);
  return [
    ...(order.attempt ? (['could_not_deliver'] as const) : []),
    ...(may_come ? (['on_the_way'] as const) : []),
  ];
}

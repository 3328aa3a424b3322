import {
  canMove,
  isDeliverable,
  type OrderStatus,
  startsDispatching,
} from '../../contract/rules/order-life.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { recomputeDriverStatuses } from './driver-status.ts';
import { type LockedShopOrder, lockShopOrder, type OrderKey } from './lock-shop-order.ts';
import { type OrderActor, recordOrderEvent } from './order-events.ts';

/**
 * Moves an order as the shop's systems may (rulings B1, B2): the step has to be one of the order's life, and only an
 * order with a driver goes out. To the status it is in already: changes nothing. Throws `not_found`, `order_step`, `order_without_driver`.
 */
export async function moveOrder(
  tx: Tx,
  { to, now, by, ...key }: OrderKey & { to: OrderStatus; now: Date; by?: OrderActor | undefined },
): Promise<void> {
  const order = await lockShopOrder(tx, key);
  if (order.status === to) return;
  assertMovable(order, to);
  await tx
    .updateTable('orders')
    .set({ status: to, dispatching_started_at: dispatchingStart(order, to, now) })
    .where('shop_id', '=', order.shop_id)
    .where('id', '=', order.id)
    .execute();
  await recordOrderEvent(tx, order, { kind: 'status', detail: { from: order.status, to } }, by);
  await recomputeDriverStatuses(tx, order.shop_id, [order.driver_id]);
}

/** Any open order may be cancelled. Its driver stays on it: who carries it must see what became of it (ruling A9). */
export function cancelOrder(
  tx: Tx,
  cancelled: OrderKey & { now: Date; by?: OrderActor | undefined },
): Promise<void> {
  return moveOrder(tx, { ...cancelled, to: 'cancelled' });
}

function assertMovable({ order_number, status, driver_id }: LockedShopOrder, to: OrderStatus): void {
  if (!canMove(status, to)) {
    throw Problem.about('order_step', { order_number, status, to });
  }
  if (isDeliverable(to) && driver_id === null) {
    throw Problem.about('order_without_driver', { order_number, to });
  }
}

/** An order that came back to the shop starts its delivery anew when it goes out again. */
function dispatchingStart(order: LockedShopOrder, to: OrderStatus, now: Date): Date | null {
  if (to === 'packed') return null;
  return startsDispatching(to, order.dispatching_started_at) ? now : order.dispatching_started_at;
}

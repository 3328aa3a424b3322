import {
  canMove,
  isDeliverable,
  type OrderStatus,
  startsDispatching,
} from '../../../contract/rules/orders/order-life.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { changeAllLocked, type LockedShopOrder, lockShopOrder } from '../lock-shop-order.ts';
import { orderChange, recordOrderEvents } from '../order-events.ts';
import { leaveStops } from '../stops/leave-stops.ts';
import { orderWaits, takeFromDrivers } from './assign-order.ts';
import { recomputeDriverStatuses } from './driver-status.ts';

type Move = {
  order_id: string;
  to: OrderStatus;
  /** The status that the user saw; undefined accepts any status. */
  seen_status?: OrderStatus | undefined;
};

/**
 * Moves an order as the shop's systems may: the step must be allowed, and only an order with a driver goes
 * out. Changes nothing if the order has the status already. Throws `not_found`, `order_moved`, `order_step`,
 * `order_waits`, `order_without_driver`.
 */
export async function moveOrder(
  tx: Tx,
  actor: Actor,
  { order_id, to, seen_status }: Move,
  { now, changed, unchanged }: Operation,
): Promise<void> {
  const order = await lockShopOrder(tx, { shop_id: actor.shop_id, order_id });
  const { order_number, status } = order;
  // The user agreed to the state that they saw; an order that went out meanwhile needs another decision.
  if (seen_status !== undefined && status !== seen_status) {
    throw Problem.about('order_moved', { order_number, status });
  }
  if (!needsMove(order, to)) return unchanged();
  await moveLocked(tx, actor, [order], { to, now });
  const what = to === 'cancelled' ? 'cancel_order' : 'move_order';
  const moved = { what, before: { status }, after: { status: to } } as const;
  changed(await orderChange(tx, order, moved));
}

/** Cancels an open order. Its driver stays assigned, so that they see the cancellation (ruling A9). */
export function cancelOrder(
  tx: Tx,
  actor: Actor,
  cancelled: Omit<Move, 'to'>,
  operation: Operation,
): Promise<void> {
  return moveOrder(tx, actor, { ...cancelled, to: 'cancelled' }, operation);
}

/** False if the order has the status already. Throws `order_step`, `order_waits`, `order_without_driver`. */
export function needsMove(order: LockedShopOrder, to: OrderStatus): boolean {
  if (order.status === to) return false;
  assertMovable(order, to);
  return true;
}

/**
 * Moves locked orders of one shop to a status that none of them has. A waiting order that returns to the shop
 * is taken from its driver. Throws `order_step`, `order_waits`, `order_without_driver`.
 */
export async function moveLocked(
  tx: Tx,
  actor: Actor,
  orders: readonly LockedShopOrder[],
  { to, now, reason }: { to: OrderStatus; now: Date; reason?: string },
): Promise<void> {
  for (const order of orders) assertMovable(order, to);
  if (to === 'packed') {
    const waiting = orders.filter(({ waits_because }) => waits_because !== null);
    await takeFromDrivers(tx, actor, waiting);
  }
  await changeAllLocked(tx, orders, { status: to, dispatching_started_at: dispatchingStart(to, now) });
  const events = orders.map((order) => ({
    order,
    event: { kind: 'status', detail: { from: order.status, to, ...(reason ? { reason } : {}) } } as const,
  }));
  await recordOrderEvents(tx, actor, events);
  const drivers = orders.map(({ driver_id }) => driver_id);
  await recomputeDriverStatuses(tx, actor.shop_id, drivers);
  if (to === 'packed') await leaveStops(tx, orders);
}

function assertMovable(order: LockedShopOrder, to: OrderStatus): void {
  const { order_number, status, driver_id, waits_because } = order;
  if (!canMove(status, to)) throw Problem.about('order_step', { order_number, status, to });
  if (waits_because !== null && to !== 'packed' && to !== 'cancelled') throw orderWaits(order);
  if (isDeliverable(to) && driver_id === null) {
    throw Problem.about('order_without_driver', { order_number, to });
  }
}

/**
 * Returns the start of the delivery for this status. An order that came back to the shop gets a new start
 * when it goes out again.
 */
function dispatchingStart(to: OrderStatus, now: Date): Sql<Date | null> {
  const column = sql.ref('dispatching_started_at');
  if (to === 'packed') return sql`null`;
  if (startsDispatching(to, now)) return sql`${now}::timestamptz`;
  return startsDispatching(to, null) ? sql`coalesce(${column}, ${now}::timestamptz)` : sql`${column}`;
}

import { ENDPOINTS } from '../../../contract/operations/endpoints.ts';
import { isDeliverable, isOpen } from '../../../contract/rules/orders/order-life.ts';
import { isWaiting } from '../../../contract/rules/orders/waiting-orders.ts';
import { mayAccess } from '../../../contract/rules/roles.ts';
import { heldBy } from '../../cash/balances.ts';
import { ceilingOfDriver } from '../../cash/limits/ceilings.ts';
import { findStaff, staffOfDriver } from '../../identity/find-staff.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { changeAllLocked, type LockedShopOrder, lockShopOrder } from '../lock-shop-order.ts';
import { orderChange, recordOrderEvents } from '../order-events.ts';
import { leaveStops } from '../stops/leave-stops.ts';
import { lockDrivers, recomputeDriverStatuses } from './driver-status.ts';

/**
 * Assigns an open order to a driver of the shop, taking it from its current driver. Every assignment is
 * kept, since a former driver may turn out to have delivered the order. Changes nothing if the driver has it
 * already. Throws `not_found`, `order_closed`, `order_waits`, `over_ceiling`, and a problem if the driver may
 * not deliver.
 */
export async function assignOrder(
  tx: Tx,
  actor: Actor,
  { order_id, ...named }: { order_id: string } & NamedDriver,
  { changed, unchanged }: Operation,
): Promise<void> {
  const driver_id = await eligibleDriver(tx, actor.shop_id, named);
  const order = await lockShopOrder(tx, { shop_id: actor.shop_id, order_id });
  if (!needsAssignment(order, driver_id)) return unchanged();
  await assertBelowCeiling(tx, actor.shop_id, driver_id);
  await lockDrivers(tx, actor.shop_id, [order.driver_id, driver_id]);
  await assignLocked(tx, actor, [order], driver_id);
  const assigned = { before: { driver_id: order.driver_id }, after: { driver_id } };
  changed(await orderChange(tx, order, { what: 'assign_order', ...assigned }, driver_id));
}

/**
 * Throws `over_ceiling` if the driver carries more cash than the ceiling, and the shop assigns no orders to
 * such drivers. Orders that the driver has already are never blocked.
 */
export async function assertBelowCeiling(tx: Tx, shop_id: number, driver_id: number): Promise<void> {
  const ceiling = await ceilingOfDriver(tx, shop_id, driver_id);
  if (!ceiling?.blocks_assignment) return;
  const held_fils = await heldBy(tx, shop_id, ceiling.user_id);
  if (held_fils > ceiling.ceiling_fils) throw new Problem('over_ceiling', undefined, undefined, held_fils);
}

/** False if the driver has the order already. Throws `order_closed`, `order_waits`. */
export function needsAssignment(order: LockedShopOrder, driver_id: number): boolean {
  assertOpen(order);
  if (isWaiting(order)) throw orderWaits(order);
  return order.driver_id !== driver_id;
}

/**
 * Assigns locked open orders of one shop to a driver who has none of them yet. Locks this driver and the
 * previous ones, so that the right to deliver cannot be revoked concurrently. Throws a problem if the driver
 * may no longer deliver.
 */
export async function assignLocked(
  tx: Tx,
  actor: Actor,
  orders: readonly LockedShopOrder[],
  driver_id: number,
): Promise<void> {
  const { shop_id } = actor;
  await eligibleDriver(tx, shop_id, { driver_id });
  await endAssignments(tx, actor, orders);
  const [ids, order_ids] = [orders.map(() => tx.newId()), orders.map(({ id }) => id)];
  const assigning = sql`insert into order_assignments (shop_id, id, order_id, driver_id)
    select ${shop_id}::int, a.id, a.order_id, ${driver_id}::int from unnest(${ids}::uuid[], ${order_ids}::uuid[]) as a (id, order_id)`;
  await assigning.execute(tx);
  await changeAllLocked(tx, orders, { driver_id });
  const event = { kind: 'assigned', detail: { driver_id } } as const;
  await recordOrderEvents(
    tx,
    actor,
    orders.map((order) => ({ order, event })),
  );
  await recomputeDriverStatuses(tx, shop_id, [...orders.map((order) => order.driver_id), driver_id]);
  await leaveStops(tx, orders);
}

/**
 * Unassigns an order from its driver, unless it is on the road. Throws `not_found`, `order_closed`,
 * `order_on_the_road`.
 */
export async function unassignOrder(
  tx: Tx,
  actor: Actor,
  { order_id }: { order_id: string },
  { changed, unchanged }: Operation,
): Promise<void> {
  const order = await lockShopOrder(tx, { shop_id: actor.shop_id, order_id });
  if (!needsUnassignment(order)) return unchanged();
  await takeFromDrivers(tx, actor, [order]);
  const unassigned = { before: { driver_id: order.driver_id }, after: { driver_id: null } };
  changed(await orderChange(tx, order, { what: 'unassign_order', ...unassigned }));
}

/** False if the order has no driver. Throws `order_closed`, `order_on_the_road`. */
export function needsUnassignment(order: LockedShopOrder): boolean {
  const { order_number, status } = order;
  assertOpen(order);
  if (order.driver_id === null) return false;
  if (isDeliverable(status)) throw Problem.about('order_on_the_road', { order_number, status });
  return true;
}

/** Unassigns locked orders of one shop from their drivers. */
export async function takeFromDrivers(
  tx: Tx,
  actor: Actor,
  orders: readonly LockedShopOrder[],
): Promise<void> {
  const assigned = orders.filter(({ driver_id }) => driver_id !== null);
  await endAssignments(tx, actor, assigned);
  await changeAllLocked(tx, assigned, { driver_id: null });
  const drivers = assigned.map(({ driver_id }) => driver_id);
  await recomputeDriverStatuses(tx, actor.shop_id, drivers);
  await leaveStops(tx, assigned);
}

/**
 * The problem of an order that waits for a decision about its payment: it is on no device and cannot go out.
 */
export function orderWaits({ order_number, waits_because }: LockedShopOrder): Problem {
  if (waits_because === null) throw new RangeError('the order does not wait');
  return Problem.about('order_waits', { order_number, because: waits_because });
}

function assertOpen({ order_number, status }: LockedShopOrder): void {
  if (!isOpen(status)) throw Problem.about('order_closed', { order_number, status, stays: 'its driver' });
}

async function endAssignments(tx: Tx, actor: Actor, orders: readonly LockedShopOrder[]): Promise<void> {
  const had = orders.flatMap((order) =>
    order.driver_id === null ? [] : [{ order, driver_id: order.driver_id }],
  );
  if (had.length === 0) return;
  const ending = sql`update order_assignments set ended_at = now()
    where shop_id = ${actor.shop_id} and order_id = any(${had.map(({ order }) => order.id)}::uuid[]) and ended_at is null`;
  await ending.execute(tx);
  const events = had.map(({ order, driver_id }) => ({
    order,
    event: { kind: 'unassigned', detail: { driver_id } } as const,
  }));
  await recordOrderEvents(tx, actor, events);
}

/** The driver for an order: a driver of the shop by record, or any user by e-mail address. */
export type NamedDriver = { driver_id: number } | { email: string };

/**
 * Returns the driver record of a user to whom the shop's orders can be assigned: they work there, can sign in
 * and have Next Order. A user who became an Admin no longer has it (ruling C3), even with an earlier driver
 * record. Throws `not_found`, `staff_disabled`, `cannot_deliver`, `driver_not_found`, `staff_elsewhere`.
 */
export async function eligibleDriver(tx: Tx, shop_id: number, driver: NamedDriver): Promise<number> {
  const staff =
    'email' in driver
      ? await findStaff(tx, driver.email)
      : await staffOfDriver(tx, shop_id, driver.driver_id);
  const { email, role, driver_id } = staff;
  if (staff.disabled_at !== null) throw Problem.about('staff_disabled', { email });
  if (!mayAccess(ENDPOINTS.confirm_delivery.access, role)) {
    throw Problem.about('cannot_deliver', { email, role });
  }
  if (driver_id === null) throw Problem.about('driver_not_found', { email });
  if (staff.shop_id !== shop_id) throw Problem.about('staff_elsewhere', { email, shop_id: staff.shop_id });
  return driver_id;
}

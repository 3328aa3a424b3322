import { sql } from 'kysely';
import { ENDPOINTS } from '../../contract/rules/endpoints.ts';
import { isDeliverable, isOpen } from '../../contract/rules/order-life.ts';
import { mayAccess } from '../../contract/rules/roles.ts';
import { findStaff, staffOfDriver } from '../identity/find-staff.ts';
import type { Operation } from '../operations/operation.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { changeRows } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';
import { recomputeDriverStatuses } from './driver-status.ts';
import { leaveStops } from './leave-stops.ts';
import { changeLocked, type LockedShopOrder, lockShopOrder } from './lock-shop-order.ts';
import { orderChange, recordOrderEvent } from './order-events.ts';

/**
 * Gives an open order to a driver of the shop, taking it from whoever had it; every assignment is kept, since the
 * earlier driver may yet turn out to have delivered it (ruling A9). To the same driver: changes nothing. Throws
 * `not_found`, `order_closed`, and why the driver may not deliver.
 */
export async function assignOrder(
  tx: Tx,
  actor: Actor,
  { order_id, ...named }: { order_id: string } & NamedDriver,
  { changed, unchanged }: Operation,
): Promise<void> {
  const driver_id = await whoDelivers(tx, actor.shop_id, named);
  const order = await lockShopOrder(tx, { shop_id: actor.shop_id, order_id });
  assertOpen(order);
  if (order.driver_id === driver_id) return unchanged();
  await endAssignment(tx, actor, order);
  const assignment = { shop_id: order.shop_id, id: tx.newId(), order_id: order.id, driver_id };
  await tx.insertInto('order_assignments').values(assignment).execute();
  await changeLocked(tx, order, { driver_id });
  await recordOrderEvent(tx, actor, order, { kind: 'assigned', detail: { driver_id } });
  await recomputeDriverStatuses(tx, order.shop_id, [order.driver_id, driver_id]);
  await leaveStops(tx, order);
  const assigned = { before: { driver_id: order.driver_id }, after: { driver_id } };
  changed(await orderChange(tx, order, { what: 'assign_order', ...assigned }, driver_id));
}

/** Takes an order from its driver, not while it is on the road. Throws `not_found`, `order_closed`, `order_on_the_road`. */
export async function unassignOrder(
  tx: Tx,
  actor: Actor,
  { order_id }: { order_id: string },
  { changed, unchanged }: Operation,
): Promise<void> {
  const order = await lockShopOrder(tx, { shop_id: actor.shop_id, order_id });
  assertOpen(order);
  if (order.driver_id === null) return unchanged();
  const { order_number, status } = order;
  if (isDeliverable(status)) throw Problem.about('order_on_the_road', { order_number, status });
  await takeFromDriver(tx, actor, order);
  const unassigned = { before: { driver_id: order.driver_id }, after: { driver_id: null } };
  changed(await orderChange(tx, order, { what: 'unassign_order', ...unassigned }));
}

/** Takes a locked order from whoever has it, if anybody does. */
export async function takeFromDriver(tx: Tx, actor: Actor, order: LockedShopOrder): Promise<void> {
  if (order.driver_id === null) return;
  await endAssignment(tx, actor, order);
  await changeLocked(tx, order, { driver_id: null });
  await recomputeDriverStatuses(tx, order.shop_id, [order.driver_id]);
  await leaveStops(tx, order);
}

function assertOpen({ order_number, status }: LockedShopOrder): void {
  if (!isOpen(status)) throw Problem.about('order_closed', { order_number, status, stays: 'its driver' });
}

async function endAssignment(tx: Tx, actor: Actor, order: LockedShopOrder): Promise<void> {
  const { shop_id, id: order_id, driver_id } = order;
  if (driver_id === null) return;
  const current = { shop_id, order_id, ended_at: null };
  await changeRows(tx, 'order_assignments', current, { ended_at: sql<Date>`now()` });
  await recordOrderEvent(tx, actor, order, { kind: 'unassigned', detail: { driver_id } });
}

/** Whom an order is for: a driver of the shop by the record, or anybody by e-mail address. */
export type NamedDriver = { driver_id: number } | { email: string };

/**
 * The driver record of whom an order of the shop may be given to: somebody who works there, signs in and has Next Order. Whoever became
 * an Admin has it no more (ruling C3), though a driver record may be left of earlier. Throws `not_found`, `staff_disabled`,
 * `cannot_deliver`, `driver_not_found`, `staff_elsewhere`.
 */
export async function whoDelivers(tx: Tx, shop_id: number, driver: NamedDriver): Promise<number> {
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

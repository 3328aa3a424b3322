import { sql } from 'kysely';
import { newId } from '../../contract/rules/ids.ts';
import { isDeliverable, isOpen } from '../../contract/rules/order-life.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { recomputeDriverStatuses } from './driver-status.ts';
import { type LockedShopOrder, lockShopOrder, type OrderKey } from './lock-shop-order.ts';
import { type OrderActor, recordOrderEvent } from './order-events.ts';

/**
 * Gives an open order to a driver of the shop, taking it from whoever had it; every assignment is kept, since the
 * earlier driver may yet turn out to have delivered it (ruling A9). To the same driver: changes nothing. Throws
 * `not_found`, `order_closed`.
 */
export async function assignOrder(
  tx: Tx,
  { driver_id, by, ...key }: OrderKey & { driver_id: number; by?: OrderActor | undefined },
): Promise<void> {
  const order = await lockShopOrder(tx, key);
  assertOpen(order);
  await assertDriver(tx, order, driver_id);
  if (order.driver_id === driver_id) return;
  await endAssignment(tx, order, by);
  await tx
    .insertInto('order_assignments')
    .values({ shop_id: order.shop_id, id: newId(), order_id: order.id, driver_id })
    .execute();
  await setDriver(tx, order, driver_id);
  await recordOrderEvent(tx, order, { kind: 'assigned', detail: { driver_id } }, by);
  await recomputeDriverStatuses(tx, order.shop_id, [order.driver_id, driver_id]);
}

/** Takes an order from its driver, giving it to nobody. Not while it is on the road: it has to be somewhere. */
export async function unassignOrder(
  tx: Tx,
  { by, ...key }: OrderKey & { by?: OrderActor | undefined },
): Promise<void> {
  const order = await lockShopOrder(tx, key);
  assertOpen(order);
  if (order.driver_id === null) return;
  if (isDeliverable(order.status)) {
    throw Problem.about('order_on_the_road', { order_number: order.order_number, status: order.status });
  }
  await takeFromDriver(tx, order, by);
}

/** Takes a locked order from whoever has it, if anybody does. */
export async function takeFromDriver(tx: Tx, order: LockedShopOrder, by?: OrderActor): Promise<void> {
  if (order.driver_id === null) return;
  await endAssignment(tx, order, by);
  await setDriver(tx, order, null);
  await recomputeDriverStatuses(tx, order.shop_id, [order.driver_id]);
}

function assertOpen({ order_number, status }: LockedShopOrder): void {
  if (!isOpen(status)) throw Problem.about('order_closed', { order_number, status, stays: 'its driver' });
}

async function assertDriver(tx: Tx, order: LockedShopOrder, driver_id: number): Promise<void> {
  const driver = await tx
    .selectFrom('drivers')
    .select('id')
    .where('shop_id', '=', order.shop_id)
    .where('id', '=', driver_id)
    .executeTakeFirst();
  if (!driver) throw Problem.about('not_found', { what: 'driver_id' });
}

async function endAssignment(tx: Tx, order: LockedShopOrder, by: OrderActor | undefined): Promise<void> {
  const { driver_id } = order;
  if (driver_id === null) return;
  await tx
    .updateTable('order_assignments')
    .set({ ended_at: sql`now()` })
    .where('shop_id', '=', order.shop_id)
    .where('order_id', '=', order.id)
    .where('ended_at', 'is', null)
    .execute();
  await recordOrderEvent(tx, order, { kind: 'unassigned', detail: { driver_id } }, by);
}

async function setDriver(tx: Tx, order: LockedShopOrder, driver_id: number | null): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ driver_id })
    .where('shop_id', '=', order.shop_id)
    .where('id', '=', order.id)
    .execute();
}

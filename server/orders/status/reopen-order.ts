import type { Operation } from '../../operations/operation.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { readReason } from '../../platform/read-reason.ts';
import { changeAllLocked, type LockedShopOrder, lockShopOrder, type OrderKey } from '../lock-shop-order.ts';
import { orderChange, recordOrderEvents } from '../order-events.ts';
import { takeFromDrivers } from './assign-order.ts';

/**
 * Takes a cancellation back: the order is packed and nobody's (ruling G5), and whoever had it would deliver somebody else's order.
 * Refused once the store has cancelled it or anybody has confirmed a delivery of it, with a conflict or without: then the goods are
 * not here. Throws `invalid_input`, `not_found`, `order_not_cancelled`, `cancelled_in_store`, `delivery_recorded`.
 */
export async function reopenOrder(
  tx: Tx,
  actor: Actor,
  { order_id, reason }: { order_id: string; reason: string },
  { changed }: Operation,
): Promise<void> {
  const because = readReason(reason);
  const order = await lockShopOrder(tx, { shop_id: actor.shop_id, order_id });
  await assertReopens(tx, order);
  await reopenLocked(tx, actor, [order], because);
  const { status, driver_id } = order;
  const reopened = {
    what: 'reopen_order',
    before: { status, driver_id },
    after: { status: 'packed', driver_id: null },
    personal_fields: ['reason'],
  } as const;
  changed(await orderChange(tx, order, reopened));
}

/** Throws `order_not_cancelled`, `order_closed` for one whose customer is erased: nobody could deliver it, and as `assertNobodyHasIt`. */
export async function assertReopens(tx: Tx, order: LockedShopOrder): Promise<void> {
  const { order_number, status } = order;
  if (status !== 'cancelled') throw Problem.about('order_not_cancelled', { order_number, status });
  if (order.erased_at) throw Problem.about('order_closed', { order_number, status, stays: 'erased' });
  await assertNobodyHasIt(tx, order);
}

/** Of a cancelled order: that nothing says that its goods are not here. Throws `cancelled_in_store`, `delivery_recorded`. */
export async function assertNobodyHasIt(tx: Tx, order: LockedShopOrder): Promise<void> {
  const { shop_id, id: order_id, order_number } = order;
  if (await isCancelledInStore(tx, { shop_id, order_id }))
    throw Problem.about('cancelled_in_store', { order_number });
  const confirmation = await findRow(tx, 'delivery_confirmations', { shop_id, order_id }, ['id']);
  if (confirmation) throw Problem.about('delivery_recorded', { order_number });
}

/** Makes locked cancelled orders of one shop packed and nobody's. */
export async function reopenLocked(
  tx: Tx,
  actor: Actor,
  orders: readonly LockedShopOrder[],
  reason: string,
): Promise<void> {
  await takeFromDrivers(tx, actor, orders);
  await changeAllLocked(tx, orders, { status: 'packed', dispatching_started_at: null });
  const event = { kind: 'status', detail: { from: 'cancelled', to: 'packed', reason } } as const;
  await recordOrderEvents(
    tx,
    actor,
    orders.map((order) => ({ order, event })),
  );
}

/** Whether the connected store told us so, whoever cancelled it first. */
export async function isCancelledInStore(tx: Tx, { shop_id, order_id }: OrderKey): Promise<boolean> {
  const asked = sql<{ is: boolean }>`select cancelled_in_store(${shop_id}, ${order_id}::uuid) as is`;
  return (await oneRow(tx, asked)).is;
}

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
 * Reopens a cancelled order: it is then packed and unassigned (ruling G5), so that a delivery by its former
 * driver is a conflict. Rejected if the store has cancelled it or a delivery of it is recorded, with or
 * without a conflict: the goods are then not here. Throws `invalid_input`, `not_found`,
 * `order_not_cancelled`, `cancelled_in_store`, `delivery_recorded`.
 */
export async function reopenOrder(
  tx: Tx,
  actor: Actor,
  { order_id, reason }: { order_id: string; reason: string },
  { changed }: Operation,
): Promise<void> {
  const because = readReason(reason);
  const order = await lockShopOrder(tx, { shop_id: actor.shop_id, order_id });
  await assertCanReopen(tx, order);
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

/**
 * Throws `order_not_cancelled`; `order_closed` if the customer is erased, since the order cannot be
 * delivered; and the errors of `assertGoodsInShop`.
 */
export async function assertCanReopen(tx: Tx, order: LockedShopOrder): Promise<void> {
  const { order_number, status } = order;
  if (status !== 'cancelled') throw Problem.about('order_not_cancelled', { order_number, status });
  if (order.erased_at) throw Problem.about('order_closed', { order_number, status, stays: 'erased' });
  await assertGoodsInShop(tx, order);
}

/**
 * Throws `cancelled_in_store` or `delivery_recorded` if the goods of a cancelled order may not be in the
 * shop.
 */
export async function assertGoodsInShop(tx: Tx, order: LockedShopOrder): Promise<void> {
  const { shop_id, id: order_id, order_number } = order;
  if (await isCancelledInStore(tx, { shop_id, order_id }))
    throw Problem.about('cancelled_in_store', { order_number });
  const confirmation = await findRow(tx, 'delivery_confirmations', { shop_id, order_id }, ['id']);
  if (confirmation) throw Problem.about('delivery_recorded', { order_number });
}

/** Makes locked cancelled orders of one shop packed and unassigned. */
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

/** True if the connected store has reported the cancellation, even if the order was cancelled here first. */
export async function isCancelledInStore(tx: Tx, { shop_id, order_id }: OrderKey): Promise<boolean> {
  const query = sql<{ is: boolean }>`select cancelled_in_store(${shop_id}, ${order_id}::uuid) as is`;
  return (await oneRow(tx, query)).is;
}

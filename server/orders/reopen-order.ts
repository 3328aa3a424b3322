import type { Operation } from '../operations/operation.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow, oneRow } from '../platform/database/rows.ts';
import { statement } from '../platform/database/statement.ts';
import { Problem } from '../platform/problem.ts';
import { readReason } from '../platform/read-reason.ts';
import { takeFromDriver } from './assign-order.ts';
import { changeLocked, lockShopOrder, type OrderKey } from './lock-shop-order.ts';
import { orderChange, recordOrderEvent } from './order-events.ts';

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
  const { order_number, status, driver_id } = order;
  if (status !== 'cancelled') throw Problem.about('order_not_cancelled', { order_number, status });
  if (await isCancelledInStore(tx, { shop_id: order.shop_id, order_id }))
    throw Problem.about('cancelled_in_store', { order_number });
  const key = { shop_id: order.shop_id, order_id };
  const confirmation = await findRow(tx, 'delivery_confirmations', key, ['id']);
  if (confirmation) throw Problem.about('delivery_recorded', { order_number });
  await takeFromDriver(tx, actor, order);
  await changeLocked(tx, order, { status: 'packed', dispatching_started_at: null });
  const detail = { from: status, to: 'packed', reason: because } as const;
  await recordOrderEvent(tx, actor, order, { kind: 'status', detail });
  const reopened = {
    what: 'reopen_order',
    before: { status, driver_id },
    after: { status: 'packed', driver_id: null },
    personal_fields: ['reason'],
  } as const;
  changed(await orderChange(tx, order, reopened));
}

/** Whether the connected store told us so, whoever cancelled it first. */
export async function isCancelledInStore(tx: Tx, { shop_id, order_id }: OrderKey): Promise<boolean> {
  const asked = statement<{ is: boolean }>`select cancelled_in_store(${shop_id}, ${order_id}::uuid) as is`;
  return (await oneRow(tx, asked)).is;
}

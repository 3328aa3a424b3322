import { type RawBuilder, sql, type UpdateObject } from 'kysely';
import type { Tables, Tx } from '../platform/database/database.ts';
import { changeRows } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';

export type OrderKey = { shop_id: number; order_id: string };

/** Locks an order of the shop, whoever its driver is; the driver's lock comes after. Throws `not_found`. */
export async function lockShopOrder(tx: Tx, { shop_id, order_id }: OrderKey) {
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .where((order) => order.and({ shop_id, id: order_id }))
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw Problem.about('not_found', { what: 'order_id' });
  return order;
}

/** Those that there are, each locked in the order of their ids: whoever locks several at once takes them in this one. */
export async function lockShopOrders(
  tx: Tx,
  shop_id: number,
  order_ids: readonly string[],
): Promise<LockedShopOrder[]> {
  return await tx
    .selectFrom('orders')
    .selectAll()
    .where('shop_id', '=', shop_id)
    .where(isAmong(order_ids))
    .orderBy('id')
    .forUpdate()
    .execute();
}

export type LockedShopOrder = Awaited<ReturnType<typeof lockShopOrder>>;

/** Writes columns of an order that is locked. */
export function changeLocked(
  tx: Tx,
  { shop_id, id }: Pick<LockedShopOrder, 'shop_id' | 'id'>,
  columns: UpdateObject<Tables, 'orders'>,
): Promise<number> {
  return changeRows(tx, 'orders', { shop_id, id }, columns);
}

/** As `changeLocked`, the same of each of these orders of one shop. */
export async function changeAllLocked(
  tx: Tx,
  orders: readonly Pick<LockedShopOrder, 'shop_id' | 'id'>[],
  columns: UpdateObject<Tables, 'orders'>,
): Promise<void> {
  const [first] = orders;
  if (!first) return;
  const changing = tx.updateTable('orders').set(columns).where('shop_id', '=', first.shop_id);
  await changing.where(isAmong(orders.map(({ id }) => id))).execute();
}

/** One parameter, however many there are: so the statement stays the same. */
function isAmong(order_ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`id = any(${order_ids}::uuid[])`;
}

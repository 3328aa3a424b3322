import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../platform/database/database.ts';
import { type Changes, changeRows, firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

export type OrderKey = { shop_id: number; order_id: string };

/**
 * Locks an order of the shop, whatever its driver; the driver's lock is taken after it. Throws `not_found`.
 */
export async function lockShopOrder(tx: Tx, { shop_id, order_id }: OrderKey): Promise<LockedShopOrder> {
  const locking = sql<LockedShopOrder>`
    select * from orders where shop_id = ${shop_id} and id = ${order_id} for update`;
  const order = await firstRow(tx, locking);
  if (!order) throw Problem.about('not_found', { what: 'order_id' });
  return order;
}

/**
 * Locks the existing orders among these in the order of their ids, as all code that locks several orders
 * does.
 */
export async function lockShopOrders(
  tx: Tx,
  shop_id: number,
  order_ids: readonly string[],
): Promise<LockedShopOrder[]> {
  const locking = sql<LockedShopOrder>`
    select * from orders where shop_id = ${shop_id} and id = any(${order_ids}::uuid[]) order by id for update`;
  return (await locking.execute(tx)).rows;
}

export type LockedShopOrder = Selectable<Tables['orders']>;

/** Writes columns of a locked order. */
export function changeLocked(
  tx: Tx,
  { shop_id, id }: Pick<LockedShopOrder, 'shop_id' | 'id'>,
  columns: Changes<'orders'>,
): Promise<number> {
  return changeRows(tx, 'orders', { shop_id, id }, columns);
}

/** Writes the same columns of several locked orders of one shop. */
export async function changeAllLocked(
  tx: Tx,
  orders: readonly Pick<LockedShopOrder, 'shop_id' | 'id'>[],
  columns: Changes<'orders'>,
): Promise<void> {
  const [first] = orders;
  if (!first) return;
  // One array parameter for any number of orders keeps the statement the same.
  const among = sql<string>`any(${orders.map(({ id }) => id)}::uuid[])`;
  await changeRows(tx, 'orders', { shop_id: first.shop_id, id: among }, columns);
}

import type { UpdateObject } from 'kysely';
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

export type LockedShopOrder = Awaited<ReturnType<typeof lockShopOrder>>;

/** Writes columns of an order that is locked. */
export function changeLocked(
  tx: Tx,
  { shop_id, id }: Pick<LockedShopOrder, 'shop_id' | 'id'>,
  columns: UpdateObject<Tables, 'orders'>,
): Promise<number> {
  return changeRows(tx, 'orders', { shop_id, id }, columns);
}

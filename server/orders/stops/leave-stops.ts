import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import type { LockedShopOrder } from '../lock-shop-order.ts';

type OfShop = Pick<LockedShopOrder, 'shop_id' | 'id'>;

/**
 * Removes orders of one shop that are reassigned, or back in the shop, from all stops. Locks these stops,
 * always after the drivers.
 */
export async function leaveStops(tx: Tx, orders: readonly OfShop[]): Promise<void> {
  const [first] = orders;
  if (!first) return;
  const ids = orders.map(({ id }) => id);
  await lockStopsWith(tx, first.shop_id, ids);
  const leaving = sql`update driver_stops
    set order_ids = array(select id from unnest(order_ids) with ordinality as s (id, at) where id <> all (${ids}::uuid[]) order by at)
    where shop_id = ${first.shop_id} and order_ids && ${ids}::uuid[]`;
  await leaving.execute(tx);
}

/**
 * Locks the stops that contain any of these orders, and those of these drivers, in the order of the drivers.
 */
export async function lockStopsWith(
  tx: Tx,
  shop_id: number,
  order_ids: readonly string[],
  driver_ids: readonly number[] = [],
): Promise<void> {
  const locking = sql`select driver_id from driver_stops
    where shop_id = ${shop_id} and (order_ids && ${order_ids}::uuid[] or driver_id = any(${driver_ids}::int[]))
    order by driver_id for no key update`;
  await locking.execute(tx);
}

import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { LockedShopOrder } from './lock-shop-order.ts';

/**
 * An order that changes hands, or is back in the shop, has no position among anybody's stops any more. Takes the lock of these stops, which
 * comes after the drivers'.
 */
export async function leaveStops(
  tx: Tx,
  { shop_id, id }: Pick<LockedShopOrder, 'shop_id' | 'id'>,
): Promise<void> {
  const leaving = statement`update driver_stops set order_ids = array_remove(order_ids, ${id}::uuid)
    where shop_id = ${shop_id} and driver_id = any (
      select driver_id from order_assignments where shop_id = ${shop_id} and order_id = ${id}::uuid)
    and order_ids @> array[${id}::uuid]`;
  await tx.executeQuery(leaving);
}

import { isOpen } from '../../contract/rules/order-life.ts';
import type { Tx } from '../platform/database/database.ts';
import { findExistingOrders } from './find-existing-orders.ts';
import { lockShopOrder, type OrderKey } from './lock-shop-order.ts';
import type { NewOrder } from './new-order.ts';
import type { Difference } from './order-differences.ts';
import type { OrderActor } from './order-events.ts';
import { updateOrder } from './update-order.ts';

/** `left`: it differs and stays as it is, because of what `because` says in words. */
export type Correction =
  | { outcome: 'unchanged' }
  | { outcome: 'updated'; differences: Difference[] }
  | { outcome: 'left'; differences: Difference[]; because: string };

/**
 * Makes an order of the shop what its system says of it now, while it is open (ruling G5). Its number, outside id and time tell
 * which order it is and are never changed; an id is only added where there was none. Compared under the order's lock, so two
 * corrections at once do it one after the other. Throws `not_found`.
 */
export async function correctOrder(
  tx: Tx,
  { order, by, ...key }: OrderKey & { order: NewOrder; by: OrderActor },
): Promise<Correction> {
  const { status } = await lockShopOrder(tx, key);
  const found = (await findExistingOrders(tx, key.shop_id, [order])).compare(order);
  if (found === 'new' || found === 'same') return { outcome: 'unchanged' };
  const { differences } = found;
  if (found.is_another) {
    return { outcome: 'left', differences, because: 'a number, an id and a time of order are not corrected' };
  }
  if (!isOpen(status)) return { outcome: 'left', differences, because: `it is ${status}` };
  await addId(tx, key, order);
  await updateOrder(tx, key, order, by);
  return { outcome: 'updated', differences };
}

async function addId(tx: Tx, { shop_id, order_id }: OrderKey, { external_id }: NewOrder): Promise<void> {
  if (external_id === null) return;
  await tx
    .updateTable('orders')
    .set({ external_id })
    .where('shop_id', '=', shop_id)
    .where('id', '=', order_id)
    .where('external_id', 'is', null)
    .execute();
}

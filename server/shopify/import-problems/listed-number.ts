import { orderNumberKey, orderNumberOf } from '../../../contract/rules/orders/order-number.ts';
import { findByNumber } from '../../orders/orders-by-number.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * Returns an order number that a user has typed in the form in which it is stored or listed; an unknown
 * number is returned as typed.
 */
export async function listedNumber(tx: Tx, shop_id: number, typed: string): Promise<string> {
  const order = await findByNumber(tx, shop_id, typed);
  if (order) return order.order_number;
  const order_number = orderNumberOf(typed);
  const listed = sql<{ order_number: string }>`
    select order_number from shopify_not_taken(${shop_id}::int)
    where order_number_key(order_number) = ${orderNumberKey(order_number)}::text limit 1`;
  return (await listed.execute(tx)).rows[0]?.order_number ?? order_number;
}

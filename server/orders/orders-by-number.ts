import { orderNumberKey, orderNumberOf } from '../../contract/rules/orders/order-number.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

type Numbered = { order_number: string; repeats_number: boolean };

/**
 * The condition on `orders o` for orders that have one of these numbers exactly, or its key. An order whose
 * number repeats another's is found by its exact number only, as is one whose key is not stored yet.
 */
export function hasNumberOf(numbers: readonly string[]) {
  const keys = numbers.map(orderNumberKey);
  return sql<boolean>`(o.order_number = any(${[...numbers]}::text[])
    or not o.repeats_number and o.number_key = any(${keys}::text[]))`;
}

/**
 * Returns a lookup by number among orders that `hasNumberOf` has selected: an exact match precedes one by
 * key.
 */
export function byNumber<Order extends Numbered>(
  orders: readonly Order[],
): (number: string) => Order | undefined {
  const exact = new Map(orders.map((order) => [order.order_number, order]));
  const holders = orders.filter(({ repeats_number }) => !repeats_number);
  const by_key = new Map(holders.map((order) => [orderNumberKey(order.order_number), order]));
  return (number) => exact.get(number) ?? by_key.get(orderNumberKey(number));
}

/** The shop's other orders whose numbers have the same key, from before keys were unique. */
export async function othersWithNumber(
  tx: Tx,
  shop_id: number,
  { id, order_number }: { id: string; order_number: string },
) {
  const key = orderNumberKey(order_number);
  const reading = sql<{
    order_id: string;
    order_number: string;
  }>`select id as order_id, order_number from orders
    where shop_id = ${shop_id}::int and id <> ${id}::uuid
      and (repeats_number and number_key = ${key}::text or not repeats_number and number_key = ${key}::text)
    order by created_at, id`;
  return (await reading.execute(tx)).rows;
}

/** The number as older rows contain it, including the invisible characters with which it was received. */
export function exactNumberOf(number: string): string {
  return number.trim().replace(/^#\s*/, '');
}

export type NumberedOrder = { id: string; order_number: string; external_id: string | null };

/**
 * Finds the shop's order by a number that a user entered, with or without `#`; an exact match precedes one by
 * key.
 */
export async function findByNumber(
  tx: Tx,
  shop_id: number,
  number: string,
): Promise<NumberedOrder | undefined> {
  const exact = exactNumberOf(number);
  const key = orderNumberKey(orderNumberOf(number));
  const finding = sql<NumberedOrder>`select id, order_number, external_id from orders
    where shop_id = ${shop_id}::int and (order_number = ${exact}::text or not repeats_number and number_key = ${key}::text)
    order by order_number = ${exact}::text desc limit 1`;
  return (await finding.execute(tx)).rows[0];
}

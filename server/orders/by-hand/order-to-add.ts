import type { EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { ENDPOINTS } from '../../../contract/operations/endpoints.ts';
import { readRoute } from '../../operations/route.ts';
import type { Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { byNumber, hasNumberOf } from '../orders-by-number.ts';
import { numbersAfter } from './next-number.ts';

/**
 * The number of newest orders from which the number format is derived, and of candidate numbers that are
 * tried.
 */
const RECENT = 200;

/** Returns the initial values of a new order of the shop. */
export async function readOrderToAdd(
  tx: Tx,
  shop_id: number,
): Promise<EndpointResponse<'read_order_to_add'>> {
  const store = sql<{ of_store: boolean }>`select own_shopify_state() is not null as of_store`;
  const [{ of_store }, drivers] = await Promise.all([oneRow(tx, store), listDeliverers(tx, shop_id)]);
  return { order_number: await freeNumber(tx, shop_id, of_store), of_store, drivers };
}

export const readOrderToAddRoute = readRoute('read_order_to_add', ({ tx, actor }) =>
  readOrderToAdd(tx, actor.shop_id),
);

/** Lists by name the drivers to whom an order can be assigned, under the rule of `eligibleDriver`. */
async function listDeliverers(tx: Tx, shop_id: number) {
  const { rows } = await sql<{ driver_id: number; full_name: string }>`
    select d.id as driver_id, d.full_name
    from drivers d join profiles p on p.id = d.user_id and p.shop_id = d.shop_id
    where d.shop_id = ${shop_id} and p.role = any(${[...ENDPOINTS.confirm_delivery.access]}::text[])
      and d.user_id not in (select disabled_staff())
    order by d.full_name, d.id`.execute(tx);
  return rows;
}

/** The predicate of the index that finds the highest of these numbers. */
const BY_HAND = sql`order_number ~ '^H-[0-9]{1,12}$'`;

/** Returns an empty string if none of the next numbers is free: the user then enters one. */
async function freeNumber(tx: Tx, shop_id: number, of_store: boolean): Promise<string> {
  const newest = of_store
    ? sql`and ${BY_HAND} order by length(order_number) desc, order_number desc limit 1`
    : sql`order by created_at desc limit ${RECENT}`;
  const { rows } = await sql<{ order_number: string }>`
    select order_number from orders where shop_id = ${shop_id} ${newest}`.execute(tx);
  const recent = rows.map(({ order_number }) => order_number);
  const numbers = numbersAfter(recent, { of_store, count: RECENT });
  const taken = await sql<{ order_number: string; repeats_number: boolean }>`
    select o.order_number, o.repeats_number from orders o
    where o.shop_id = ${shop_id} and ${hasNumberOf(numbers)}`.execute(tx);
  const known = byNumber(taken.rows);
  return numbers.find((number) => known(number) === undefined) ?? '';
}

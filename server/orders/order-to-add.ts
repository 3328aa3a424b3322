import { sql } from 'kysely';
import type { EndpointAnswer } from '../../contract/operations/endpoint-schemas.ts';
import { ENDPOINTS } from '../../contract/operations/endpoints.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { statement } from '../platform/database/statement.ts';
import { numbersAfter } from './next-number.ts';
import { byNumber, hasNumberOf } from './orders-by-number.ts';

/** How many of the newest orders tell how a shop without a store numbers them, and how many numbers are tried. */
const RECENT = 200;

/** What a new order of the shop begins with. */
export async function readOrderToAdd(tx: Tx, shop_id: number): Promise<EndpointAnswer<'read_order_to_add'>> {
  const store = statement<{ of_store: boolean }>`select own_shopify_state() is not null as of_store`;
  const [{ of_store }, drivers] = await Promise.all([oneRow(tx, store), listDeliverers(tx, shop_id)]);
  return { order_number: await freeNumber(tx, shop_id, of_store), of_store, drivers };
}

/** Who may be given an order, by name: as `whoDelivers` decides. */
async function listDeliverers(tx: Tx, shop_id: number) {
  const drivers = await tx
    .selectFrom('drivers as d')
    .innerJoin('profiles as p', (join) =>
      join.onRef('p.id', '=', 'd.user_id').onRef('p.shop_id', '=', 'd.shop_id'),
    )
    .select(['d.id as driver_id', 'd.full_name'])
    .where('d.shop_id', '=', shop_id)
    .where('p.role', 'in', ENDPOINTS.confirm_delivery.access)
    .where('d.user_id', 'not in', sql<string>`(select disabled_staff())`)
    .orderBy('d.full_name')
    .orderBy('d.id')
    .execute();
  return drivers;
}

/** As the index says it, which finds the highest of them. */
const isByHand = sql<boolean>`order_number ~ '^H-[0-9]{1,12}$'`;

/** Empty where none of the next numbers is free: then a person knows better. */
async function freeNumber(tx: Tx, shop_id: number, of_store: boolean): Promise<string> {
  const orders = tx.selectFrom('orders').select('order_number').where('shop_id', '=', shop_id);
  const telling = of_store
    ? orders
        .where(isByHand)
        .orderBy(sql`length(order_number)`, 'desc')
        .orderBy('order_number', 'desc')
        .limit(1)
    : orders.orderBy('created_at', 'desc').limit(RECENT);
  const recent = (await telling.execute()).map(({ order_number }) => order_number);
  const numbers = numbersAfter(recent, { of_store, count: RECENT });
  const taken = await tx
    .selectFrom('orders as o')
    .select(['o.order_number', 'o.repeats_number'])
    .where('o.shop_id', '=', shop_id)
    .where(hasNumberOf(numbers))
    .execute();
  const known = byNumber(taken);
  return numbers.find((number) => known(number) === undefined) ?? '';
}

import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { statement } from '../platform/database/statement.ts';

/** The shop's country, where the customer's telephone text is not parsed yet. */
const COUNTRY_TO_PARSE = sql<string | null>`case when c.phones is null and c.phone is not null then
  (select s.country from shops s where s.id = o.shop_id) end`;

/** The shop's orders, each with the customer it was placed by. */
export function ordersWithCustomers(tx: Tx, shop_id: number) {
  return tx
    .selectFrom('orders as o')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.shop_id', '=', 'o.shop_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .selectAll('o')
    .select(['c.first_name', 'c.last_name', 'c.phone', 'c.phones', COUNTRY_TO_PARSE.as('country_to_parse')])
    .where('o.shop_id', '=', shop_id);
}

/** The lines of the shop's orders with their products, in their order. */
export function linesWithProducts(tx: Tx, shop_id: number) {
  return tx
    .selectFrom('order_line_items as l')
    .innerJoin('products as p', (join) =>
      join.onRef('p.shop_id', '=', 'l.shop_id').onRef('p.id', '=', 'l.product_id'),
    )
    .select(['p.name', 'p.sku', 'l.qty', 'l.picked_qty', 'l.unit_price_fils', 'l.line_total_fils'])
    .where('l.shop_id', '=', shop_id)
    .orderBy('l.order_id')
    .orderBy('l.position');
}

/** What the driver `d` of the order `o` took for it at the door, in confirmations that met a change; nobody pays the same driver twice. */
export const TAKEN_BY_DRIVER = sql<number>`(select coalesce(sum(f.collected_fils), 0)::bigint from delivery_confirmations f
  where f.shop_id = o.shop_id and f.order_id = o.id and f.user_id = d.user_id)`;

/** What whoever acts took for this order in confirmations so far, by whichever tender, in fils. */
export async function takenAtDoor(tx: Tx, order_id: string): Promise<number> {
  const taken = statement<{ taken_fils: number }>`
    select coalesce(sum(collected_fils), 0)::bigint as taken_fils from delivery_confirmations
    where shop_id = actor.shop_id() and order_id = ${order_id}::uuid and user_id = actor.user_id()`;
  return (await oneRow(tx, taken)).taken_fils;
}

/** As `takenAtDoor`, of each of these orders; those without are not there. */
export async function takenAtDoors(tx: Tx, order_ids: string[]): Promise<Map<string, number>> {
  const taken = statement<{ order_id: string; taken_fils: number }>`
    select order_id, sum(collected_fils)::bigint as taken_fils from delivery_confirmations
    where shop_id = actor.shop_id() and order_id = any(${order_ids}::uuid[]) and user_id = actor.user_id() group by order_id`;
  const { rows } = await tx.executeQuery(taken);
  return new Map(rows.map(({ order_id, taken_fils }) => [order_id, taken_fils]));
}

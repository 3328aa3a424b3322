import type {
  DriverGoods,
  DriverGoodsList,
} from '../../contract/operations/dashboard/cash/list-driver-goods.schema.ts';
import { isUndone } from '../orders/is-undone.ts';
import { linesWithProducts } from '../orders/order-rows.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import { type Driver, ordersWith, wholeOrdersWith } from './driver-goods.ts';

/** Lists the orders whose goods are with a driver, in stop order. Throws `driver_unknown`. */
export async function listDriverGoods(tx: Tx, driver: Driver): Promise<DriverGoodsList> {
  const { shop_id, driver_id } = driver;
  if (!(await findRow(tx, 'drivers', { shop_id, id: driver_id }, ['id'])))
    throw new Problem('driver_unknown');
  const { rows } = await sql<GoodsRow>`
    select o.id as order_id, o.order_number, o.status, o.id not in (${wholeOrdersWith(driver)}) as is_refused, c.first_name, c.last_name, t.attempts, t.reason, t.reason_label
    from orders o
    join customers c on c.shop_id = o.shop_id and c.id = o.customer_id
    left join driver_stops s on s.shop_id = o.shop_id and s.driver_id = ${driver_id}
    cross join lateral (
      select count(*)::int as attempts, (array_agg(a.reason order by a.occurred_at desc, a.number desc))[1] as reason,
        (array_agg(a.reason_label order by a.occurred_at desc, a.number desc))[1] as reason_label
      from delivery_attempts a where a.shop_id = o.shop_id and a.order_id = o.id and not ${isUndone('a')}
    ) t
    where o.shop_id = ${shop_id} and o.id in (${ordersWith(driver)})
    order by array_position(s.order_ids, o.id), o.created_at, o.id`.execute(tx);
  const idsWhere = (is_refused: boolean) =>
    rows.flatMap((row) => (row.is_refused === is_refused ? row.order_id : []));
  const items = new Map([
    ...(await itemsOf(tx, shop_id, idsWhere(false))),
    ...(await refusedItems(tx, driver, idsWhere(true))),
  ]);
  const goods = rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    customer_name: `${first_name} ${last_name}`.trim(),
    items: items.get(row.order_id) ?? [],
  }));
  return { goods };
}

type GoodsRow = Omit<DriverGoods, 'customer_name' | 'items'> & { first_name: string; last_name: string };

/** The refused goods of each order, by the driver's latest delivery of it. */
async function refusedItems(tx: Tx, { shop_id, driver_id }: Driver, order_ids: readonly string[]) {
  const items = new Map<string, DriverGoods['items']>();
  if (order_ids.length === 0) return items;
  const { rows } = await sql<{ order_id: string; name: string; qty: number }>`
    select l.order_id, l.name, l.qty - l.handed_over as qty from delivery_lines l
    where l.shop_id = ${shop_id} and l.driver_id = ${driver_id} and l.order_id = any(${[...order_ids]}::uuid[]) and l.handed_over < l.qty
      and l.confirmation_id = (select c.id from delivery_confirmations c join delivery_lines n on n.shop_id = c.shop_id and n.confirmation_id = c.id
        where c.shop_id = l.shop_id and c.order_id = l.order_id and c.driver_id = l.driver_id order by c.recorded_at desc, c.id desc limit 1)
    order by l.order_id, l.position`.execute(tx);
  for (const { order_id, ...item } of rows) items.set(order_id, [...(items.get(order_id) ?? []), item]);
  return items;
}

/** The picked goods of each order; a line of which nothing was picked is not with the driver. */
async function itemsOf(tx: Tx, shop_id: number, order_ids: readonly string[]) {
  const items = new Map<string, DriverGoods['items']>();
  if (order_ids.length === 0) return items;
  for (const line of await linesWithProducts(tx, shop_id, order_ids)) {
    const qty = line.picked_qty ?? line.qty;
    if (qty > 0) items.set(line.order_id, [...(items.get(line.order_id) ?? []), { name: line.name, qty }]);
  }
  return items;
}

import type { Selectable } from 'kysely';
import type { OrderStatus } from '../../../contract/rules/orders/order-life.ts';
import { orderNumberOf } from '../../../contract/rules/orders/order-number.ts';
import type { Tables, Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import type { OrderKey } from '../lock-shop-order.ts';
import {
  type LineRow,
  linesWithProducts,
  ORDER_COLUMNS,
  type OrderRow,
  WITH_CUSTOMERS,
} from '../order-rows.ts';
import { findByNumber } from '../orders-by-number.ts';

/** Finds the order of the shop with this number, with or without '#'. Throws `not_found`. */
export async function findShopOrder(tx: Tx, shop_id: number, number: string): Promise<OrderKey> {
  const order = await findByNumber(tx, shop_id, number);
  const order_number = orderNumberOf(number);
  if (!order) throw Problem.about('not_found', { what: 'order', shop_id, order_number });
  return { shop_id, order_id: order.id };
}

type OrderFilter = {
  status?: OrderStatus | undefined;
  /** If true, only orders whose numbers have the same key as another order's. */
  repeated?: boolean | undefined;
  limit: number;
};

type Listed = Pick<
  OrderRow,
  | 'order_number'
  | 'status'
  | 'first_name'
  | 'last_name'
  | 'payment_method'
  | 'pays_either'
  | 'waits_because'
  | 'payment_status'
  | 'total_amount_fils'
  | 'due_amount_fils'
  | 'area'
  | 'promised_at'
  | 'created_at'
> & { driver: string | null };

/**
 * Lists the shop's orders for its operator, oldest first, at most `limit`. Amounts in fils, timestamps in ISO
 * 8601.
 */
export async function listShopOrders(
  tx: Tx,
  shop_id: number,
  { status, repeated = false, limit }: OrderFilter,
) {
  const in_status = status === undefined ? sql`true` : sql`o.status = ${status}`;
  const is_repeated = repeated
    ? sql`o.number_key in (select number_key from orders where shop_id = ${shop_id} and repeats_number = true)`
    : sql`true`;
  const { rows } = await sql<Listed>`
    select o.order_number, o.status, d.full_name as driver, c.first_name, c.last_name, o.payment_method, o.pays_either,
      o.waits_because, o.payment_status, o.total_amount_fils, o.due_amount_fils, o.area, o.promised_at, o.created_at
    from ${WITH_CUSTOMERS} left join drivers d on d.shop_id = o.shop_id and d.id = o.driver_id
    where o.shop_id = ${shop_id} and ${in_status} and ${is_repeated}
    order by o.created_at, o.id limit ${limit}`.execute(tx);
  return rows.map(({ first_name, last_name, promised_at, created_at, ...row }) => ({
    ...row,
    customer: `${first_name} ${last_name}`.trim(),
    promised_at: promised_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }));
}

export type ShopOrderRow = Awaited<ReturnType<typeof listShopOrders>>[number];

/**
 * Reads one order for its operator and the desk: lines, drivers, deliveries with conflicts, history. Amounts
 * in fils.
 */
export async function readOrderStory(tx: Tx, key: OrderKey) {
  const [order, items, assignments, confirmations, history] = await Promise.all([
    orderOf(tx, key),
    linesWithProducts(tx, key.shop_id, [key.order_id]),
    assignmentsOf(tx, key),
    confirmationsOf(tx, key),
    historyOf(tx, key),
  ]);
  return { order, items: items.map(storyItem), assignments, confirmations, history };
}

/** A line in the JSON output of the command line. */
function storyItem({ order_id: _, external_id: __, ...line }: LineRow) {
  return line;
}

export type OrderStory = Awaited<ReturnType<typeof readOrderStory>>;

function orderOf(tx: Tx, { shop_id, order_id }: OrderKey) {
  const reading = sql<OrderRow & { driver: string | null }>`
    select ${ORDER_COLUMNS}, d.full_name as driver
    from ${WITH_CUSTOMERS} left join drivers d on d.shop_id = o.shop_id and d.id = o.driver_id
    where o.shop_id = ${shop_id} and o.id = ${order_id}`;
  return oneRow(tx, reading);
}

async function assignmentsOf(tx: Tx, { shop_id, order_id }: OrderKey) {
  type Assignment = { driver_id: number; driver: string; assigned_at: Date; ended_at: Date | null };
  const { rows } = await sql<Assignment>`
    select a.driver_id, d.full_name as driver, a.assigned_at, a.ended_at
    from order_assignments a join drivers d on d.shop_id = a.shop_id and d.id = a.driver_id
    where a.shop_id = ${shop_id} and a.order_id = ${order_id} order by a.assigned_at, a.id`.execute(tx);
  return rows;
}

type Confirmation = Pick<
  Selectable<Tables['delivery_confirmations']>,
  | 'id'
  | 'customer_name'
  | 'outcome'
  | 'conflict'
  | 'tender'
  | 'collected_fils'
  | 'cash_fils'
  | 'delivered_at'
  | 'recorded_at'
  | 'erased_at'
> & { driver: string };

async function confirmationsOf(tx: Tx, { shop_id, order_id }: OrderKey) {
  const { rows } = await sql<Confirmation>`
    select f.id, d.full_name as driver, f.customer_name, f.outcome, f.conflict, f.tender, f.collected_fils, f.cash_fils,
      f.delivered_at, f.recorded_at, f.erased_at
    from delivery_confirmations f join drivers d on d.shop_id = f.shop_id and d.id = f.driver_id
    where f.shop_id = ${shop_id} and f.order_id = ${order_id} order by f.recorded_at, f.id`.execute(tx);
  return rows;
}

type HistoryRow = Pick<
  Selectable<Tables['order_events']>,
  'id' | 'recorded_at' | 'kind' | 'detail' | 'operator' | 'system'
> & { by: string | null };

async function historyOf(tx: Tx, { shop_id, order_id }: OrderKey) {
  const { rows } = await sql<HistoryRow>`
    select e.id, e.recorded_at, e.kind, e.detail, p.full_name as by, e.operator, e.system
    from order_events e left join profiles p on p.id = e.actor_user_id
    where e.shop_id = ${shop_id} and e.order_id = ${order_id} order by e.recorded_at, e.id`.execute(tx);
  return rows;
}

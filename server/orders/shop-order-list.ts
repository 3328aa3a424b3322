import type { OrderStatus } from '../../contract/rules/order-life.ts';
import { orderNumberOf } from '../../contract/rules/order-number.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import type { OrderKey } from './lock-shop-order.ts';
import { linesWithProducts, ordersWithCustomers } from './order-rows.ts';
import { findByNumber } from './orders-by-number.ts';

/** The order of the shop with this number, '#' or not. Throws `not_found`. */
export async function findShopOrder(tx: Tx, shop_id: number, number: string): Promise<OrderKey> {
  const order = await findByNumber(tx, shop_id, number);
  const order_number = orderNumberOf(number);
  if (!order) throw Problem.about('not_found', { what: 'order', shop_id, order_number });
  return { shop_id, order_id: order.id };
}

type OrderFilter = {
  status?: OrderStatus | undefined;
  /** Only orders whose numbers have the same key as another's. */
  repeated?: boolean | undefined;
  limit: number;
};

/** The shop's orders for its operator, oldest first, at most `limit`. Amounts in fils, moments in ISO 8601. */
export async function listShopOrders(
  tx: Tx,
  shop_id: number,
  { status, repeated = false, limit }: OrderFilter,
) {
  let orders = tx
    .selectFrom('orders as o')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.shop_id', '=', 'o.shop_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .leftJoin('drivers as d', (join) =>
      join.onRef('d.shop_id', '=', 'o.shop_id').onRef('d.id', '=', 'o.driver_id'),
    )
    .select(['o.order_number', 'o.status', 'd.full_name as driver', 'c.first_name', 'c.last_name'])
    .select([
      'o.payment_method',
      'o.pays_either',
      'o.waits_because',
      'o.payment_status',
      'o.total_amount_fils',
      'o.due_amount_fils',
      'o.area',
      'o.promised_at',
      'o.created_at',
    ])
    .where('o.shop_id', '=', shop_id);
  if (status !== undefined) orders = orders.where('o.status', '=', status);
  if (repeated) {
    orders = orders.where('o.number_key', 'in', (from) =>
      from
        .selectFrom('orders')
        .select('number_key')
        .where('shop_id', '=', shop_id)
        .where('repeats_number', '=', true),
    );
  }
  const rows = await orders.orderBy('o.created_at').orderBy('o.id').limit(limit).execute();
  return rows.map(({ first_name, last_name, promised_at, created_at, ...row }) => ({
    ...row,
    customer: `${first_name} ${last_name}`.trim(),
    promised_at: promised_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }));
}

export type ShopOrderRow = Awaited<ReturnType<typeof listShopOrders>>[number];

/** All that is known of one order, for its operator and the desk: lines, drivers, delivery with conflicts (ruling A9), history. Amounts in fils. */
export async function readOrderStory(tx: Tx, key: OrderKey) {
  const [order, items, assignments, confirmations, history] = await Promise.all([
    orderOf(tx, key),
    linesWithProducts(tx, key.shop_id)
      .select(['l.id', 'p.barcode'])
      .where('l.order_id', '=', key.order_id)
      .execute(),
    assignmentsOf(tx, key),
    confirmationsOf(tx, key),
    historyOf(tx, key),
  ]);
  return { order, items, assignments, confirmations, history };
}

export type OrderStory = Awaited<ReturnType<typeof readOrderStory>>;

function orderOf(tx: Tx, { shop_id, order_id }: OrderKey) {
  return ordersWithCustomers(tx, shop_id)
    .leftJoin('drivers as d', (join) =>
      join.onRef('d.shop_id', '=', 'o.shop_id').onRef('d.id', '=', 'o.driver_id'),
    )
    .select('d.full_name as driver')
    .where('o.id', '=', order_id)
    .executeTakeFirstOrThrow();
}

function assignmentsOf(tx: Tx, { shop_id, order_id }: OrderKey) {
  return tx
    .selectFrom('order_assignments as a')
    .innerJoin('drivers as d', (join) =>
      join.onRef('d.shop_id', '=', 'a.shop_id').onRef('d.id', '=', 'a.driver_id'),
    )
    .select(['a.driver_id', 'd.full_name as driver', 'a.assigned_at', 'a.ended_at'])
    .where((row) => row.and({ 'a.shop_id': shop_id, 'a.order_id': order_id }))
    .orderBy('a.assigned_at')
    .orderBy('a.id')
    .execute();
}

function confirmationsOf(tx: Tx, { shop_id, order_id }: OrderKey) {
  return tx
    .selectFrom('delivery_confirmations as f')
    .innerJoin('drivers as d', (join) =>
      join.onRef('d.shop_id', '=', 'f.shop_id').onRef('d.id', '=', 'f.driver_id'),
    )
    .select(['f.id', 'd.full_name as driver', 'f.customer_name', 'f.outcome', 'f.conflict', 'f.tender'])
    .select(['f.collected_fils', 'f.cash_fils', 'f.delivered_at', 'f.recorded_at', 'f.erased_at'])
    .where((row) => row.and({ 'f.shop_id': shop_id, 'f.order_id': order_id }))
    .orderBy('f.recorded_at')
    .orderBy('f.id')
    .execute();
}

function historyOf(tx: Tx, { shop_id, order_id }: OrderKey) {
  return tx
    .selectFrom('order_events as e')
    .leftJoin('profiles as p', 'p.id', 'e.actor_user_id')
    .select(['e.id', 'e.recorded_at', 'e.kind', 'e.detail', 'p.full_name as by', 'e.operator', 'e.system'])
    .where((row) => row.and({ 'e.shop_id': shop_id, 'e.order_id': order_id }))
    .orderBy('e.recorded_at')
    .orderBy('e.id')
    .execute();
}

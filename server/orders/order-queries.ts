import { sql } from 'kysely';
import type { Stops } from '../../contract/operations/dashboard/deliveries/list-stops.schema.ts';
import type { NextOrder } from '../../contract/operations/dashboard/deliveries/read-next-order.schema.ts';
import { DELIVERABLE_STATUSES, isDeliverable, OPEN_STATUSES } from '../../contract/rules/order-life.ts';
import type { Order, OrderLineItem } from '../../contract/schemas/orders.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow } from '../platform/database/rows.ts';
import { phonesOf } from './customer-phones.ts';
import { isInStatus } from './in-status.ts';
import { linesWithProducts, ordersWithCustomers, takenAtDoor, takenAtDoors } from './order-rows.ts';

/** The one a driver's orders are read for. */
export type OwnDriver = { shop_id: number; user_id: string; driver_id: number };

/** Which orders a driver is to deliver, in the order of his stops. */
export function stopsOf(tx: Tx, driver: Pick<OwnDriver, 'shop_id' | 'driver_id'>) {
  const open = ordersOf(tx, driver).where(isInStatus('o.status', OPEN_STATUSES));
  return open.clearSelect().select(['o.id', 'o.order_number']).execute();
}

/** The driver's open orders in the order of his stops, in one query. */
export async function listAssignedOrders(tx: Tx, driver: OwnDriver): Promise<Order[]> {
  const rows = await ordersOf(tx, driver).where(isInStatus('o.status', OPEN_STATUSES)).execute();
  return Promise.all(rows.map(toOrder));
}

/**
 * All of the driver's open orders as Next Order shows them, in the order of his stops: lines and amounts of all of them by one
 * statement each. Which arrangement that order is of is read with it, since the desk may arrange at any moment.
 */
export async function listStops(tx: Tx, driver: OwnDriver): Promise<Stops> {
  const { shop_id, driver_id } = driver;
  const open = ordersOf(tx, driver).where(isInStatus('o.status', OPEN_STATUSES));
  const rows = await open.select('s.arrangement_id').execute();
  const arranged = rows[0] ?? (await findRow(tx, 'driver_stops', { shop_id, driver_id }, ['arrangement_id']));
  const ids = rows.map(({ id }) => id);
  const [items, taken] = await Promise.all([itemsOfAll(tx, shop_id, ids), takenAtDoors(tx, ids)]);
  const stops = rows.map(async (row) => ({
    ...(await toOrder(row)),
    items: items.get(row.id) ?? [],
    taken_fils: taken.get(row.id) ?? 0,
  }));
  return { arrangement_id: arranged?.arrangement_id ?? null, stops: await Promise.all(stops) };
}

/** The first stop that the driver is out with, or the one asked for while deliverable (ruling F6), or why not. At most four queries. */
export async function readNextOrder(tx: Tx, driver: OwnDriver, asked_id?: string): Promise<NextOrder> {
  const draft_gone = asked_id === undefined ? null : await draftGone(tx, driver, asked_id);
  const deliverable = ordersOf(tx, driver).where(isInStatus('o.status', DELIVERABLE_STATUSES)).limit(1);
  const asked = asked_id !== undefined && draft_gone === null;
  const row = await (asked ? deliverable.where('o.id', '=', asked_id) : deliverable).executeTakeFirst();
  // Between the two reads it may have been delivered: then the next one serves.
  if (!row && asked) return readNextOrder(tx, driver, asked_id);
  if (!row) return { order: null, draft_gone };
  const [items, taken_fils] = await Promise.all([
    itemsOf(tx, driver.shop_id, row.id),
    takenAtDoor(tx, row.id),
  ]);
  return { order: { ...(await toOrder(row)), items, taken_fils }, draft_gone };
}

async function draftGone(
  tx: Tx,
  { shop_id, driver_id }: OwnDriver,
  id: string,
): Promise<NextOrder['draft_gone']> {
  const order = await tx
    .selectFrom('orders as o')
    .innerJoin('order_assignments as a', (join) =>
      join.onRef('a.shop_id', '=', 'o.shop_id').onRef('a.order_id', '=', 'o.id'),
    )
    .select(['o.status', 'o.driver_id'])
    .where((row) => row.and({ 'o.shop_id': shop_id, 'o.id': id }))
    // A manager sees the whole shop's orders; an order that was never his is none of his drafts.
    .where('a.driver_id', '=', driver_id)
    .executeTakeFirst();
  if (!order) return 'unknown';
  if (order.status === 'completed' || order.status === 'cancelled') return order.status;
  if (order.driver_id !== driver_id) return 'reassigned';
  return isDeliverable(order.status) ? null : 'not_deliverable';
}

function ordersOf(tx: Tx, { shop_id, driver_id }: Pick<OwnDriver, 'shop_id' | 'driver_id'>) {
  return (
    ordersWithCustomers(tx, shop_id)
      .leftJoin('driver_stops as s', (join) =>
        join.onRef('s.shop_id', '=', 'o.shop_id').onRef('s.driver_id', '=', 'o.driver_id'),
      )
      .where('o.driver_id', '=', driver_id)
      // What nobody has arranged has no position, and stands behind.
      .orderBy(sql`array_position(s.order_ids, o.id)`)
      .orderBy('o.created_at')
      .orderBy('o.id')
  );
}

type OrderRow = Awaited<ReturnType<ReturnType<typeof ordersOf>['executeTakeFirstOrThrow']>>;

export async function toOrder(row: OrderRow): Promise<Order> {
  return {
    id: row.id,
    order_number: row.order_number,
    driver_id: row.driver_id,
    status: row.status,
    payment_method: row.payment_method,
    pays_either: row.pays_either,
    waits_because: row.waits_because,
    payment_status: row.payment_status,
    subtotal_fils: row.subtotal_fils,
    discount_fils: row.discount_fils,
    shipping_fils: row.shipping_fils,
    tax_fils: row.tax_fils,
    total_amount_fils: row.total_amount_fils,
    paid_amount_fils: row.paid_amount_fils,
    due_amount_fils: row.due_amount_fils,
    delivery_address: row.delivery_address,
    latitude: row.latitude,
    longitude: row.longitude,
    notes: row.notes,
    requests: row.requests,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    dispatching_started_at: row.dispatching_started_at?.toISOString() ?? null,
    actual_delivery_time: row.actual_delivery_time?.toISOString() ?? null,
    delivery_duration_seconds: row.delivery_duration_seconds,
    customer: {
      first_name: row.first_name,
      last_name: row.last_name,
      phone: row.phone,
      phones: await phonesOf(row),
    },
    refund: row.refund,
  };
}

/** The lines of each of these orders, in their order. */
async function itemsOfAll(tx: Tx, shop_id: number, order_ids: string[]) {
  const lines = linesWithProducts(tx, shop_id).where(
    'l.order_id',
    '=',
    sql<string>`any(${order_ids}::uuid[])`,
  );
  const rows = await lines.select(['l.order_id', 'l.id', 'p.barcode']).execute();
  const items = new Map<string, OrderLineItem[]>();
  for (const { order_id, ...row } of rows) items.set(order_id, [...(items.get(order_id) ?? []), toItem(row)]);
  return items;
}

/** The lines in their order; `line_total_fils` is that of the picked quantity, `qty` when none (ruling B7). */
async function itemsOf(tx: Tx, shop_id: number, order_id: string): Promise<OrderLineItem[]> {
  const lines = linesWithProducts(tx, shop_id).where('l.order_id', '=', order_id);
  const rows = await lines.select(['l.id', 'p.barcode']).execute();
  return rows.map(toItem);
}

type LineRow = Omit<OrderLineItem, 'product'> & OrderLineItem['product'];

export function toItem({ name, barcode, sku, ...line }: LineRow): OrderLineItem {
  return { ...line, product: { name, barcode, sku } };
}

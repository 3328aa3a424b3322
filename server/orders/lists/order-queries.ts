import type { Stops } from '../../../contract/operations/dashboard/deliveries/list-stops.schema.ts';
import type { NextOrder } from '../../../contract/operations/dashboard/deliveries/read-next-order.schema.ts';
import {
  DELIVERABLE_STATUSES,
  isDeliverable,
  OPEN_STATUSES,
} from '../../../contract/rules/orders/order-life.ts';
import type { Order, OrderLineItem, OrderWithItems } from '../../../contract/schemas/orders.ts';
import { readRoute } from '../../operations/route.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow, firstRow } from '../../platform/database/rows.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { phonesOf } from '../contents/customer-phones.ts';
import { isInStatus } from '../in-status.ts';
import {
  type LineRow,
  linesWithProducts,
  ORDER_COLUMNS,
  type OrderRow,
  ownPaymentsOfEach,
  WITH_CUSTOMERS,
} from '../order-rows.ts';

/** The driver whose orders are read. */
export type OwnDriver = { shop_id: number; user_id: string; driver_id: number };

/**
 * Returns the actor's own driver record, the only one whose orders they may read. Throws `driver_not_found`.
 */
export function ownDriver({ shop_id, user_id, driver_id }: Staff): OwnDriver {
  if (driver_id === null) throw new Problem('driver_not_found');
  return { shop_id, user_id, driver_id };
}

/** Returns the driver's open orders in the order of their stops. */
export async function stopsOf(tx: Tx, driver: Pick<OwnDriver, 'shop_id' | 'driver_id'>) {
  const { rows } = await sql<{ id: string; order_number: string }>`
    select o.id, o.order_number from ${stopsOfDriver(driver, OPEN)}`.execute(tx);
  return rows;
}

/** Returns the driver's open orders in the order of their stops, in one query. */
export async function listAssignedOrders(tx: Tx, driver: OwnDriver): Promise<Order[]> {
  return Promise.all((await openOrdersOf(tx, driver)).map(toOrder));
}

export const listAssignedOrdersRoute = readRoute('list_assigned_orders', async ({ tx, actor }) => ({
  orders: await listAssignedOrders(tx, ownDriver(actor)),
}));

/**
 * Returns all open orders of the driver as Next Order shows them, in the order of their stops, with one
 * statement each for lines and amounts. The id of the arrangement is read in the same statement as its order
 * of stops, since the desk may rearrange them at any moment.
 */
export async function listStops(tx: Tx, driver: OwnDriver, now: Date): Promise<Stops> {
  const { shop_id, driver_id } = driver;
  const rows = await openOrdersOf(tx, driver);
  const arranged = rows[0] ?? (await findRow(tx, 'driver_stops', { shop_id, driver_id }, ['arrangement_id']));
  const ids = rows.map(({ id }) => id);
  const [items, ownPaymentsOf, attempts] = await Promise.all([
    itemsOfAll(tx, shop_id, ids),
    ownPaymentsOfEach(tx, ids, now),
    openAttemptsOf(tx, shop_id, rows),
  ]);
  const stops = rows.map(async (row) => ({
    ...(await toOrder(row)),
    items: items.get(row.id) ?? [],
    ...ownPaymentsOf(row.id),
    attempt: attempts.get(row.open_attempt_id ?? '') ?? null,
  }));
  return { arrangement_id: arranged?.arrangement_id ?? null, stops: await Promise.all(stops) };
}

export const listStopsRoute = readRoute('list_stops', ({ tx, actor, services }) =>
  listStops(tx, ownDriver(actor), services.now()),
);

/**
 * Returns the first stop on the road, or the requested order while it is deliverable; otherwise the reason
 * why there is none. Sends at most four queries.
 */
export async function readNextOrder(
  tx: Tx,
  driver: OwnDriver,
  now: Date,
  requested_id?: string,
): Promise<NextOrder> {
  const draft_gone = requested_id === undefined ? null : await draftGone(tx, driver, requested_id);
  const is_requested = requested_id !== undefined && draft_gone === null;
  const condition = is_requested ? sql`${DELIVERABLE} and o.id = ${requested_id}` : DELIVERABLE;
  const next = sql<OrderRow>`select ${ORDER_COLUMNS} from ${stopsOfDriver(driver, condition)} limit 1`;
  const row = await firstRow(tx, next);
  // If it was delivered between the two reads, the next order is returned.
  if (!row && is_requested) return readNextOrder(tx, driver, now, requested_id);
  if (!row) return { order: null, draft_gone };
  const [lines, ownPaymentsOf] = await Promise.all([
    linesWithProducts(tx, driver.shop_id, [row.id]),
    ownPaymentsOfEach(tx, [row.id], now),
  ]);
  return {
    order: { ...(await toOrder(row)), items: lines.map(toItem), ...ownPaymentsOf(row.id), attempt: null },
    draft_gone,
  };
}

export const readNextOrderRoute = readRoute('read_next_order', ({ tx, actor, query, services }) =>
  readNextOrder(tx, ownDriver(actor), services.now(), query.order_id),
);

async function draftGone(
  tx: Tx,
  { shop_id, driver_id }: OwnDriver,
  id: string,
): Promise<NextOrder['draft_gone']> {
  // A manager can read all orders of the shop, but an order that was never assigned to them is not their
  // draft.
  const order = await firstRow(
    tx,
    sql<Pick<OrderRow, 'status' | 'driver_id'>>`
      select o.status, o.driver_id from orders o
      join order_assignments a on a.shop_id = o.shop_id and a.order_id = o.id
      where o.shop_id = ${shop_id} and o.id = ${id} and a.driver_id = ${driver_id}`,
  );
  if (!order) return 'unknown';
  if (order.status === 'completed' || order.status === 'cancelled') return order.status;
  if (order.driver_id !== driver_id) return 'reassigned';
  return isDeliverable(order.status) ? null : 'not_deliverable';
}

const OPEN = isInStatus('o.status', OPEN_STATUSES);
const DELIVERABLE = isInStatus('o.status', DELIVERABLE_STATUSES);

/**
 * The driver's orders in the order of the stops `s`. An order without a position there follows the others.
 */
function stopsOfDriver({ shop_id, driver_id }: Pick<OwnDriver, 'shop_id' | 'driver_id'>, condition: Sql) {
  return sql`${WITH_CUSTOMERS}
    left join driver_stops s on s.shop_id = o.shop_id and s.driver_id = o.driver_id
    where o.shop_id = ${shop_id} and o.driver_id = ${driver_id} and ${condition}
    order by array_position(s.order_ids, o.id), o.created_at, o.id`;
}

async function openOrdersOf(tx: Tx, driver: OwnDriver) {
  const { rows } = await sql<OrderRow & { arrangement_id: string | null }>`
    select ${ORDER_COLUMNS}, s.arrangement_id from ${stopsOfDriver(driver, OPEN)}`.execute(tx);
  return rows;
}

type OpenAttempt = NonNullable<OrderWithItems['attempt']>;

/** The open attempts of these orders by id. Most drivers have none, and nothing is read. */
async function openAttemptsOf(
  tx: Tx,
  shop_id: number,
  rows: readonly OrderRow[],
): Promise<Map<string, OpenAttempt>> {
  const ids = rows.flatMap(({ open_attempt_id }) => open_attempt_id ?? []);
  if (ids.length === 0) return new Map();
  const open = await sql<Omit<OpenAttempt, 'occurred_at'> & { occurred_at: Date }>`
    select a.id, a.reason, a.reason_label, a.occurred_at, case when a.next_day is not null then
      json_build_object('day', a.next_day, 'from', a.next_from, 'to', a.next_to) end as next
    from delivery_attempts a where a.shop_id = ${shop_id} and a.id = any(${ids}::uuid[])`.execute(tx);
  return new Map(open.rows.map((row) => [row.id, { ...row, occurred_at: row.occurred_at.toISOString() }]));
}

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
    locale: row.locale,
    promised_at: row.promised_at?.toISOString() ?? null,
    refund: row.refund,
  };
}

/** The lines of each of these orders, in order. */
async function itemsOfAll(tx: Tx, shop_id: number, order_ids: string[]) {
  const items = new Map<string, OrderLineItem[]>();
  for (const line of await linesWithProducts(tx, shop_id, order_ids)) {
    items.set(line.order_id, [...(items.get(line.order_id) ?? []), toItem(line)]);
  }
  return items;
}

/** `line_total_fils` is for the picked quantity, or for `qty` if there is none. */
export function toItem(line: Omit<LineRow, 'order_id' | 'external_id'>): OrderLineItem {
  const { id, qty, picked_qty, unit_price_fils, line_total_fils, name, barcode, sku, tax_fils } = line;
  const item = { id, qty, picked_qty, unit_price_fils, line_total_fils, product: { name, barcode, sku } };
  return tax_fils === null ? item : { ...item, tax_fils };
}

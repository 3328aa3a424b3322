import type { DeskOrders } from '../../../contract/operations/desk/orders/list-desk-orders.schema.ts';
import type { FoundOrders } from '../../../contract/operations/desk/orders/search-desk-orders.schema.ts';
import {
  type CountedView,
  FOUND_MAX,
  ORDERS_PAGE,
  type OrderSort,
  type OrderView,
} from '../../../contract/rules/orders/desk-orders.ts';
import {
  DELIVERABLE_STATUSES,
  OPEN_STATUSES,
  type OpenStatus,
  ORDER_STATUSES,
  OUT_STATUSES,
} from '../../../contract/rules/orders/order-life.ts';
import type { DeskOrdersQuery, ViewCounts } from '../../../contract/schemas/desk-orders.ts';
import { readRoute } from '../../operations/route.ts';
import { startOfDay } from '../../platform/database/business-day.ts';
import type { Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { readShop } from '../../platform/database/shop-facts.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { isInStatus } from '../in-status.ts';
import { readNamesToDefine } from '../incoming/names-to-define.ts';
import { LAST_MOVED_AT } from '../last-moved-at.ts';
import {
  type DeskRow,
  deskColumns,
  isPast,
  OPEN,
  PROMISED,
  toDeskOrders,
  WHOLE,
  WITH_CUSTOMER,
  WITH_DRIVER,
  WITH_SHOP,
} from './desk-order-rows.ts';

type Desk = { shop_id: number; now: Date };

const ON_THE_ROAD = isInStatus('o.status', DELIVERABLE_STATUSES);

/** The condition of each view of open orders. */
const OF_OPEN = {
  unassigned: () => sql`o.driver_id is null`,
  to_dispatch: () => sql`(o.driver_id is not null and not ${ON_THE_ROAD})`,
  on_the_road: () => ON_THE_ROAD,
  late: isPast,
  waiting: () => sql`o.waits_because is not null`,
  not_delivered: () => sql`o.open_attempt_id is not null`,
};
/**
 * The orders of drivers whose last check of the load missed goods. For an order in the shop, only a check
 * since its last change of status or driver counts: goods that came back are checked again.
 */
const MISSING = sql`${OPEN} and o.driver_id is not null and o.id in (
  select m.order_id from missing_goods m join loading_checks k on k.shop_id = m.shop_id and k.id = m.loading_check_id
  where m.shop_id = actor.shop_id() and k.driver_id = o.driver_id and (${isInStatus('o.status', OUT_STATUSES)} or k.recorded_at >= ${LAST_MOVED_AT}))`;

/** Only the view of a day needs the shop's time zone. Conflicts and missing goods need another table. */
function isIn(view: OrderView, now: Date, time_zone: string): Sql<unknown> {
  if (view in OF_OPEN) return sql`${OPEN} and ${OF_OPEN[view as keyof typeof OF_OPEN](now)}`;
  if (view === 'conflicts') return sql`o.id in (${CONFLICTS})`;
  if (view === 'missing_goods') return MISSING;
  if (view === 'all') return sql`true`;
  return sql`o.status = 'completed' and o.actual_delivery_time >= ${startOfDay(now, time_zone)}`;
}

function hasStatus(status: DeskOrdersQuery['status']): Sql<unknown> {
  return status === undefined ? sql`true` : sql`${OPEN} and o.status = ${status}`;
}

const CONFLICTS = sql`select w.order_id from conflicts_to_review w where w.shop_id = actor.shop_id()`;

const LAST = sql`U&'\\+10FFFF'`;
const WAYS = {
  up: { direction: sql`asc`, beyond: sql`>` },
  down: { direction: sql`desc`, beyond: sql`<` },
};
/**
 * The sort keys, never null, so that a page continues right after a row. Texts sort by code points in every
 * language.
 */
const SORTED_BY: Record<OrderSort, Sql<unknown>> = {
  age: sql`o.created_at`,
  // A shorter number sorts first.
  number: sql`lpad(o.order_number, 60) collate "C"`,
  customer: sql`lower(concat_ws(' ', c.first_name, c.last_name)) collate "C"`,
  area: sql`coalesce(lower(o.area), ${LAST}) collate "C"`,
  amount: sql`o.due_amount_fils`,
  payment: sql`(o.payment_status || case when o.pays_either then 'either' else o.payment_method end) collate "C"`,
  driver: sql`coalesce(lower(d.full_name), ${LAST}) collate "C"`,
  status: sql`array_position(${[...ORDER_STATUSES]}::text[], o.status)`,
  promised: sql`coalesce(${PROMISED}, 'infinity')`,
  delivered: sql`coalesce(o.actual_delivery_time, 'infinity')`,
  attempted: sql`coalesce((select a.occurred_at from delivery_attempts a
    where a.shop_id = o.shop_id and a.id = o.open_attempt_id), 'infinity')`,
};

/**
 * Orders delivered today are few and found by day, then sorted: sorting by age would scan all orders of the
 * shop.
 */
function sortedBy(sort: OrderSort, view: OrderView): Sql<unknown> {
  return sort === 'age' && view === 'delivered_today' ? sql`(o.created_at + interval '0')` : SORTED_BY[sort];
}

/** Joins only the tables that the sort key needs, since they are joined to all orders of a view. */
function sortedRows(sort: OrderSort): Sql<unknown> {
  if (sort === 'customer') return sql`from orders o ${WITH_SHOP} ${WITH_CUSTOMER}`;
  if (sort === 'driver') return sql`from orders o ${WITH_SHOP} ${WITH_DRIVER}`;
  return sql`from orders o ${WITH_SHOP}`;
}

/** Returns a page of a desk view, which begins after the current position of the previous page's last row. */
export async function listDeskOrders(
  tx: Tx,
  { shop_id, now }: Desk,
  { view, status, sort, way, after }: DeskOrdersQuery,
  page_rows: number = ORDERS_PAGE,
): Promise<DeskOrders> {
  const { time_zone } = await readShop(tx);
  const [by, from] = [sortedBy(sort, view), sortedRows(sort)];
  const { direction, beyond } = WAYS[way];
  const after_row =
    after === undefined
      ? sql`true`
      : sql`(${by}, o.id) ${beyond} ((select ${by} ${from} where o.shop_id = ${shop_id} and o.id = ${after}::uuid), ${after}::uuid)`;
  // Selects the rows first, so that the other tables are joined to these rows only.
  const page = sql<DeskRow>`select ${deskColumns(now)} from (
      select o.shop_id, o.id ${from} where o.shop_id = ${shop_id} and ${isIn(view, now, time_zone)} and ${hasStatus(status)} and ${after_row}
      order by ${by} ${direction}, o.id ${direction} limit ${page_rows + 1}) as page
    join orders o on o.shop_id = page.shop_id and o.id = page.id ${WHOLE}
    order by ${by} ${direction}, o.id ${direction}`;
  const { rows } = await page.execute(tx);
  const shown = rows.slice(0, page_rows);
  const next = rows.length > page_rows ? (shown.at(-1)?.id ?? null) : null;
  return { orders: await toDeskOrders(tx, shop_id, shown), next };
}

export const listDeskOrdersRoute = readRoute(
  'list_desk_orders',
  ({ tx, actor: { shop_id }, query, services }) =>
    listDeskOrders(tx, { shop_id, now: services.now() }, query),
);

/** The number of orders in a view, and the sum of their amounts due. */
export async function totalsOfDeskView(
  tx: Tx,
  { shop_id, now }: Desk,
  { view, status }: Pick<DeskOrdersQuery, 'view' | 'status'>,
) {
  const { time_zone } = await readShop(tx);
  return oneRow(
    tx,
    sql<{ rows: number; due_amount_fils: number }>`
      select count(*) as rows, coalesce(sum(o.due_amount_fils), 0)::bigint as due_amount_fils
      from orders o where o.shop_id = ${shop_id} and ${isIn(view, now, time_zone)} and ${hasStatus(status)}`,
  );
}

/** Finds the orders that contain every word in any of their searched fields; the newest first. */
export async function searchDeskOrders(tx: Tx, { shop_id, now }: Desk, words: string): Promise<FoundOrders> {
  const found = sql<DeskRow>`select ${deskColumns(now)}
    from search_orders(${words}, ${FOUND_MAX + 1}) as found (order_id)
    join orders o on o.shop_id = actor.shop_id() and o.id = found.order_id ${WHOLE}
    order by o.created_at desc, o.id desc`;
  const { rows } = await found.execute(tx);
  const orders = await toDeskOrders(tx, shop_id, rows.slice(0, FOUND_MAX));
  return { orders, more: rows.length > FOUND_MAX };
}

export const searchDeskOrdersRoute = readRoute(
  'search_desk_orders',
  ({ tx, actor: { shop_id }, query, services }) =>
    searchDeskOrders(tx, { shop_id, now: services.now() }, query.words),
);

/** Counts the orders of all views in one statement. */
export async function countDeskViews(tx: Tx, { shop_id, now }: Desk): Promise<ViewCounts> {
  const { time_zone } = await readShop(tx);
  const open = (view: keyof typeof OF_OPEN) => sql`count(*) filter (where ${OF_OPEN[view](now)})`;
  const counted = sql<Record<CountedView, number>>`
    select open.*,
      (select count(*) from (${CONFLICTS}) as w) as conflicts,
      (select count(*) from orders o where o.shop_id = ${shop_id} and ${isIn('delivered_today', now, time_zone)})
        as delivered_today,
      (select count(*) from orders o where o.shop_id = ${shop_id} and ${isIn('missing_goods', now, time_zone)}) as missing_goods,
      (select count(*) from shopify_not_taken(${shop_id})) as not_taken
    from (
      select ${open('unassigned')} as unassigned, ${open('to_dispatch')} as to_dispatch,
        ${open('on_the_road')} as on_the_road, ${open('late')} as late, ${open('waiting')} as waiting,
        ${open('not_delivered')} as not_delivered
      from orders o where o.shop_id = ${shop_id} and ${OPEN}) as open`;
  const [counts, to_define] = await Promise.all([oneRow(tx, counted), readNamesToDefine(tx, shop_id)]);
  return { counts, names_to_define: to_define.length };
}

export const countDeskViewsRoute = readRoute('count_desk_views', ({ tx, actor: { shop_id }, services }) =>
  countDeskViews(tx, { shop_id, now: services.now() }),
);

/** Counts the open orders by status. */
export async function countOpenOrders(tx: Tx, shop_id: number): Promise<Record<OpenStatus, number>> {
  const in_status = OPEN_STATUSES.map(
    (status) => sql`count(*) filter (where o.status = ${status}) as ${sql.ref(status)}`,
  );
  const counted = sql<Record<OpenStatus, number>>`
    select ${sql.join(in_status)} from orders o where o.shop_id = ${shop_id} and ${OPEN}`;
  return oneRow(tx, counted);
}

import { createHash } from 'node:crypto';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { wholePercent } from '../../../contract/rules/reports/report-totals.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { LATE } from '../late.ts';
import type { ResolvedQuery } from '../report.ts';
import { DAY_MS, DELIVERED } from '../sums/sum-tables.ts';
import { factsByHour, factsWithin, hourOf } from '../sums/summed-facts.ts';
import { lateOf, type Table } from '../table-report.ts';
import { attemptsOf, IS_UNDONE } from './attempts-report.ts';

type Counted = { attempts: number; attempted_orders: number; late: number };
type Group = Counted & { key: string | null; delivered: number; delivered_later: number };

/** The groups of a table. Each expression is the key, as text, of its alias. */
type Grouping = {
  /** Joins the orders `o`, if they have the key. */
  orders?: (of: 'a' | 'c') => Sql<unknown>;
  /** The key of an attempt `a`. */
  attempt: Sql<unknown>;
  /** Selects `key` and `delivered` of the period; keys may repeat. */
  delivered: Sql<unknown>;
  /** The key of a delivery `c`. */
  delivery: Sql<unknown>;
};

const COUNTED = sql`count(*) as attempts, count(distinct a.order_id) as attempted_orders,
  coalesce(sum((a.recorded_at - a.occurred_at > ${LATE})::int), 0)::bigint as late`;

/** Selects the period's attempts `a` that were not undone. */
function attemptsIn({ query, shop_id, span }: ResolvedQuery, orders: Sql<unknown> = sql``): Sql<unknown> {
  const conditions = [
    sql`a.shop_id = ${shop_id}`,
    sql`a.occurred_at >= ${span.starts_at}`,
    sql`a.occurred_at < ${span.ends_at}`,
    sql`not ${IS_UNDONE}`,
    ...attemptsOf(query),
  ];
  return sql`delivery_attempts a ${orders} where ${sql.join(conditions, sql` and `)}`;
}

/** Returns the conditions for the period's deliveries `c` without a conflict. */
function deliveredIn({ query, shop_id, span }: ResolvedQuery): Sql<unknown> {
  const { user_id } = query;
  const conditions = [
    sql`c.shop_id = ${shop_id}`,
    sql`c.outcome = 'delivered'`,
    sql`c.delivered_at >= ${span.starts_at}`,
    sql`c.delivered_at < ${span.ends_at}`,
    ...(user_id === undefined
      ? []
      : [
          sql`c.user_id = ${user_id}::uuid`,
          sql`c.driver_id = (select id from drivers where shop_id = c.shop_id and user_id = ${user_id}::uuid)`,
        ]),
  ];
  return sql.join(conditions, sql` and `);
}

/** The period, in days, from which all attempts so far are fewer than the period's deliveries. */
const LONG_DAYS = 90;

/**
 * Selects the period's deliveries of orders that a driver has attempted before. A long period looks up the
 * delivery of each attempted order, because another plan would read all deliveries.
 */
function laterDeliveries(asked: ResolvedQuery): Sql<unknown> {
  const { shop_id, span } = asked;
  const columns = sql`c.shop_id, c.order_id, c.user_id, c.delivered_at`;
  if (span.ends_at.getTime() - span.starts_at.getTime() < LONG_DAYS * DAY_MS)
    return sql`select ${columns} from delivery_confirmations c where ${deliveredIn(asked)} and exists (
      select from delivery_attempts a
      where a.shop_id = c.shop_id and a.order_id = c.order_id and a.occurred_at < c.delivered_at and not ${IS_UNDONE})`;
  return sql`select ${columns} from (
      select a.order_id, min(a.occurred_at) as first_at from delivery_attempts a
      where a.shop_id = ${shop_id} and a.occurred_at < ${span.ends_at} and not ${IS_UNDONE} group by a.order_id
    ) attempted cross join lateral (
      select ${columns} from delivery_confirmations c
      where ${deliveredIn(asked)} and c.order_id = attempted.order_id and c.delivered_at > attempted.first_at offset 0
    ) c`;
}

/**
 * Counts attempts and deliveries by group. A delivery is at a later attempt if any driver attempted the order
 * before. The first attempts are the rest, so that years of deliveries come from stored sums.
 */
async function groups(
  tx: Tx,
  asked: ResolvedQuery,
  { orders = () => sql``, attempt, delivered, delivery }: Grouping,
): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select key, sum(attempts)::bigint as attempts, sum(attempted_orders)::bigint as attempted_orders, sum(late)::bigint as late,
      sum(delivered)::bigint as delivered, sum(delivered_later)::bigint as delivered_later
    from (
      select ${attempt} as key, ${COUNTED}, 0 as delivered, 0 as delivered_later from ${attemptsIn(asked, orders('a'))} group by 1
      union all
      select key, 0, 0, 0, delivered, 0 from (${delivered}) d
      union all
      select ${delivery}, 0, 0, 0, 0, count(*) from (${laterDeliveries(asked)}) c ${orders('c')} group by 1
    ) counted
    group by key having sum(attempts) > 0 or sum(delivered) > 0`.execute(tx);
  return rows;
}

/** Returns the columns of a group. Late are the attempts recorded late, which the list shows. */
function rowOf({ attempts, attempted_orders, delivered, delivered_later }: Group): Omit<ReportRow, 'id'> {
  const delivered_first = delivered - delivered_later;
  const first_share = wholePercent(delivered_first, delivered);
  return { attempts, attempted_orders, delivered, delivered_first, first_share };
}

/** Sorts by attempts, the most first, and then by name. */
function mostFirst(rows: readonly ReportRow[], name: string): ReportRow[] {
  return rows.toSorted(
    (a, b) => Number(b.attempts) - Number(a.attempts) || String(a[name]).localeCompare(String(b[name]), 'en'),
  );
}

/** Counts attempts by reason. A reason has the label of its latest attempt. */
export async function ATTEMPT_REASONS(tx: Tx, asked: ResolvedQuery): Promise<Table> {
  const { rows } = await sql<ReportRow & Counted>`
    select a.reason as id, ${COUNTED},
      (array_agg(coalesce(a.reason_label, a.reason) order by a.occurred_at desc, a.id desc))[1] as attempt_reason
    from ${attemptsIn(asked)} group by a.reason`.execute(tx);
  const shown = rows.map(({ late: _, ...row }) => row);
  return { rows: mostFirst(shown, 'attempt_reason'), late: lateOf(rows, 'late') };
}

/** Counts attempts and deliveries by driver, including drivers who have left. */
export async function ATTEMPT_DRIVERS(tx: Tx, asked: ResolvedQuery): Promise<Table> {
  const { shop_id, span, query } = asked;
  const { user_id } = query;
  const person = user_id === undefined ? sql`true` : sql`user_id = ${user_id}::uuid`;
  const found = await groups(tx, asked, {
    attempt: sql`a.user_id::text`,
    delivered: sql`select user_id::text as key, deliveries as delivered
      from (${factsWithin(DELIVERED, shop_id, span, 'person')}) f where outcome = 'delivered' and ${person}`,
    delivery: sql`c.user_id::text`,
  });
  const ids = found.map(({ key }) => key);
  const { rows: drivers } = await sql<{ user_id: string; driver_id: number; driver_name: string }>`
    select user_id, id as driver_id, full_name as driver_name from drivers
    where shop_id = ${shop_id} and user_id = any (${ids}::uuid[])`.execute(tx);
  const of = new Map(found.map((group) => [group.key, group]));
  const rows = drivers.flatMap((driver) => {
    const group = of.get(driver.user_id);
    return group ? [{ id: driver.user_id, ...rowOf(group), ...driver }] : [];
  });
  return { rows, late: lateOf(found, 'late') };
}

/** Counts attempts and deliveries by the order's area. Orders without an area, or erased ones, have none. */
export async function ATTEMPT_AREAS(tx: Tx, asked: ResolvedQuery): Promise<Table> {
  const found = await groups(tx, asked, {
    orders: (of) => sql`cross join lateral (
      select area from orders where shop_id = ${sql.ref(`${of}.shop_id`)} and id = ${sql.ref(`${of}.order_id`)} offset 0) o`,
    attempt: sql`o.area`,
    delivered: deliveredByArea(asked),
    delivery: sql`o.area`,
  });
  const rows = found.map((group) => ({ id: areaId(group.key), area: group.key, ...rowOf(group) }));
  return { rows: mostFirst(rows, 'area'), late: lateOf(found, 'late') };
}

/** Returns the id of an area's row: areas in any script, as a page's address accepts them. */
function areaId(area: string | null): string {
  return area === null ? 'none' : createHash('sha256').update(area).digest('hex').slice(0, 32);
}

/** Reads the orders alone: a completed one has the time and the driver of its delivery. */
function deliveredByArea({ query, shop_id, span }: ResolvedQuery): Sql<unknown> {
  const { user_id } = query;
  const person =
    user_id === undefined
      ? sql`true`
      : sql`driver_id = (select id from drivers where shop_id = ${shop_id} and user_id = ${user_id}::uuid)`;
  return sql`select area as key, count(*) as delivered from orders
    where shop_id = ${shop_id} and status = 'completed' and ${person}
      and actual_delivery_time >= ${span.starts_at} and actual_delivery_time < ${span.ends_at}
    group by area`;
}

/** Counts attempts and deliveries by the shop's local hour, each by its own time. */
export async function ATTEMPT_HOURS(tx: Tx, asked: ResolvedQuery): Promise<Table> {
  const hourText = (hour: Sql<unknown>) => sql`lpad((${hour})::int::text, 2, '0')`;
  const byTime = hourText(hourOf(asked, sql`c.delivered_at`));
  const delivered =
    asked.query.user_id === undefined
      ? sql`select ${hourText(sql`hour`)} as key, deliveries as delivered
          from (${factsByHour(DELIVERED, asked)}) f where outcome = 'delivered'`
      : // Sums within a day do not separate drivers.
        sql`select ${byTime} as key, 1 as delivered from delivery_confirmations c where ${deliveredIn(asked)}`;
  const found = await groups(tx, asked, {
    attempt: hourText(hourOf(asked, sql`a.occurred_at`)),
    delivered,
    delivery: byTime,
  });
  const rows = found.map((group) => ({ id: String(group.key), hour: `${group.key}:00`, ...rowOf(group) }));
  return {
    rows: rows.toSorted((a, b) => Number(a.id) - Number(b.id)),
    late: lateOf(found, 'late'),
  };
}

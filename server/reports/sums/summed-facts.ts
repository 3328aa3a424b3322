import { type Sql, sql } from '../../platform/database/sql.ts';
import { businessDayOf, businessDays, startsOfBusinessDays } from '../business-days.ts';
import type { ResolvedQuery } from '../report.ts';
import { DAY_MS, listed, type Summed } from './sum-tables.ts';

/** A range of time; `starts_at` is null for the beginning of the book. */
export type Range = { starts_at: Date | null; ends_at: Date };

/**
 * The instant from which records are not summed yet. Read in the statement that adds up sums and records, so
 * that both are of one snapshot. A plain value, because row-level security prevents other expressions from
 * using the index.
 */
export const horizon = (shop_id: number) =>
  sql`(select coalesce(max(summed_before), '-infinity') from report_horizons where shop_id = ${shop_id})`;

/**
 * Selects kinds and measures of facts in a period, optionally by person. Sums cover whole UTC days; records
 * cover partial days at both ends and everything not summed yet. Kinds may repeat.
 */
export function factsWithin(
  summed: Summed,
  shop_id: number,
  { starts_at, ends_at }: Range,
  by: 'person' | 'all',
): Sql<unknown> {
  const people = by === 'person' ? summed.people : [];
  const columns = listed([...summed.kinds, ...people, ...summed.measures]);
  const live = (from: unknown, to: unknown) => sql`
    select ${columns} from (${summed.facts}) f
    where shop_id = ${shop_id} and at >= ${from}::timestamptz and at < ${to}::timestamptz`;
  const first = starts_at === null ? null : new Date(Math.ceil(starts_at.getTime() / DAY_MS) * DAY_MS);
  const last = new Date(Math.floor(ends_at.getTime() / DAY_MS) * DAY_MS);
  if (starts_at !== null && first !== null && first >= last) return live(starts_at, ends_at);
  const from = first ?? '-infinity';
  return sql`
    select ${columns} from ${sql.ref(summed.table)}
    where shop_id = ${shop_id} and grain = ${by === 'person' ? 'person_day' : 'day'}
      and starts_at >= ${from}::timestamptz and starts_at < ${last}
    union all ${factsNotSummed(summed, shop_id, columns, { from, to: last })}
    ${first === null ? sql`` : sql`union all ${live(starts_at, first)}`}
    union all ${live(last, ends_at)}`;
}

/**
 * Does the same as `factsWithin` for all people together, with the business `day`. Combines the sums of the
 * UTC day that overlaps a day most with the quarter hours at its two ends, added or subtracted depending on
 * the zone. Rows that cancel each other may remain.
 */
export function factsByDay(summed: Summed, asked: ResolvedQuery): Sql<unknown> {
  const { shop_id, span } = asked;
  const { kinds, measures } = summed;
  const columns = listed([...kinds, ...measures]);
  const from = (grain: string) =>
    sql`from ${sql.ref(summed.table)} where shop_id = ${shop_id} and grain = ${grain}`;
  const turned = (is_more: Sql<unknown>) =>
    sql.join([
      ...kinds.map((id) => sql.ref(id)),
      ...measures.map((id) => sql`case when ${is_more} then ${sql.ref(id)} else -${sql.ref(id)} end`),
    ]);
  return sql`
    select d.day, s.* from (${businessDays(asked)}) d cross join lateral (
      select ${columns} ${from('day')} and starts_at = d.core
      union all
      select ${turned(sql`d.begins_before`)} ${from('quarter')}
        and starts_at >= d.begins_from and starts_at < d.begins_to
      union all
      select ${turned(sql`d.ends_behind`)} ${from('quarter')}
        and starts_at >= d.ends_from and starts_at < d.ends_to
    ) s
    union all
    select ${businessDayOf(asked, sql`f.at`)}, ${listed([...kinds, ...measures], 'f')}
    from (${factsNotSummed(summed, shop_id, sql`at, ${columns}`, { from: span.starts_at, to: span.ends_at })}) f
    cross join (${startsOfBusinessDays(asked)}) days`;
}

/**
 * Does the same as `factsWithin` for all people together, with the shop's local `hour`. In every zone, hours
 * and clock changes begin at a quarter of an hour.
 */
export function factsByHour(summed: Summed, asked: ResolvedQuery): Sql<unknown> {
  const { shop_id, span } = asked;
  const columns = listed([...summed.kinds, ...summed.measures]);
  const kinds = listed(summed.kinds);
  const sums = sql.join(summed.measures.map((id) => sql`sum(${sql.ref(id)}) as ${sql.ref(id)}`));
  // Grouped here: years have many rows, which the outer query would have to sort.
  return sql`
    select ${hourOf(asked, sql`starts_at`)} as hour, ${kinds}, ${sums} from ${sql.ref(summed.table)}
    where shop_id = ${shop_id} and grain = 'quarter' and starts_at >= ${span.starts_at} and starts_at < ${span.ends_at}
    group by 1, ${kinds}
    union all
    select ${hourOf(asked, sql`at`)}, ${columns}
    from (${factsNotSummed(summed, shop_id, sql`at, ${columns}`, { from: span.starts_at, to: span.ends_at })}) f`;
}

/** Returns the local hour of the shop, 0 to 23. */
export function hourOf({ time_zone }: Pick<ResolvedQuery, 'time_zone'>, at: Sql<unknown>): Sql<number> {
  return sql<number>`date_part('hour', ${at} at time zone ${time_zone}::text)`;
}

/**
 * Selects records not summed yet, by time of recording: they are few, and a search by `at` would scan years.
 */
export function factsNotSummed(
  { facts }: Summed,
  shop_id: number,
  columns: Sql<unknown>,
  { from, to }: { from: unknown; to: unknown },
): Sql<unknown> {
  return sql`
    select ${columns} from (${facts}) f
    where shop_id = ${shop_id} and recorded_at >= ${horizon(shop_id)} and recorded_at < 'infinity'
      and at + interval '0' >= ${from}::timestamptz and at + interval '0' < ${to}::timestamptz`;
}

import { beginOfDay } from '../platform/database/business-day.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import type { ResolvedQuery } from './report.ts';

/** Selects one row: the beginnings of all days of the period, in order, as `begins`. */
export function startsOfBusinessDays({ query, time_zone }: ResolvedQuery): Sql<unknown> {
  return sql`
    select array_agg(${beginOfDay(sql`day`, sql`${time_zone}`)} order by day) as begins
    from generate_series(${query.from}::timestamp, ${query.to}::timestamp, interval '1 day') day`;
}

/**
 * Selects each business day of the period with the UTC day that overlaps it most (`core`), and the ranges
 * between their two beginnings and their two ends. Computed first (`offset 0`), because row-level security
 * prevents such expressions from using an index.
 */
export function businessDays({ query, time_zone }: ResolvedQuery): Sql<unknown> {
  const zone = sql`${time_zone}`;
  return sql`
    select day, core, begins < core as begins_before, least(begins, core) as begins_from, greatest(begins, core) as begins_to,
      ends > core + interval '24 hours' as ends_behind, least(ends, core + interval '24 hours') as ends_from,
      greatest(ends, core + interval '24 hours') as ends_to
    from (
      select day, begins, ends, date_trunc('day', begins + (ends - begins) / 2, 'UTC') as core from (
        select day::date::text as day, ${beginOfDay(sql`day`, zone)} as begins,
          ${beginOfDay(sql`day + interval '1 day'`, zone)} as ends
        from generate_series(${query.from}::timestamp, ${query.to}::timestamp, interval '1 day') day
      ) bounded
    ) halved
    offset 0`;
}

/**
 * Returns the business day, as text, of a time within the period. Uses `begins`, because days with a clock
 * change do not have 24 hours.
 */
export function businessDayOf({ query }: ResolvedQuery, at: Sql<unknown>): Sql<string> {
  return sql<string>`(${query.from}::date + width_bucket(${at}, begins) - 1)::text`;
}

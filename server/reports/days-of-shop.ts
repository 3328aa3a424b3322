import { type RawBuilder, sql } from 'kysely';
import type { Asked } from './report.ts';

/** Selects one row: when each day of the period begins, as `begins`, in the order of its days. */
export function beginsOfDays({ query, time_zone }: Asked): RawBuilder<unknown> {
  return sql`
    select array_agg(day at time zone ${time_zone} order by day) as begins
    from generate_series(${query.from}::timestamp, ${query.to}::timestamp, interval '1 day') day`;
}

/** Selects each day of the period, when it begins and ends, and the day in UTC which it has most of. */
export function daysOfShop({ query, time_zone }: Asked): RawBuilder<unknown> {
  return sql`
    select day, begins, ends, core, core + interval '24 hours' as core_ends from (
      select day, begins, ends, date_trunc('day', begins + (ends - begins) / 2, 'UTC') as core from (
        select day::date::text as day, day at time zone ${time_zone} as begins, (day + interval '1 day') at time zone ${time_zone} as ends
        from generate_series(${query.from}::timestamp, ${query.to}::timestamp, interval '1 day') day
      ) bounded
    ) halved`;
}

/** The day of the shop in which a time of the period lies, as text, by `begins`: not every day has 24 hours, and some have one hour twice. */
export function dayOfShop({ query }: Asked, at: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${query.from}::date + width_bucket(${at}, begins) - 1)::text`;
}

import { type RawBuilder, sql } from 'kysely';

/**
 * The instant at which a day begins in the shop's time zone (ruling B4): that of `now`, or so many days later. Days are
 * counted on the wall clock, since not every day has 24 hours everywhere.
 */
export function startOfDay(now: Date, time_zone: string, days_later = 0): RawBuilder<Date> {
  return sql<Date>`((date_trunc('day', ${now}::timestamptz at time zone ${time_zone})
    + make_interval(days => ${days_later}::int)) at time zone ${time_zone})`;
}

import { type RawBuilder, sql } from 'kysely';

/** The instant at which a day of the shop begins (ruling B4), so many days after `now`'s by the wall clock: not every day has 24 hours. */
export function startOfDay(now: Date, time_zone: string, days_later = 0): RawBuilder<Date> {
  return sql<Date>`((date_trunc('day', ${now}::timestamptz at time zone ${time_zone})
    + make_interval(days => ${days_later}::int)) at time zone ${time_zone})`;
}

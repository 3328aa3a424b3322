import { type Sql, sql } from './sql.ts';

/**
 * The instant at which a day of the shop begins (ruling B4), by its midnight as a timestamp: not every day has 24 hours. Where clocks are set back to midnight it
 * is shown twice, and the database takes the second one; the minute before is there once.
 */
export function beginOfDay(midnight: Sql<unknown>, time_zone: Sql<unknown>): Sql<Date> {
  return sql<Date>`((${midnight} - interval '1 minute') at time zone ${time_zone} + interval '1 minute')`;
}

/** When a day begins that is so many days after `now`'s by the wall clock. */
export function startOfDay(now: Date, time_zone: string, days_later = 0): Sql<Date> {
  const midnight = sql`date_trunc('day', ${now}::timestamptz at time zone ${time_zone}) + make_interval(days => ${days_later}::int)`;
  return beginOfDay(midnight, sql`${time_zone}`);
}

import { type Sql, sql } from './sql.ts';

/**
 * Returns the instant at which a business day begins, from its midnight as a timestamp: not every day has 24
 * hours. Where clocks are set back to midnight, midnight occurs twice and the database picks the second one;
 * the minute before it occurs once.
 */
export function beginOfDay(midnight: Sql<unknown>, time_zone: Sql<unknown>): Sql<Date> {
  return sql<Date>`((${midnight} - interval '1 minute') at time zone ${time_zone} + interval '1 minute')`;
}

/** Returns the begin of the business day `days_later` calendar days after the day of `now`. */
export function startOfDay(now: Date, time_zone: string, days_later = 0): Sql<Date> {
  const midnight = sql`date_trunc('day', ${now}::timestamptz at time zone ${time_zone}) + make_interval(days => ${days_later}::int)`;
  return beginOfDay(midnight, sql`${time_zone}`);
}

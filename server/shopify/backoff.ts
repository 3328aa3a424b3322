import { type RawBuilder, sql } from 'kysely';

const FIRST_MS = 15_000;
const LONGEST_MS = 3_600_000;

/** How long to wait after the given number of failures, in ms: 15 s, doubling up to an hour. */
export function backoffMs(failures: number): number {
  return Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), LONGEST_MS);
}

/** That moment by the database's clock, by which it is also asked what is due. */
export function inMs(delay_ms: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${delay_ms / 1000})`;
}

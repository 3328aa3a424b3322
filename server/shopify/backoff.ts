import { type RawBuilder, sql } from 'kysely';

const FIRST_MS = 15_000;
const LONGEST_MS = 3_600_000;

/** How long to wait after the given number of failures, in ms: 15 s, doubling up to an hour. */
export function backoffMs(failures: number): number {
  return Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), LONGEST_MS);
}

/** That moment by the database's clock, by which it is also asked what is due; an hour from now at most. */
export function inMs(delay_ms: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${Math.min(delay_ms, LONGEST_MS) / 1000})`;
}

/**
 * Whether the row's next attempt is due. One that is further ahead than anything waits was written while the clock was
 * ahead: it must not wait until that time comes.
 */
export function isDue(next_attempt_at: string): RawBuilder<boolean> {
  const column = sql.ref(next_attempt_at);
  return sql<boolean>`(${column} <= now() or ${column} > ${inMs(LONGEST_MS)})`;
}

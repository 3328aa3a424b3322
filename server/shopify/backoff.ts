import { type RawBuilder, sql } from 'kysely';
import type { ShopifyError } from './shopify-error.ts';

const FIRST_MS = 15_000;
const LONGEST_MS = 3_600_000;
/** Some twenty hours of trying; then the operator has to look. */
const ATTEMPTS_MAX = 25;

/** How long to wait after the given number of failures, in ms: 15 s, doubling up to an hour. */
export function backoffMs(failures: number): number {
  return Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), LONGEST_MS);
}

/** That moment by the database's clock, by which it is also asked what is due; an hour from now at most. */
export function inMs(delay_ms: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${Math.min(delay_ms, LONGEST_MS) / 1000})`;
}

/** Whether the next attempt is due: also one further ahead than anything waits, written while the clock was ahead. */
export function isDue(next_attempt_at: string): RawBuilder<boolean> {
  const column = sql.ref(next_attempt_at);
  return sql<boolean>`(${column} <= now() or ${column} > ${inMs(LONGEST_MS)})`;
}

/** What is kept of a failed attempt, which `attempts` counts already. Being asked to wait, or kept out, is no attempt. */
export function failedAttempt(attempts: number, failure: ShopifyError) {
  const counts = failure.kind === 'unavailable' || failure.kind === 'rejected';
  const wait_ms = failure.kind === 'throttled' ? failure.wait_ms : counts ? backoffMs(attempts) : 0;
  const given_up = counts && attempts >= ATTEMPTS_MAX;
  const columns = {
    last_error: failure.message,
    attempts: counts ? attempts : attempts - 1,
    next_attempt_at: inMs(wait_ms),
    ...(given_up ? { status: 'failed' as const } : {}),
  };
  return { given_up, columns };
}

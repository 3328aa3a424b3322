import { setTimeout as delay } from 'node:timers/promises';
import type { Staff } from '../actor.ts';
import { currentWork } from '../current-work.ts';
import { errorCode } from '../error-code.ts';
import { machineRandom } from '../machine.ts';
import { Problem } from '../problem.ts';
import { BEGIN, type Database, runTransaction, type Tx } from './database.ts';
import { isLost, isRetryable, NoConnection, NoResponse, OutcomeUnknown } from './driver/failures.ts';
import { firstRow } from './rows.ts';
import { sql } from './sql.ts';

const ATTEMPTS_MAX = 6;
const FIRST_PAUSE_MS = 10;
const PAUSE_MS_MAX = 1_000;

/**
 * No connection was free in time, or the server accepts no more: six attempts would only keep clients
 * waiting.
 */
function isFull(error: unknown): boolean {
  return error instanceof NoConnection || errorCode(error).startsWith('53');
}

/** A row lock outlasted the request's limit, perhaps that of a commit that waits for the standby. */
function isHeld({ answer_ms_max }: Database, error: unknown): boolean {
  return answer_ms_max !== undefined && errorCode(error) === '55P03';
}

/**
 * Runs `work` once on one snapshot of the database, however long it takes. Does not retry, since results may
 * have been passed on already: throws `unavailable` for errors that a retry might fix.
 */
export async function inSnapshot<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await runTransaction(database, work, BEGIN.snapshot);
  } catch (error) {
    if (isFull(error) || isRetryable(error)) throw new Problem('unavailable').causedBy(error);
    throw error;
  }
}

const recording_once = new WeakSet<Tx>();

/**
 * Marks a transaction that must not be repeated after a lost commit: it has no key by which a repetition
 * finds the first.
 */
export function markNotRepeatable(tx: Tx): void {
  recording_once.add(tx);
}

/**
 * Makes the commit of this transaction wait for the standby even if it writes nothing. Rows that it found may
 * exist on one machine only: their commit's wait was cancelled, or that machine was cut off from its standby.
 * A reply based on them would be lost with that machine.
 */
export function confirmEarlier(tx: Tx): void {
  tx.later(sql`select pg_logical_emit_message(true, 'mandoob', ''::text)`);
}

/**
 * Runs `work` in one READ COMMITTED transaction, and retries it if that may help. Throws `unavailable` if no
 * attempt succeeds. Its cause is OutcomeUnknown if the result of a commit that must not be repeated was lost,
 * and NoResponse if the database did not respond within its limit: the work may still be done. The
 * transaction keeps its connection until then, so that no more transactions wait in the database than the
 * pool has connections.
 */
export async function inTransaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { answer_ms_max } = database;
  if (answer_ms_max === undefined) return retryUntilDone(database, work, new AbortController().signal);
  const late = new AbortController();
  let limit: NodeJS.Timeout | undefined;
  const refused = new Promise<never>((_, reject) => {
    limit = setTimeout(() => {
      late.abort();
      reject(new Problem('unavailable').causedBy(new NoResponse(`for ${answer_ms_max} ms`)));
    }, answer_ms_max);
  });
  try {
    return await Promise.race([retryUntilDone(database, work, late.signal), refused]);
  } finally {
    clearTimeout(limit);
  }
}

async function retryUntilDone<T>(
  database: Database,
  work: (tx: Tx) => Promise<T>,
  late: AbortSignal,
): Promise<T> {
  const away_until = performance.now() + (database.away_ms_max ?? 0);
  /** True if an earlier commit may have succeeded although its result was lost. */
  let may_be_done = false;
  for (let attempt = 1; ; attempt++) {
    let has_worked = false;
    let may_be_recorded = false;
    try {
      return await runTransaction(database, async (tx) => {
        const done = await work(tx);
        has_worked = true;
        if (may_be_done) confirmEarlier(tx);
        may_be_recorded = recording_once.has(tx);
        return done;
      });
    } catch (error) {
      if (isFull(error) || isHeld(database, error)) throw new Problem('unavailable').causedBy(error);
      if (!isRetryable(error)) throw error;
      if (may_be_recorded && isLost(error)) throw new Problem('unavailable').causedBy(new OutcomeUnknown());
      // A commit is sent only after `work` has ended. If none was sent, a retry that only reads need not wait
      // for a standby.
      may_be_done ||= has_worked && isLost(error);
      const is_worth_it = attempt < ATTEMPTS_MAX || (isLost(error) && performance.now() < away_until);
      if (!is_worth_it || late.aborted) throw new Problem('unavailable').causedBy(error);
      const work = currentWork();
      if (work) work.retries += 1;
      const pause_ms = Math.min(FIRST_PAUSE_MS * 2 ** attempt, PAUSE_MS_MAX);
      await delay(pause_ms * (0.5 + machineRandom.number()));
      // The request received its response in the meantime.
      if (late.aborted) throw new Problem('unavailable').causedBy(error);
    }
  }
}

type Identified = Awaited<ReturnType<typeof beginRequest>>;

type Session = {
  user_id: string;
  email: string;
  must_change_password: boolean;
  shop_id: number | null;
  role: string | null;
  full_name: string | null;
  driver_id: number | null;
  feed_position?: string | null;
};

/**
 * Receives the feed's position before any read, in cursor format: changes that the reads may miss follow that
 * position.
 */
export type OnPosition = (position: string | null) => void;

/**
 * Checks the live session and sets the variables of row-level security; `actor` is null without a profile.
 * Throws `not_signed_in`.
 */
export async function beginRequest(tx: Tx, session_id: string, onPosition?: OnPosition) {
  const session = onPosition
    ? sql<Session>`select *, feed_position() from begin_request(${session_id}::uuid)`
    : sql<Session>`select * from begin_request(${session_id}::uuid)`;
  const identity = await firstRow(tx, session);
  if (!identity) throw new Problem('not_signed_in');
  const work = currentWork();
  if (work) work.is_unauthenticated = false;
  onPosition?.(identity.feed_position ?? null);
  const { email, shop_id, full_name, feed_position: _, ...known } = { ...identity, session_id };
  const actor: Staff | null =
    shop_id === null || full_name === null ? null : { kind: 'staff', ...known, shop_id, full_name };
  const { user_id, must_change_password } = known;
  return { user_id, email, session_id, must_change_password, actor };
}

/** Runs a request's transaction for the signed-in user, with or without a profile. */
export function asUser<T>(
  requests: Database,
  session_id: string,
  work: (tx: Tx, user: Identified) => Promise<T>,
): Promise<T> {
  return inTransaction(requests, async (tx) => work(tx, await beginRequest(tx, session_id)));
}

/**
 * Marks statements that are sent together but awaited one by one, so that each failure is attributed to the
 * stage at which it is awaited: only the first awaited failure is thrown, the others do not count as
 * unhandled.
 */
export function startTogether<Sent extends Record<string, Promise<unknown>>>(sent: Sent): Sent {
  for (const one of Object.values(sent)) one.catch(() => undefined);
  return sent;
}

/**
 * Runs a request's transaction for an actor of a shop. The statements of `first` are sent together with the
 * check of the session, and are rolled back if it fails. Throws `not_signed_in`, `no_profile`, and, without
 * `any_password`, `password_change_required` for users whose password another user has set.
 */
export function asActor<T, First = undefined>(
  requests: Database,
  session_id: string,
  work: (tx: Tx, actor: Staff, first: First) => Promise<T>,
  {
    any_password = false,
    first,
    onPosition,
  }: { any_password?: boolean; first?: (tx: Tx) => Promise<First>; onPosition?: OnPosition | undefined } = {},
): Promise<T> {
  return inTransaction(requests, async (tx) => {
    const beginning = beginRequest(tx, session_id, onPosition);
    const early = first?.(tx);
    // If the session check fails, this fails too.
    early?.catch(() => undefined);
    const { actor } = await beginning;
    if (!actor) throw new Problem('no_profile');
    if (actor.must_change_password && !any_password) throw new Problem('password_change_required');
    return work(tx, actor, (await early) as First);
  });
}

/**
 * Runs `work` in a savepoint and returns `fallback` if it fails, with the transaction still usable. Errors
 * that concern the whole transaction (serialization failures, deadlocks, shutdowns, broken connections) are
 * rethrown: after a deadlock both ROLLBACK TO and COMMIT succeed, and half of the work would be lost
 * silently.
 */
export async function inSavepoint<T>(
  tx: Tx,
  work: () => Promise<T>,
  fallback: (error: unknown) => T,
): Promise<T> {
  const begun = sql`savepoint attempt`.execute(tx);
  try {
    // Sent together with the first statement of `work`; no other code may use the transaction meanwhile.
    const [value] = await Promise.all([work(), begun]);
    await sql`release savepoint attempt`.execute(tx);
    return value;
  } catch (error) {
    if (isRetryable(error)) throw error;
    await sql`rollback to savepoint attempt`.execute(tx);
    return fallback(error);
  }
}

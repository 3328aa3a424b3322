import { setTimeout as delay } from 'node:timers/promises';
import type { Staff } from '../actor.ts';
import { currentWork } from '../current-work.ts';
import { errorCode } from '../error-code.ts';
import { machineRandom } from '../machine.ts';
import { Problem } from '../problem.ts';
import { BEGIN, type Database, runTransaction, type Tx } from './database.ts';
import { isLost, isRetryable, NoAnswer, NoConnection, OutcomeUnknown } from './driver/failures.ts';
import { firstRow } from './rows.ts';
import { sql } from './sql.ts';

const ATTEMPTS_MAX = 6;
const FIRST_PAUSE_MS = 10;
const PAUSE_MS_MAX = 1_000;

/** No connection was to be had in time, or the server takes no more: trying six times would only keep people waiting. */
function isFull(error: unknown): boolean {
  return error instanceof NoConnection || errorCode(error).startsWith('53');
}

/** The row that a request waits for is held for longer than it may wait: by a commit, perhaps, that waits for the standby. */
function isHeld({ answer_ms_max }: Database, error: unknown): boolean {
  return answer_ms_max !== undefined && errorCode(error) === '55P03';
}

/** Runs `work` once, reading one state of the database however long it takes. Throws what it throws; what it has told of is not told again. */
export async function inSnapshot<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await runTransaction(database, work, BEGIN.snapshot);
  } catch (error) {
    if (isFull(error) || isRetryable(error)) throw new Problem('unavailable').causedBy(error);
    throw error;
  }
}

const recording_once = new WeakSet<Tx>();

/** Says that this transaction would record the same a second time, or refuse what it has done: it has no key to find it by. */
export function neverTwice(tx: Tx): void {
  recording_once.add(tx);
}

/**
 * Has this transaction's commit wait for the standby, as one that writes, though it found all done. What it found may be recorded on one machine
 * only: by a commit whose wait was cancelled, or that was cut off from its standby and is there again. Answered now, it would be lost with that machine.
 */
export function confirmEarlier(tx: Tx): void {
  tx.later(sql`select pg_logical_emit_message(true, 'mandoob', ''::text)`);
}

/**
 * Runs `work` in one READ COMMITTED transaction, again when that may help; throws `unavailable` when it never does, by OutcomeUnknown
 * where the answer to a commit was lost that is not to be repeated, and by NoAnswer where the database gives none in its time: what was asked
 * may still be done. Its connection is left to it until then, so that no more wait in the database than a pool has.
 */
export async function inTransaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { answer_ms_max } = database;
  if (answer_ms_max === undefined) return untilDone(database, work, new AbortController().signal);
  const late = new AbortController();
  let limit: NodeJS.Timeout | undefined;
  const refused = new Promise<never>((_, reject) => {
    limit = setTimeout(() => {
      late.abort();
      reject(new Problem('unavailable').causedBy(new NoAnswer(`for ${answer_ms_max} ms`)));
    }, answer_ms_max);
  });
  try {
    return await Promise.race([untilDone(database, work, late.signal), refused]);
  } finally {
    clearTimeout(limit);
  }
}

async function untilDone<T>(database: Database, work: (tx: Tx) => Promise<T>, late: AbortSignal): Promise<T> {
  const away_until = performance.now() + (database.away_ms_max ?? 0);
  /** Whether an earlier commit may have been done, and its answer lost. */
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
      // Before that no commit is sent: what only reads need not wait for a standby then.
      may_be_done ||= has_worked && isLost(error);
      const is_worth_it = attempt < ATTEMPTS_MAX || (isLost(error) && performance.now() < away_until);
      if (!is_worth_it || late.aborted) throw new Problem('unavailable').causedBy(error);
      const work = currentWork();
      if (work) work.retries += 1;
      const pause_ms = Math.min(FIRST_PAUSE_MS * 2 ** attempt, PAUSE_MS_MAX);
      await delay(pause_ms * (0.5 + machineRandom.number()));
      // Whoever asked was answered meanwhile.
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

/** Is told where the feed stood before anything was read, as its cursors are written: all that came too late for the reads is told from there on. */
export type OnPosition = (position: string | null) => void;

/** Checks the live session and sets what row security asks (ruling C2); `actor` is null without a profile. Throws `not_signed_in`. */
export async function beginRequest(tx: Tx, session_id: string, onPosition?: OnPosition) {
  const session = onPosition
    ? sql<Session>`select *, feed_position() from begin_request(${session_id}::uuid)`
    : sql<Session>`select * from begin_request(${session_id}::uuid)`;
  const who = await firstRow(tx, session);
  if (!who) throw new Problem('not_signed_in');
  const work = currentWork();
  if (work) work.is_unauthenticated = false;
  onPosition?.(who.feed_position ?? null);
  const { email, shop_id, full_name, feed_position: _, ...known } = { ...who, session_id };
  const actor: Staff | null =
    shop_id === null || full_name === null ? null : { kind: 'staff', ...known, shop_id, full_name };
  const { user_id, must_change_password } = known;
  return { user_id, email, session_id, must_change_password, actor };
}

/** A request's transaction for whoever is signed in, profile or not. */
export function asUser<T>(
  requests: Database,
  session_id: string,
  work: (tx: Tx, user: Identified) => Promise<T>,
): Promise<T> {
  return inTransaction(requests, async (tx) => work(tx, await beginRequest(tx, session_id)));
}

/**
 * Statements that go out together and are awaited one by one, so that the stage told before each is the one it stands at: of several that
 * failed, only the first that is awaited is heard.
 */
export function sideBySide<Asked extends Record<string, Promise<unknown>>>(asked: Asked): Asked {
  for (const one of Object.values(asked)) one.catch(() => undefined);
  return asked;
}

/**
 * A request's transaction for an actor of a shop. What `first` asks goes out together with the question who it is, and is undone where that
 * refuses. Throws `not_signed_in`, `no_profile`, and `password_change_required` for whoever still has a password that somebody else has
 * set, unless `any_password` will do.
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
    const asked = first?.(tx);
    // Where nobody may ask, this fails too.
    asked?.catch(() => undefined);
    const { actor } = await beginning;
    if (!actor) throw new Problem('no_profile');
    if (actor.must_change_password && !any_password) throw new Problem('password_change_required');
    return work(tx, actor, (await asked) as First);
  });
}

/**
 * Runs `work` in a savepoint and answers `fallback` when it fails, with the transaction still usable. What concerns the whole
 * transaction (serialization failures, deadlocks, shutdowns, broken connections) is thrown on: after a deadlock both
 * ROLLBACK TO and COMMIT succeed, and half of the work would be lost silently.
 */
export async function orElse<T>(tx: Tx, work: () => Promise<T>, fallback: (error: unknown) => T): Promise<T> {
  const begun = sql`savepoint attempt`.execute(tx);
  try {
    // In one go with the first of the work; nothing else may be asked of the transaction meanwhile.
    const [value] = await Promise.all([work(), begun]);
    await sql`release savepoint attempt`.execute(tx);
    return value;
  } catch (error) {
    if (isRetryable(error)) throw error;
    await sql`rollback to savepoint attempt`.execute(tx);
    return fallback(error);
  }
}

import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Staff } from '../actor.ts';
import { errorCode } from '../error-code.ts';
import type { Log } from '../log.ts';
import { BEGIN, type Database, databaseOf, runTransaction, type Tx } from './database.ts';
import { REQUEST_LIMITS_MS } from './database-roles.ts';
import { poolSettings } from './pools.ts';
import { oneRow } from './rows.ts';
import { statement } from './statement.ts';
import { asActor, beginRequest, isRetryable, type OnPosition } from './transactions.ts';

/** A standby further behind than this is not read, in ms. */
const BEHIND_MS_MAX = 60_000;
/** It has so long to let a reading begin, in ms: whoever asks can be answered by the primary. */
const BEGIN_MS_MAX = 2_000;
/** One that did not is left alone for so long, in ms. */
const LEFT_ALONE_MS = 10_000;
const CONNECTIONS_MAX = 5;
/** A connection on which nothing came for so long is given up, in ms: an export may rest for 330 s between two pages (held-snapshot.ts). */
const SILENT_MS_MAX = 360_000;

/** Whom the primary has found behind a session, and where it stood then. */
export type Seen = { actor: Staff; lsn: string; at: Date };

/** What cannot, or must not, be read on the standby: the primary is to be read instead. */
export class NotOnStandby extends Error {
  override readonly name = 'NotOnStandby';
}

export type Standby = ReturnType<typeof openStandby>;

/** Asks the primary who it is, and where it stands: what a standby knows that has come as far is of that moment. Throws as `asActor`, and what `admit` throws. */
export function seenFor(
  requests: Database,
  session_id: string,
  admit: (actor: Staff) => void,
): Promise<Seen> {
  const first = (tx: Tx) =>
    oneRow(
      tx,
      statement<Pick<Seen, 'lsn' | 'at'>>`select pg_current_wal_lsn()::text as lsn, clock_timestamp() as at`,
    );
  const found = async (_: Tx, actor: Staff, stands: Pick<Seen, 'lsn' | 'at'>) => {
    admit(actor);
    return { actor, ...stands };
  };
  return asActor(requests, session_id, found, { first });
}

/** The copy of the database that reports and exports read (DATABASE_READ_URL), as the role of requests. Nothing is connected before the first reading. */
export function openStandby({
  url,
  limits_on_role,
  log,
}: {
  url: string;
  limits_on_role: boolean;
  log: Log;
}) {
  const pool = new pg.Pool({
    ...poolSettings({ url, connections_max: CONNECTIONS_MAX, as_requests: true }),
    ...(limits_on_role ? {} : REQUEST_LIMITS_MS),
    connectionTimeoutMillis: BEGIN_MS_MAX,
    stream: () => {
      const socket = new Socket();
      return socket.setTimeout(SILENT_MS_MAX, () => socket.destroy(new Error('the standby fell silent')));
    },
  });
  const lost = (error: Error) =>
    log.warn({ pool: 'standby', code: errorCode(error) }, 'database connection lost');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const database = databaseOf(pool, { may_be_standby: true });
  let left_alone_until = 0;

  function leaveAlone(error: unknown): void {
    log.warn({ err: error }, 'the standby is not read: the primary is, for now');
    left_alone_until = performance.now() + LEFT_ALONE_MS;
  }

  /**
   * Runs `work` in one state of the standby, for whoever the primary has found: it is told of when that state is, or null where this is no standby.
   * Throws NotOnStandby where the standby is away or too far behind, knows the session as somebody else's or not at all, or has broken off what was read.
   */
  async function read<T>(
    seen: Seen,
    work: (tx: Tx, as_of: Date | null) => Promise<T>,
    onPosition?: OnPosition,
  ): Promise<T> {
    if (performance.now() < left_alone_until) throw new NotOnStandby('it was away a moment ago');
    let has_begun = false;
    let is_late = false;
    const reading = inItsState(database, seen, onPosition, async (tx, as_of) => {
      // Whoever asked is with the primary by now.
      if (is_late) throw new NotOnStandby('it was too late');
      has_begun = true;
      return work(tx, as_of);
    }).catch((error: unknown) => {
      if (!isGone(error)) throw error;
      if (!has_begun && !is_late && !(error instanceof NotOnStandby)) leaveAlone(error);
      throw error instanceof NotOnStandby ? error : new NotOnStandby('it broke off', { cause: error });
    });
    const silence = pause(BEGIN_MS_MAX, undefined, { ref: false }).then(() => {
      if (has_begun) return reading;
      is_late = true;
      const error = new NotOnStandby(`it did not answer for ${BEGIN_MS_MAX} ms`);
      leaveAlone(error);
      throw error;
    });
    return Promise.race([reading, silence]);
  }

  return { read, close: () => pool.end() };
}

/** First how far it has come, then the state that is read: that is never older than what is said of it. */
function inItsState<T>(
  standby: Database,
  seen: Seen,
  onPosition: OnPosition | undefined,
  work: (tx: Tx, as_of: Date | null) => Promise<T>,
): Promise<T> {
  return standby.connection().execute(async (one) => {
    const as_of = await stateOf(one as Database, seen);
    const same = Object.assign(one, { newId: standby.newId });
    return runTransaction(
      same,
      async (tx) => {
        await assertSame(tx, seen.actor, onPosition);
        return work(tx, as_of);
      },
      BEGIN.snapshot,
    );
  });
}

async function stateOf(one: Database, { lsn, at }: Seen): Promise<Date | null> {
  const { rows } = await sql<{ is_standby: boolean; has_all: boolean; replayed_at: Date | null }>`
    select pg_is_in_recovery() as is_standby, coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as has_all,
      pg_last_xact_replay_timestamp() as replayed_at`.execute(one);
  const [found] = rows;
  if (!found?.is_standby) return null;
  // A primary on which nothing happens sends no times: a standby that has all of it is of now.
  const as_of = found.has_all ? at : found.replayed_at;
  if (as_of && at.getTime() - as_of.getTime() <= BEHIND_MS_MAX) return as_of;
  throw new NotOnStandby(`it has come to ${as_of?.toISOString() ?? 'nothing yet'}`);
}

/** Row security goes by what the standby knows of the session: read is only what both know alike. */
async function assertSame(tx: Tx, actor: Staff, onPosition: OnPosition | undefined): Promise<void> {
  const { actor: found } = await beginRequest(tx, actor.session_id, onPosition).catch((error: unknown) => {
    if (isGone(error)) throw error;
    throw new NotOnStandby('it does not know the session', { cause: error });
  });
  const same = (['user_id', 'shop_id', 'role', 'driver_id'] as const).every(
    (part) => found?.[part] === actor[part],
  );
  if (!same) throw new NotOnStandby('it knows the session as somebody else was');
}

/** Away, full, or ending what is read there for what it has to replay (40001, 57014). */
function isGone(error: unknown): boolean {
  const code = errorCode(error);
  const is_known = error instanceof NotOnStandby || isRetryable(error) || code === '57014';
  return is_known || code.startsWith('53') || (error instanceof Error && error.name === 'NoConnection');
}

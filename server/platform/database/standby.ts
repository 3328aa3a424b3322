import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Staff } from '../actor.ts';
import { errorCode } from '../error-code.ts';
import type { Log } from '../log.ts';
import { Problem } from '../problem.ts';
import { BEGIN, type Database, databaseOf, runTransaction, type Tx } from './database.ts';
import { REQUEST_LIMITS_MS } from './database-roles.ts';
import { placeOf, reasonOf } from './database-trouble.ts';
import { poolSettings, requestUrlOf } from './pools.ts';
import { oneRow } from './rows.ts';
import { statement } from './statement.ts';
import { asActor, beginRequest, type OnPosition } from './transactions.ts';

/** A standby further behind than this is not read, in ms. */
const BEHIND_MS_MAX = 60_000;
/** It has so long to let a reading begin, in ms: whoever asks can be answered by the primary. */
const BEGIN_MS_MAX = 2_000;
/** One that did not is left alone for so long, in ms. */
const LEFT_ALONE_MS = 10_000;
/** A connection on which nothing came for so long is given up, in ms: an export may rest for 330 s between two pages (held-snapshot.ts). */
const SILENT_MS_MAX = 360_000;
/** By the statement's own time limit, or by somebody. What has to be replayed ends a statement by 40001 or 40P01, a connection by 57P01 or 57P04. */
const CANCELLED = '57014';

/** Where the primary stood, and which server of which history that was: positions of two timelines do not compare. */
type Stands = { system: string; server: string; timeline: number; lsn: string; at: Date };

/** Whom the primary has found behind a session, and where it stood then. */
export type Seen = Stands & { actor: Staff };

/** What cannot, or must not, be read on the standby: the primary is to be read instead. */
export class NotOnStandby extends Error {
  override readonly name: string = 'NotOnStandby';
}

/** For nobody, as it is. `behind_ms`: without end where what it has is of no use, however new. */
class UnfitStandby extends NotOnStandby {
  override readonly name = 'UnfitStandby';
  readonly behind_ms: number;
  constructor(reason: string, behind_ms = Number.POSITIVE_INFINITY) {
    super(reason);
    this.behind_ms = behind_ms;
  }
}

export type Standby = ReturnType<typeof openStandby>;

/** Asks the primary who it is, and where it stands: what a standby knows that has come as far is of that moment. Throws as `asActor`, and what `admit` throws. */
export function seenFor(
  requests: Database,
  session_id: string,
  admit: (actor: Staff) => void,
): Promise<Seen> {
  const found = async (_: Tx, actor: Staff, stands: Stands) => {
    admit(actor);
    return { actor, ...stands };
  };
  return asActor(requests, session_id, found, { first: whereItStands });
}

function whereItStands(primary: Database | Tx): Promise<Stands> {
  return oneRow(
    primary,
    statement<Stands>`select system_identifier::text as system, extract(epoch from pg_postmaster_start_time())::text as server,
      ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline, lsn::text as lsn, clock_timestamp() as at
      from pg_control_system(), pg_current_wal_lsn() as lsn`,
  );
}

/**
 * The copy of the database that reports and exports read (DATABASE_READ_URL), as the role of requests: with `limits_on_role` it is signed in as by
 * that address. Nothing is connected before the first reading.
 */
export function openStandby({
  url,
  limits_on_role,
  connections_max,
  log,
}: {
  url: string;
  limits_on_role: boolean;
  connections_max: number;
  log: Log;
}) {
  const pool = new pg.Pool({
    ...poolSettings({ url: limits_on_role ? url : requestUrlOf(url), connections_max, as_requests: true }),
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
  let under_way = 0;
  let told: string | null = null;

  const inWords = (error: unknown) => `${reasonOf(error)} (DATABASE_READ_URL, ${placeOf(url)})`;

  /** Once for all whom the same thing sends to the primary. */
  function tell(trouble: string | null): void {
    if (trouble === told) return;
    told = trouble;
    if (trouble === null) log.info('reports and exports are read on the standby again');
    else log.warn({ trouble }, 'reports and exports are read on the primary, not on the standby');
  }

  function leaveAlone(error: unknown): void {
    tell(inWords(error));
    left_alone_until = performance.now() + LEFT_ALONE_MS;
  }

  /**
   * Runs `work` in one state of the standby, for whoever the primary has found: it is told of when that state is, or null where this is the primary.
   * Throws NotOnStandby where the standby is not to be had, too far behind, or a copy of something else, knows the session as somebody else's or not
   * at all, or fails at what is read; but what `work` throws as a Problem, or takes too long for (57014), is thrown as it is.
   */
  async function read<T>(
    seen: Seen,
    work: (tx: Tx, as_of: Date | null) => Promise<T>,
    onPosition?: OnPosition,
  ): Promise<T> {
    if (performance.now() < left_alone_until) throw new NotOnStandby('it was away a moment ago');
    let has_begun = false;
    let is_late = false;
    let is_over = false;
    const was_full = under_way >= connections_max;
    // It has no fault then: others of ours have all its connections.
    const isFull = () => was_full || under_way >= connections_max;
    const instead = (error: unknown): unknown => {
      if (error instanceof Problem || (has_begun && errorCode(error) === CANCELLED)) return error;
      if (error instanceof UnfitStandby || has_begun) tell(inWords(error));
      if (error instanceof NotOnStandby) return error;
      if (!has_begun && !is_late && !isFull()) leaveAlone(error);
      return new NotOnStandby('it failed', { cause: error });
    };
    const reading = inItsState(database, seen, onPosition, async (tx, as_of) => {
      // Whoever asked is with the primary by now.
      if (is_late) throw new NotOnStandby('it was too late');
      has_begun = true;
      under_way += 1;
      return work(tx, as_of).finally(() => {
        under_way -= 1;
      });
    })
      .then(
        (done) => {
          tell(null);
          return done;
        },
        (error: unknown) => {
          throw instead(error);
        },
      )
      .finally(() => {
        is_over = true;
      });
    const silence = pause(BEGIN_MS_MAX, undefined, { ref: false }).then(() => {
      if (has_begun || is_over) return reading;
      is_late = true;
      if (isFull()) throw new NotOnStandby('others have all its connections');
      const error = new NotOnStandby(`it did not answer for ${BEGIN_MS_MAX} ms`);
      leaveAlone(error);
      throw error;
    });
    return Promise.race([reading, silence]);
  }

  /** Why reports are not read here now, for people; null where they are. Throws where the primary does not answer. */
  async function trouble(primary: Database): Promise<string | null> {
    const stands = await whereItStands(primary);
    return stateSince(stands).then(() => null, inWords);
  }

  /** How old what it answers is at most, in seconds; Infinity where it cannot be read at all. Throws where the primary does not answer. */
  async function behindSeconds(primary: Database): Promise<number> {
    const stands = await whereItStands(primary);
    const behind_ms = await stateSince(stands).then(
      (as_of) => (as_of ? stands.at.getTime() - as_of.getTime() : 0),
      (error: unknown) => (error instanceof UnfitStandby ? error.behind_ms : Number.POSITIVE_INFINITY),
    );
    return Math.max(0, behind_ms / 1000);
  }

  function stateSince(stands: Stands): Promise<Date | null> {
    return database.connection().execute((one) => stateOf(one as Database, stands));
  }

  return { read, trouble, behindSeconds, close: () => pool.end() };
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

type Found = Omit<Stands, 'lsn' | 'at'> & { is_standby: boolean; has_all: boolean; replayed_at: Date | null };

/** Of when it is; null where it is the very server that was asked as the primary. Its timeline is known as of its last checkpoint or flush, so never too new. */
async function stateOf(one: Database, { system, server, timeline, lsn, at }: Stands): Promise<Date | null> {
  const { rows } = await sql<Found>`
    select pg_is_in_recovery() as is_standby, system_identifier::text as system,
      extract(epoch from pg_postmaster_start_time())::text as server,
      greatest(timeline_id, min_recovery_end_timeline) as timeline,
      coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as has_all, pg_last_xact_replay_timestamp() as replayed_at
    from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`.execute(one);
  const [found] = rows;
  if (found?.system !== system) throw new UnfitStandby('it is no copy of the database of DATABASE_URL');
  if (!found.is_standby) {
    if (found.server === server) return null;
    throw new UnfitStandby('it is no standby any more, nor the primary');
  }
  if (found.timeline !== timeline)
    throw new UnfitStandby(`it is on timeline ${found.timeline}, and the primary on ${timeline}`);
  // A primary on which nothing happens sends no times: a standby that has all of it is of now.
  const as_of = found.has_all ? at : found.replayed_at;
  const behind_ms = as_of ? at.getTime() - as_of.getTime() : Number.POSITIVE_INFINITY;
  if (behind_ms <= BEHIND_MS_MAX) return as_of;
  throw new UnfitStandby(`it is more than ${BEHIND_MS_MAX / 1000} s behind`, behind_ms);
}

/** Row security goes by what the standby knows of the session: read is only what both know alike. */
async function assertSame(tx: Tx, actor: Staff, onPosition: OnPosition | undefined): Promise<void> {
  const { actor: found } = await beginRequest(tx, actor.session_id, onPosition).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    throw new NotOnStandby('it does not know the session', { cause: error });
  });
  const same = (['user_id', 'shop_id', 'role', 'driver_id'] as const).every(
    (part) => found?.[part] === actor[part],
  );
  if (!same) throw new NotOnStandby('it knows the session as somebody else was');
}

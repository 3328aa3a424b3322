import pg from 'pg';
import type { Staff } from '../actor.ts';
import { Problem } from '../problem.ts';
import { BEGIN, type Database, runTransaction, type Tx } from './database.ts';
import { isRetryable } from './driver/failures.ts';
import { oneRow } from './rows.ts';
import { statement } from './statement.ts';
import { asActor, beginRequest, type OnPosition, sideBySide } from './transactions.ts';

/** A standby further behind than this is not read, in ms. */
const BEHIND_MS_MAX = 60_000;

/** Where the primary stood, and which server of which history that was: positions of two timelines do not compare. */
type Stands = { system: string; server: string; timeline: number; lsn: string; at: Date };

/** Whom the primary has found behind a session, and where it stood then. */
export type Seen = Stands & { actor: Staff };

/** What cannot, or must not, be read on the standby: the primary is to be read instead. */
export class NotOnStandby extends Error {
  override readonly name: string = 'NotOnStandby';
}

/** For nobody, as it is. `behind_ms`: without end where what it has is of no use, however new. */
export class UnfitStandby extends NotOnStandby {
  override readonly name = 'UnfitStandby';
  readonly behind_ms: number;
  constructor(reason: string, behind_ms = Number.POSITIVE_INFINITY) {
    super(reason);
    this.behind_ms = behind_ms;
  }
}

/**
 * Asks the primary who it is, and where it stands: what a standby knows that has come as far is of that moment. Throws as `asActor` and `whereItStands`, and
 * what `admit` throws.
 */
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

/** Throws UnfitStandby where the primary may not or cannot say (42501 where a service keeps it to itself): no standby can be compared with it then. */
export function whereItStands(primary: Database | Tx): Promise<Stands> {
  const stands = oneRow(
    primary,
    statement<Stands>`select system_identifier::text as system, extract(epoch from pg_postmaster_start_time())::text as server,
      ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline, lsn::text as lsn, clock_timestamp() as at
      from pg_control_system(), pg_current_wal_lsn() as lsn`,
  );
  return stands.catch((error: unknown) => {
    const is_refused = error instanceof pg.DatabaseError && !/^5[37]/.test(error.code ?? '');
    if (!is_refused || isRetryable(error)) throw error;
    const reason = `the primary does not say where it stands: ${error.message} (${error.code})`;
    throw Object.assign(new UnfitStandby(reason), { cause: error });
  });
}

/** First how far it has come, then the state that is read: that is never older than what is said of it. */
export function inItsState<T>(
  standby: Database,
  seen: Seen,
  onPosition: OnPosition | undefined,
  work: (tx: Tx, as_of: Date | null) => Promise<T>,
): Promise<T> {
  return standby.connection().execute(async (one) => {
    const state = await stateOf(one as Database, seen);
    const same = Object.assign(one, { newId: standby.newId });
    return runTransaction(
      same,
      async (tx) => {
        const { who, server } = sideBySide({
          who: assertSame(tx, seen.actor, onPosition),
          server: assertServer(tx, state),
        });
        await server;
        await who;
        return work(tx, state.as_of);
      },
      BEGIN.snapshot,
    );
  });
}

/** One server, for as long as it runs and is what it is. */
type Server = { server: string; is_standby: boolean };
type Found = Server & Pick<Stands, 'system' | 'timeline'> & { has_all: boolean; replayed_at: Date | null };
/** `as_of` null where it is the very server that was asked as the primary. */
type State = Server & { as_of: Date | null };

/** Throws UnfitStandby. Its timeline is known as of its last checkpoint or flush, so never too new. */
export async function stateOf(one: Database, { system, server, timeline, lsn, at }: Stands): Promise<State> {
  const found = await oneRow(
    one,
    statement<Found>`select pg_is_in_recovery() as is_standby, system_identifier::text as system,
      extract(epoch from pg_postmaster_start_time())::text as server,
      greatest(timeline_id, min_recovery_end_timeline) as timeline,
      coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as has_all, pg_last_xact_replay_timestamp() as replayed_at
      from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`,
  );
  if (found.system !== system) throw new UnfitStandby('it is no copy of the database of DATABASE_URL');
  if (!found.is_standby) {
    if (found.server === server) return { ...found, as_of: null };
    throw new UnfitStandby('it is no standby any more, nor the primary');
  }
  if (found.timeline !== timeline)
    throw new UnfitStandby(`it is on timeline ${found.timeline}, and the primary on ${timeline}`);
  // A primary on which nothing happens sends no times: a standby that has all of it is of now.
  const as_of = found.has_all ? at : found.replayed_at;
  const behind_ms = as_of ? at.getTime() - as_of.getTime() : Number.POSITIVE_INFINITY;
  if (behind_ms <= BEHIND_MS_MAX) return { ...found, as_of };
  throw new UnfitStandby(`it is more than ${BEHIND_MS_MAX / 1000} s behind`, behind_ms);
}

/** A pooler may lead each transaction of a connection to another server: what is read is of the one whose state is known. */
async function assertServer(tx: Tx, known: Server): Promise<void> {
  const { server, is_standby } = await oneRow(
    tx,
    statement<Server>`select extract(epoch from pg_postmaster_start_time())::text as server, pg_is_in_recovery() as is_standby`,
  );
  if (server === known.server && is_standby === known.is_standby) return;
  throw new UnfitStandby('its address leads to one server and then to another');
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

import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';

export type Settling = {
  /**
   * How far the moment lies back: a transaction takes a little from its beginning until it shows among those that run, and a delivery carries the time of a
   * server whose clock may differ, taken before its files are put and a connection is free.
   */
  margin_ms: number;
  /** How long those that run are waited for. */
  wait_ms: number;
};
export const SETTLING: Settling = { margin_ms: 120_000, wait_ms: 15_000 };

const POLL_MS = 100;

/** Transactions of clients of this database, other than this one. Their starts are not everybody's to see, their locks are. */
const RUNNING = sql`
  select l.virtualxid from pg_locks l
  join pg_stat_activity a on a.pid = l.pid
  join pg_database d on d.oid = a.datid and d.datname = current_database()
  where l.locktype = 'virtualxid' and l.mode = 'ExclusiveLock' and l.granted and l.pid <> pg_backend_pid()
    and coalesce(a.backend_type, 'client backend') = 'client backend'`;

/**
 * A moment before which nothing can be recorded any more. A record has the time at which its transaction began, and is seen only once that has ended: so a
 * moment is noted, and all that run are waited for, as an index that is built beside its writers waits. Null where they do not end in time, or when it is stopped.
 */
export async function settledUntil(
  owner: Database,
  stopping: AbortSignal,
  { margin_ms, wait_ms }: Settling,
): Promise<string | null> {
  const { rows } = await sql<{ until: string; running: string[] }>`
    select (clock_timestamp() - make_interval(secs => ${margin_ms / 1000}::float8))::text as until, array(${RUNNING}) as running`.execute(
    owner,
  );
  const noted = rows[0];
  if (!noted) return null;
  const give_up_at = performance.now() + wait_ms;
  for (let left = noted.running; ; await pause(POLL_MS)) {
    if (left.length === 0) return noted.until;
    if (stopping.aborted || performance.now() > give_up_at) return null;
    const asked = await sql<{ id: string }>`
      select virtualxid as id from (${RUNNING}) r where virtualxid = any (${left}::text[])`.execute(owner);
    left = asked.rows.map(({ id }) => id);
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';

export type Settling = {
  /**
   * The time by which the result is before now. A transaction is listed as running shortly after its start. A
   * delivery has the time of a server whose clock may differ, taken before its files are stored and a
   * connection is free.
   */
  margin_ms: number;
  /** The longest wait for running transactions. */
  wait_ms: number;
};
export const SETTLING: Settling = { margin_ms: 120_000, wait_ms: 15_000 };

const POLL_MS = 100;

/** Other client transactions of this database. Every role can see their locks, but not their start times. */
const RUNNING = sql`
  select l.virtualxid from pg_locks l
  join pg_stat_activity a on a.pid = l.pid
  join pg_database d on d.oid = a.datid and d.datname = current_database()
  where l.locktype = 'virtualxid' and l.mode = 'ExclusiveLock' and l.granted and l.pid <> pg_backend_pid()
    and coalesce(a.backend_type, 'client backend') = 'client backend'`;

/**
 * Returns an instant before which nothing more can be recorded. A record has the start time of its
 * transaction and becomes visible when that commits, so the function takes an instant and waits for all
 * running transactions, as `create index concurrently` does. Returns null if they do not end in time, or if
 * aborted.
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

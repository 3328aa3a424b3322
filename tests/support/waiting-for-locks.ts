import type { Database } from '../../server/platform/database/database.ts';
import { sql } from '../../server/platform/database/sql.ts';

/** Returns the number of connections of this database that are waiting for a lock. */
export async function waitingForLocks(owner: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(owner);
  return rows[0]?.count ?? 0;
}

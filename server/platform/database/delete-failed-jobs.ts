import type { Database } from './database.ts';
import { sql } from './sql.ts';

/** The time that permanently failed jobs are kept for an operator to inspect, in ms. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Deletes permanently failed jobs, which the queue would keep forever: their pending work is in rows that
 * sweepers find. Returns the number of deleted jobs.
 */
export async function deleteFailedJobs(owner: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  // The job stores no time of its failure; each retry moves run_at beyond it.
  const { row_count } = await sql`
    delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and run_at < ${before}`.execute(owner);
  return row_count;
}

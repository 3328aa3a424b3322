import type { Database } from './database.ts';
import { sql } from './sql.ts';

/** For so long an operator may look at what failed, in ms. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Deletes what the queue has given up and keeps for ever: what was left to do is in rows, and sweepers find it. Answers how many jobs that were. */
export async function dropGivenUpJobs(owner: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  // A failure moves run_at ahead of its own time, and nothing else of the job tells when it was.
  const { row_count } = await sql`
    delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and run_at < ${before}`.execute(owner);
  return row_count;
}

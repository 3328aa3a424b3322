import type { Log } from '../../logging/log.ts';
import type { Database, Tx } from '../database.ts';
import { sql } from '../sql.ts';
import { inTransaction } from '../transactions.ts';

/** Fills in what a migration added for rows that were there; itself it would hold its locks as long. The column may be null till then. */
export type Backfill = {
  /** That of the migration it completes. */
  name: string;
  /**
   * Fills in at most so many rows that still need it, found by looking at them; those that somebody else has locked may be passed
   * over (`for update skip locked`). Answers how many; 0 when nothing is left.
   */
  fill(tx: Tx, rows_max: number): Promise<number>;
};

const ROWS_MAX = 1_000;

/**
 * Runs each backfill until nothing is left, every batch in a transaction of its own: it may stop anywhere, in a crash too, and goes
 * on from there. Nothing is written down as done, since a server of the version before may still add rows. `stopping` ends it
 * between two batches.
 */
export async function runBackfills(
  owner: Database,
  backfills: readonly Backfill[],
  log: Log,
  stopping: AbortSignal,
): Promise<void> {
  for (const { name, fill } of backfills) {
    let rows = 0;
    for (let filled = 1; filled > 0 && !stopping.aborted; rows += filled) {
      filled = await inTransaction(owner, async (tx) => {
        await sql`set local lock_timeout = '2s'`.execute(tx);
        return fill(tx, ROWS_MAX);
      });
    }
    if (rows > 0) log.info({ backfill: name, rows }, 'rows filled in');
  }
}

import type { Log } from '../../logging/log.ts';
import type { Database, Tx } from '../database.ts';
import { sql } from '../sql.ts';
import { inTransaction } from '../transactions.ts';

/**
 * Fills in a migration's new column for existing rows, which the migration could only do under its locks. The
 * column may be null until then.
 */
export type Backfill = {
  /** The name of the migration that it completes. */
  name: string;
  /**
   * Fills in at most `rows_max` rows that still need it, determined from the rows themselves; locked rows may
   * be skipped (`for update skip locked`). Returns the number of rows; 0 if none is left.
   */
  fill(tx: Tx, rows_max: number): Promise<number>;
};

const ROWS_MAX = 1_000;

/**
 * Runs each backfill until no rows are left, every batch in a separate transaction: it may stop anywhere,
 * even in a crash, and continues from there. Completion is not recorded, since a server of the previous
 * version may still add rows. `stopping` ends it between two batches.
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

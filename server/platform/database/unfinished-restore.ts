import type pg from 'pg';
import { RECORDS_SCHEMA, type Records, readRecords } from './migration-records.ts';

/**
 * Where the tables are while a backup is brought back: until all is there no other program finds them, whatever its version is and however long it has
 * been running.
 */
export const RESTORING = 'restoring';

/** What is left to do of an unfinished restore. */
export const STEPS = `${RECORDS_SCHEMA}.restore_steps`;

/** The database holds a part of a backup only. The message says what to do. */
export class UnfinishedRestore extends Error {
  override readonly name = 'UnfinishedRestore';
}

/** Throws UnfinishedRestore. */
export async function assertRestored(db: Pick<pg.ClientBase, 'query'>): Promise<void> {
  refuseUnfinished(await readRecords(db));
}

/** Throws UnfinishedRestore where the records tell of one. */
export function refuseUnfinished({ is_being_restored }: Records): void {
  if (!is_being_restored) return;
  throw new UnfinishedRestore(
    'This database holds only a part of a backup: its restore is under way, or was cut off. ' +
      'Run mandoob restore again with the same file: it goes on where it was. Nothing else works on it until then.',
  );
}

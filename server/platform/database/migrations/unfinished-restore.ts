import type pg from 'pg';
import { type Records, readRecords } from './migration-records.ts';

/** The database is marked as having only a part of a backup. The message contains what to do. */
export class UnfinishedRestore extends Error {
  override readonly name = 'UnfinishedRestore';
}

/** Throws UnfinishedRestore. */
export async function assertRestored(db: Pick<pg.ClientBase, 'query'>): Promise<void> {
  refuseUnfinished(await readRecords(db));
}

/** Throws UnfinishedRestore if the records contain an unfinished restore. */
export function refuseUnfinished({ is_being_restored }: Records): void {
  if (!is_being_restored) return;
  throw new UnfinishedRestore(
    'This database holds only a part of a backup: a restore is in progress or was interrupted. ' +
      'Run mandoob restore again with the same file; it starts over. Nothing else can use the database until then.',
  );
}

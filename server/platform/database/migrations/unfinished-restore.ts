import type pg from 'pg';
import { type Records, readRecords } from './migration-records.ts';

/** The database is marked as holding a part of a backup only. The message says what to do. */
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
      'Run mandoob restore again with the same file: it starts over. Nothing else works on it until then.',
  );
}

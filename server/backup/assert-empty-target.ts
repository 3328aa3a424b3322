import pg from 'pg';
import type { ContentStore } from '../files/store/content-store.ts';
import { BackupError } from './archive/archive-format.ts';
import { isBackedUp, tablesOf } from './manifest.ts';

/** Throws BackupError if any table has a row: a restore replaces nothing. */
export async function assertNoRows(client: pg.ClientBase): Promise<void> {
  for (const { name } of await tablesOf(client)) {
    if (!isBackedUp(name)) continue;
    const { rowCount } = await client.query(`select from public.${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount) {
      throw new BackupError(
        `This database is not empty: there are ${name.replaceAll('_', ' ')}. A restore needs an empty database.`,
      );
    }
  }
}

/**
 * Throws BackupError for contents that are not in the backup. Others may be left by an interrupted restore.
 */
export async function assertNoOtherContents(
  store: ContentStore,
  expected: ReadonlyMap<string, unknown>,
): Promise<void> {
  for await (const { shop_id, sha256 } of store.list()) {
    if (!expected.has(`${shop_id}/${sha256}`)) {
      throw new BackupError(
        `The file store is not empty: it contains ${sha256} of shop ${shop_id}. A restore needs an empty store.`,
      );
    }
  }
}

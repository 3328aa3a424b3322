import type pg from 'pg';
import type { ContentStore } from '../files/content-store.ts';
import { BackupError } from './backup-error.ts';
import { isBackedUp, quoted, tablesOf } from './describe-database.ts';

/** Throws BackupError when any table holds a row: a restore replaces nothing. */
export async function assertNoRows(client: pg.ClientBase): Promise<void> {
  for (const { name } of await tablesOf(client)) {
    if (!isBackedUp(name)) continue;
    const { rowCount } = await client.query(`select from public.${quoted(name)} limit 1`);
    if (rowCount) {
      throw new BackupError(
        `This database is not empty: there are ${name.replaceAll('_', ' ')}. A restore needs an empty place.`,
      );
    }
  }
}

/**
 * Throws BackupError when files lie there that the backup does not bring. What it does bring may lie there already, from a
 * restore that was cut off.
 */
export async function assertNoOtherContents(store: ContentStore, coming: ReadonlySet<string>): Promise<void> {
  for await (const { shop_id, sha256 } of store.list()) {
    if (!coming.has(`${shop_id}/${sha256}`)) {
      throw new BackupError(
        `The place for files is not empty: content ${sha256} of shop ${shop_id} lies there. A restore needs an empty place.`,
      );
    }
  }
}

import pg from 'pg';
import type { ContentStore } from '../files/store/content-store.ts';
import { BackupError } from './archive/archive-format.ts';
import { isBackedUp, tablesOf } from './manifest.ts';

/** Throws BackupError when any table holds a row: a restore replaces nothing. */
export async function assertNoRows(client: pg.ClientBase): Promise<void> {
  for (const { name } of await tablesOf(client)) {
    if (!isBackedUp(name)) continue;
    const { rowCount } = await client.query(`select from public.${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount) {
      throw new BackupError(
        `This database is not empty: there are ${name.replaceAll('_', ' ')}. A restore needs an empty place.`,
      );
    }
  }
}

/** Throws BackupError for files that the backup does not have; an interrupted restore may have left those that it has. */
export async function assertNoOtherContents(
  store: ContentStore,
  coming: ReadonlyMap<string, unknown>,
): Promise<void> {
  for await (const { shop_id, sha256 } of store.list()) {
    if (!coming.has(`${shop_id}/${sha256}`)) {
      throw new BackupError(
        `The place for files is not empty: content ${sha256} of shop ${shop_id} lies there. A restore needs an empty place.`,
      );
    }
  }
}

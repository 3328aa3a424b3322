import type { StoredFile } from '../../contract/operations/dashboard/files/put-file.schema.ts';
import type { Bucket, FileType } from '../../contract/rules/storage-paths.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';

export type Version = { bucket: Bucket; path: string; sha256: string; type: FileType; bytes: number };

/**
 * Adds a version of a path, uploaded by the transaction's actor. `is_pinned`: the calling command uses the
 * file. Returns undefined if the version exists.
 */
export function addVersion(
  tx: Tx,
  { bucket, path, sha256, type, bytes }: Version,
  is_pinned: boolean,
): Promise<StoredFile | undefined> {
  const adding = sql<StoredFile>`
    insert into files (shop_id, id, bucket, path, sha256, type, bytes, uploaded_by, pinned_at)
    values (actor.shop_id(), ${tx.newId()}, ${bucket}, ${path}, ${sha256}, ${type}, ${bytes}, actor.user_id(),
      case when ${is_pinned}::boolean then now() end)
    on conflict (shop_id, bucket, path, sha256) do nothing returning id, bucket, path, sha256, bytes, type`;
  return firstRow(tx, adding);
}

import { sql } from 'kysely';
import type { Bucket, FileType } from '../../contract/rules/storage-paths.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';

/**
 * Binds a command to the version of a path that has these bytes, for good. Answers the version's id. Throws
 * `file_missing` when the actor has not uploaded it, or it is of another type.
 */
export async function pinFile(
  tx: Tx,
  actor: Staff,
  file: { bucket: Bucket; path: string; sha256: string; type: FileType },
): Promise<string> {
  const pinned = await tx
    .updateTable('files')
    .set({ pinned_at: sql`coalesce(pinned_at, now())` })
    .where('shop_id', '=', actor.shop_id)
    .where('bucket', '=', file.bucket)
    .where('path', '=', file.path)
    .where('sha256', '=', file.sha256)
    .where('type', '=', file.type)
    .where('uploaded_by', '=', actor.user_id)
    .returning('id')
    .executeTakeFirst();
  if (!pinned) throw new Problem('file_missing', file.path);
  return pinned.id;
}

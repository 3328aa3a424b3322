import { sql } from 'kysely';
import type { Bucket } from '../../contract/rules/storage-paths.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { typeOfName } from './file-policy.ts';

type NamedFile = { path: string; sha256: string };

/** Binds a command to the version of a path with these bytes. Answers its id. Throws `file_missing` where the actor has not uploaded it. */
export async function pinFile(
  tx: Tx,
  { shop_id, user_id }: Staff,
  { bucket, path, sha256 }: NamedFile & { bucket: Bucket },
): Promise<string> {
  const type = typeOfName(path);
  if (!type) throw new Problem('file_missing', path);
  const pinned = await tx
    .updateTable('files')
    .set({ pinned_at: sql`coalesce(pinned_at, now())` })
    .where((file) => file.and({ shop_id, bucket, path, sha256, type, uploaded_by: user_id }))
    .returning('id')
    .executeTakeFirst();
  if (!pinned) throw new Problem('file_missing', path);
  return pinned.id;
}

/** Pins files of a command, each under the very path its record gives it. Throws `invalid_input` for another, `file_missing`. */
export function pinnerAt<Field extends string>(
  tx: Tx,
  actor: Staff,
  bucket: Bucket,
  paths: Record<Field, string>,
  files: Record<NoInfer<Field>, NamedFile>,
): (field: Field) => Promise<string> {
  return async (field) => {
    const { path, sha256 } = files[field];
    if (path !== paths[field]) throw Problem.ofInput(`${field}.path`, `must be ${paths[field]}`);
    return pinFile(tx, actor, { bucket, path, sha256 });
  };
}

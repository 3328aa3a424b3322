import { sql } from 'kysely';
import type { Bucket, FileType } from '../../contract/rules/storage-paths.ts';
import type { NamedFile } from '../operations/command-files.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { typeOfName } from './file-policy.ts';

/** What came with the command itself: bytes by SHA-256. */
export type CameWith = ReadonlyMap<string, number>;

/** Of the transactions of commands that brought files. */
export const cameWith = new WeakMap<Tx, CameWith>();

type Version = NamedFile & { bucket: Bucket; type: FileType };

/**
 * Binds a command to the version of a path with these bytes, which it may have brought itself. Answers its id. Throws `file_missing`
 * where the actor has not uploaded it.
 */
export async function pinFile(
  tx: Tx,
  actor: Staff,
  { bucket, path, sha256 }: NamedFile & { bucket: Bucket },
): Promise<string> {
  const type = typeOfName(path);
  if (!type) throw new Problem('file_missing', path);
  const version = { bucket, path, sha256, type };
  const bytes = cameWith.get(tx)?.get(sha256);
  const added = bytes === undefined ? undefined : await addPinned(tx, actor, version, bytes);
  const pinned = added ?? (await pinUploaded(tx, actor, version));
  if (!pinned) throw new Problem('file_missing', path);
  return pinned.id;
}

type Pinned = Promise<{ id: string } | undefined>;

/** Undefined where the version is there already. */
function addPinned(tx: Tx, { shop_id, user_id }: Staff, version: Version, bytes: number): Pinned {
  return tx
    .insertInto('files')
    .values({ ...version, shop_id, id: tx.newId(), bytes, uploaded_by: user_id, pinned_at: sql`now()` })
    .onConflict((conflict) => conflict.columns(['shop_id', 'bucket', 'path', 'sha256']).doNothing())
    .returning('id')
    .executeTakeFirst();
}

function pinUploaded(tx: Tx, { shop_id, user_id }: Staff, version: Version): Pinned {
  return tx
    .updateTable('files')
    .set({ pinned_at: sql`coalesce(pinned_at, now())` })
    .where((file) => file.and({ ...version, shop_id, uploaded_by: user_id }))
    .returning('id')
    .executeTakeFirst();
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

import { sql } from 'kysely';
import type { Bucket, FileType } from '../../contract/rules/storage-paths.ts';
import type { NamedFile } from '../operations/command-files.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { sideBySide } from '../platform/database/transactions.ts';
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

/**
 * Asks for all files of a command together. Answers how to hear of each, which must lie under the very path that its record gives it.
 * Throws `invalid_input` for another path, `file_missing`.
 */
export function pinFiles<Field extends string>(
  tx: Tx,
  actor: Staff,
  bucket: Bucket,
  files: Record<Field, NamedFile>,
): (field: Field, path: string) => Promise<string> {
  const pinning = Object.entries<NamedFile>(files).map(
    ([field, { path, sha256 }]) => [field, pinFile(tx, actor, { bucket, path, sha256 })] as const,
  );
  const pins = sideBySide<Record<string, Promise<string>>>(Object.fromEntries(pinning));
  return async (field, path) => {
    const pinned = pins[field];
    if (!pinned || files[field].path !== path) throw Problem.ofInput(`${field}.path`, `must be ${path}`);
    return pinned;
  };
}

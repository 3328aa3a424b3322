import type { Bucket, FileType } from '../../contract/rules/storage-paths.ts';
import type { NamedFile } from '../operations/command-files.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { statement } from '../platform/database/statement.ts';
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
  const { bucket, path, sha256, type } = version;
  return firstRow(
    tx,
    statement<{
      id: string;
    }>`insert into files (shop_id, id, bucket, path, sha256, type, bytes, uploaded_by, pinned_at)
      values (${shop_id}, ${tx.newId()}, ${bucket}, ${path}, ${sha256}, ${type}, ${bytes}, ${user_id}, now())
      on conflict (shop_id, bucket, path, sha256) do nothing returning id`,
  );
}

function pinUploaded(tx: Tx, { shop_id, user_id }: Staff, { bucket, path, sha256, type }: Version): Pinned {
  return firstRow(
    tx,
    statement<{ id: string }>`update files set pinned_at = coalesce(pinned_at, now())
      where shop_id = ${shop_id} and bucket = ${bucket} and path = ${path} and sha256 = ${sha256} and type = ${type}
        and uploaded_by = ${user_id} returning id`,
  );
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

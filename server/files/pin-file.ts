import type { Bucket } from '../../contract/rules/storage-paths.ts';
import type { NamedFile } from '../operations/command-files.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { sideBySide } from '../platform/database/transactions.ts';
import { Problem } from '../platform/problem.ts';
import { addVersion, type Version } from './add-version.ts';
import { typeOfName } from './file-policy.ts';

/** What came with the command itself: bytes by SHA-256. */
export type CameWith = ReadonlyMap<string, number>;

/** Of the transactions of commands that brought files. */
export const cameWith = new WeakMap<Tx, CameWith>();

/**
 * Binds a command to the version of a path with these bytes, which it may have brought itself, for whoever acts in the transaction. Answers
 * its id. Throws `file_missing` where they have not uploaded it.
 */
export async function pinFile(
  tx: Tx,
  { bucket, path, sha256 }: NamedFile & { bucket: Bucket },
): Promise<string> {
  const type = typeOfName(path);
  if (!type) throw new Problem('file_missing', path);
  const version = { bucket, path, sha256, type };
  const bytes = cameWith.get(tx)?.get(sha256);
  const added = bytes === undefined ? undefined : await addVersion(tx, { ...version, bytes }, true);
  const pinned = added ?? (await firstRow(tx, pinningUploaded(version)));
  if (!pinned) throw new Problem('file_missing', path);
  return pinned.id;
}

function pinningUploaded({ bucket, path, sha256, type }: Omit<Version, 'bytes'>) {
  return sql<{ id: string }>`
    update files set pinned_at = coalesce(pinned_at, now())
    where shop_id = actor.shop_id() and bucket = ${bucket} and path = ${path} and sha256 = ${sha256} and type = ${type}
      and uploaded_by = actor.user_id() returning id`;
}

/**
 * Asks for all files of a command together. Answers how to hear of each, which must lie under the very path that its record gives it.
 * Throws `invalid_input` for another path, `file_missing`.
 */
export function pinFiles<Field extends string>(
  tx: Tx,
  bucket: Bucket,
  files: Record<Field, NamedFile>,
): (field: Field, path: string) => Promise<string> {
  const pinning = Object.entries<NamedFile>(files).map(
    ([field, { path, sha256 }]) => [field, pinFile(tx, { bucket, path, sha256 })] as const,
  );
  const pins = sideBySide<Record<string, Promise<string>>>(Object.fromEntries(pinning));
  return async (field, path) => {
    const pinned = pins[field];
    if (!pinned || files[field].path !== path) throw Problem.ofInput(`${field}.path`, `must be ${path}`);
    return pinned;
  };
}

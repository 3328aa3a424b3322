import type { Bucket } from '../../contract/rules/storage-paths.ts';
import type { NamedFile } from '../operations/command-files.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { startTogether } from '../platform/database/transactions.ts';
import { Problem } from '../platform/problem.ts';
import { addVersion, type Version } from './add-version.ts';
import { typeOfName } from './file-policy.ts';

/** The files that were sent with a command: their sizes in bytes by SHA-256. */
export type SentFiles = ReadonlyMap<string, number>;

/** The files sent with each transaction's command. */
export const sentFilesOf = new WeakMap<Tx, SentFiles>();

/**
 * Pins the version of a path with these bytes for the transaction's actor, and adds it first if it was sent
 * with the command. Returns its id. Throws `file_missing` if the actor has not uploaded it.
 */
export async function pinFile(
  tx: Tx,
  { bucket, path, sha256 }: NamedFile & { bucket: Bucket },
): Promise<string> {
  const type = typeOfName(path);
  if (!type) throw new Problem('file_missing', path);
  const version = { bucket, path, sha256, type };
  const bytes = sentFilesOf.get(tx)?.get(sha256);
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
 * Pins all files of a command in one round trip. Returns a function that returns the id of a file and checks
 * its path against the one derived from its record. Throws `invalid_input` for another path, `file_missing`.
 */
export function pinFiles<Field extends string>(
  tx: Tx,
  bucket: Bucket,
  files: Record<Field, NamedFile>,
): (field: Field, path: string) => Promise<string> {
  const pinning = Object.entries<NamedFile>(files).map(
    ([field, { path, sha256 }]) => [field, pinFile(tx, { bucket, path, sha256 })] as const,
  );
  const pins = startTogether<Record<string, Promise<string>>>(Object.fromEntries(pinning));
  return async (field, path) => {
    const pinned = pins[field];
    if (!pinned || files[field].path !== path) throw Problem.ofInput(`${field}.path`, `must be ${path}`);
    return pinned;
  };
}

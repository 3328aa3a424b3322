import type { StoredFile } from '../../contract/operations/dashboard/files/put-file.schema.ts';
import type { Bucket } from '../../contract/rules/storage-paths.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow, firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import { addVersion } from './add-version.ts';
import { lockOwnContents } from './content-lock.ts';
import { admitType, admitUpload, fileTypeOf } from './file-policy.ts';
import { type ContentStore, storeProblem } from './store/content-store.ts';

/**
 * The maximum number of attempts to store content, if it is removed each time before the response is sent.
 */
const PUTS_MAX = 3;

/** Runs one transaction of the request. `first` is sent before the actor is known. */
export type Within = <First, T>(
  first: (tx: Tx) => Promise<First>,
  work: (tx: Tx, actor: Staff, first: First) => Promise<T>,
) => Promise<T>;

/** An uploaded file. */
export type Upload = { bucket: Bucket; path: string; bytes: Uint8Array; sha256: string };

/**
 * Stores one version of a path. Equal bytes are a no-op, other bytes add a version; nothing is overwritten
 * (ruling D1). The bytes are on disk before the transaction begins, and its row is written under the
 * content's lock. After the commit the store is checked for the content, because a late removal may have
 * deleted it. Throws the errors of `admitUpload`, `file_type`, `storage_full` or `storage_unavailable`, and
 * `no_access` for a colleague's version that the actor may not see.
 */
export async function putFile(within: Within, store: ContentStore, upload: Upload): Promise<StoredFile> {
  const { bucket, path, bytes, sha256 } = upload;
  const version = { bucket, path, sha256, type: admitType(path, fileTypeOf(bytes)), bytes: bytes.byteLength };
  const arrived = await store.receive(sha256, bytes).catch(refuseToStore);
  try {
    for (let attempt = 1; attempt <= PUTS_MAX; attempt += 1) {
      const { shop_id, file } = await within(
        (tx) => Promise.all([lockOwnContents(tx, [sha256]), addVersion(tx, version, false)]),
        async (tx, actor, [, added]) => {
          admitUpload(actor, bucket, path);
          const placing = arrived.place(actor.shop_id).catch(refuseToStore);
          const adding = added ?? putAgain(tx, actor, upload);
          // Waits for both, even if one fails: a retry must not place content concurrently.
          await Promise.allSettled([adding, placing]);
          const [file] = await Promise.all([adding, placing]);
          return { shop_id: actor.shop_id, file };
        },
      );
      if (await store.has(shop_id, sha256).catch(refuseToStore)) return file;
    }
  } finally {
    await arrived.drop();
  }
  throw new Problem('storage_unavailable');
}

function refuseToStore(error: unknown): never {
  throw storeProblem(error);
}

const STORED = ['id', 'bucket', 'path', 'sha256', 'bytes', 'type'] as const;

/**
 * Resets the age of an existing version, so that it is not swept before its command arrives. A colleague's
 * version stays unchanged. An insert with `do update` would fail for it on PostgreSQL 15 (42501, "USING
 * expression"), even with a `where`.
 */
async function putAgain(
  tx: Tx,
  actor: Staff,
  { bucket, path, sha256 }: { bucket: Bucket; path: string; sha256: string },
): Promise<StoredFile> {
  const version = { shop_id: actor.shop_id, bucket, path, sha256 };
  const updating = sql<StoredFile>`
    update files set uploaded_at = now()
    where shop_id = ${actor.shop_id} and bucket = ${bucket} and path = ${path} and sha256 = ${sha256}
      and uploaded_by = ${actor.user_id}
    returning id, bucket, path, sha256, bytes, type`;
  const own = await firstRow(tx, updating);
  const file = own ?? (await findRow(tx, 'files', version, STORED));
  if (!file) throw new Problem('no_access');
  return file;
}

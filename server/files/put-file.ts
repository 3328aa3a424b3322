import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Bucket, FileType } from '../../contract/rules/storage-paths.ts';
import type { StoredFile } from '../../contract/schemas/files.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';
import { lockContent } from './content-lock.ts';
import { type ContentStore, storeProblem } from './content-store.ts';
import { admitType, admitUpload, fileTypeOf } from './file-policy.ts';

/** Content that went before its upload was answered is put again so often. */
const PUTS_MAX = 3;

/** One transaction of the request, apart from every command's. */
export type Within = <T>(work: (tx: Tx, actor: Staff) => Promise<T>) => Promise<T>;

/**
 * Stores one version of a path. Equal bytes are a no-op, other bytes a new version; nothing is overwritten (ruling D1). The row
 * is written under the content's lock; once it is committed the store is asked whether the content is there still.
 * `announced` is the hash the device made. Throws what `admitUpload` throws, `file_hash` or `file_type`, `storage_full` or
 * `storage_unavailable`, and `no_access` for a version that a colleague has put there and the actor may not see.
 */
export async function putFile(
  within: Within,
  store: ContentStore,
  name: { bucket: Bucket; path: string },
  bytes: Uint8Array,
  announced: string | undefined,
): Promise<StoredFile> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  for (let attempt = 1; attempt <= PUTS_MAX; attempt += 1) {
    const { shop_id, file } = await within(async (tx, actor) => {
      admitUpload(actor, name.bucket, name.path);
      if (announced !== undefined && announced !== sha256) throw new Problem('file_hash');
      const type = admitType(name.path, fileTypeOf(bytes));
      await lockContent(tx, { shop_id: actor.shop_id, sha256 });
      await store.put(actor.shop_id, sha256, bytes).catch(refuseToStore);
      return { shop_id: actor.shop_id, file: await addVersion(tx, actor, { ...name, sha256, type }, bytes) };
    });
    if (await store.has(shop_id, sha256).catch(refuseToStore)) return file;
  }
  throw new Problem('storage_unavailable');
}

function refuseToStore(error: unknown): never {
  throw storeProblem(error);
}

async function addVersion(
  tx: Tx,
  actor: Staff,
  version: { bucket: Bucket; path: string; sha256: string; type: FileType },
  bytes: Uint8Array,
): Promise<StoredFile> {
  const added = await tx
    .insertInto('files')
    .values({
      shop_id: actor.shop_id,
      id: tx.newId(),
      ...version,
      bytes: bytes.byteLength,
      uploaded_by: actor.user_id,
    })
    .onConflict((conflict) => conflict.columns(['shop_id', 'bucket', 'path', 'sha256']).doNothing())
    .returning(STORED)
    .executeTakeFirst();
  return added ?? putAgain(tx, actor, version);
}

const STORED = ['id', 'bucket', 'path', 'sha256', 'bytes', 'type'] as const;

/**
 * The same version again: only its age starts anew, so that it is not swept before its command comes. A colleague's is not the
 * actor's to change: an insert's own `do update` that meets it fails on PostgreSQL 15 (42501, "USING expression"), its `where` or not.
 */
async function putAgain(
  tx: Tx,
  actor: Staff,
  { bucket, path, sha256 }: { bucket: Bucket; path: string; sha256: string },
): Promise<StoredFile> {
  const version = { shop_id: actor.shop_id, bucket, path, sha256 };
  const own = await tx
    .updateTable('files')
    .set({ uploaded_at: sql`now()` })
    .where((row) => row.and({ ...version, uploaded_by: actor.user_id }))
    .returning(STORED)
    .executeTakeFirst();
  const file = own ?? (await findRow(tx, 'files', version, STORED));
  if (!file) throw new Problem('no_access');
  return file;
}

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '../../contract/rules/ids.ts';
import type { Bucket } from '../../contract/rules/storage-paths.ts';
import type { StoredFile } from '../../contract/schemas/files.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import type { ContentStore } from './content-store.ts';
import { admitType } from './file-policy.ts';
import { fileTypeOf } from './file-type.ts';
import { storeProblem } from './store-trouble.ts';

/**
 * Stores one version of a path. Equal bytes are a no-op, other bytes a new version; nothing is overwritten (ruling D1).
 * `announced` is the hash the device made. Throws `file_hash` or `file_type`, `storage_full` or
 * `storage_unavailable`, and `no_access` for a
 * version that a colleague has put there and the actor may not see.
 */
export async function putFile(
  tx: Tx,
  actor: Staff,
  store: ContentStore,
  name: { bucket: Bucket; path: string },
  bytes: Uint8Array,
  announced: string | undefined,
): Promise<StoredFile> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (announced !== undefined && announced !== sha256) throw new Problem('file_hash');
  const type = admitType(name.path, fileTypeOf(bytes));
  await lockContent(tx, actor.shop_id, sha256);
  await store.put(actor.shop_id, sha256, bytes).catch((error: unknown) => {
    throw storeProblem(error);
  });
  const added = await tx
    .insertInto('files')
    .values({
      shop_id: actor.shop_id,
      id: newId(),
      ...name,
      sha256,
      bytes: bytes.byteLength,
      type,
      uploaded_by: actor.user_id,
    })
    .onConflict((conflict) => conflict.columns(['shop_id', 'bucket', 'path', 'sha256']).doNothing())
    .returning(STORED)
    .executeTakeFirst();
  return added ?? putAgain(tx, actor, name, sha256);
}

const STORED = ['id', 'bucket', 'path', 'sha256', 'bytes', 'type'] as const;

/**
 * The same version again: only its age starts anew, so that it is not swept before its command comes. A colleague's is not the
 * actor's to change: an insert's own `do update` that meets it fails on PostgreSQL 15 (42501, "USING expression"), its `where` or not.
 */
async function putAgain(
  tx: Tx,
  actor: Staff,
  { bucket, path }: { bucket: Bucket; path: string },
  sha256: string,
): Promise<StoredFile> {
  const version = { shop_id: actor.shop_id, bucket, path, sha256 };
  const own = await tx
    .updateTable('files')
    .set({ uploaded_at: sql`now()` })
    .where((eb) => eb.and({ ...version, uploaded_by: actor.user_id }))
    .returning(STORED)
    .executeTakeFirst();
  const file =
    own ??
    (await tx
      .selectFrom('files')
      .select(STORED)
      .where((eb) => eb.and(version))
      .executeTakeFirst());
  if (!file) throw new Problem('no_access');
  return file;
}

/** Held to the transaction's end by whoever adds or sweeps this content, so that neither sees half of the other. */
export async function lockContent(tx: Tx, shop_id: number, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${shop_id}/${sha256}`}, 0))`.execute(tx);
}

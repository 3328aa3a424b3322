import { removeContent } from '../files/content-lock.ts';
import type { ContentStore } from '../files/store/content-store.ts';
import type { Operation } from '../operations/operation.ts';
import { byServer } from '../operations/run-as.ts';
import type { Actor } from '../platform/actor.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { findRow, oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import type { Log } from '../platform/logging/log.ts';
import { deriveKeys } from '../platform/secrets/keys.ts';
import { usersWithUnexplainedCash } from './users-with-unexplained-cash.ts';

/** The number of old orders that one transaction reads. */
const BATCH = 200;

type Erasing = {
  owner: Database;
  store: ContentStore;
  /** The first one is the key with which values are hashed before they are erased. */
  auth_secrets: readonly string[];
  now: () => Date;
  log: Log;
  stopping?: AbortSignal;
  batch?: number;
};

/**
 * Erases customers' data of old orders in all shops that have it set, one batch per transaction. Erased rows
 * are marked, so a run after a kill erases nothing twice. The bytes of files are removed after the commit; if
 * that fails, the sweep of contents removes them. Returns the number of orders. Throws failures to remove
 * bytes at the end.
 */
export async function eraseCustomers(erasing: Erasing): Promise<number> {
  const { owner, log, stopping } = erasing;
  const { rows: shops } = await sql<{ id: number }>`
    select id from shops where erase_customers_after_days is not null order by id`.execute(owner);
  let erased = 0;
  const failures: unknown[] = [];
  for (const { id } of shops) {
    if (stopping?.aborted) break;
    try {
      const orders = await eraseInShop(erasing, id);
      if (orders > 0) log.info({ shop_id: id, orders }, "customers' data of old orders erased");
      erased += orders;
    } catch (error) {
      // A failure in one shop does not stop the others.
      failures.push(error);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1)
    throw new AggregateError(failures, 'customers of several shops could not be erased');
  return erased;
}

async function eraseInShop(
  { owner, store, now, stopping, ...given }: Erasing,
  shop_id: number,
): Promise<number> {
  const key = paddedKey(given.auth_secrets);
  const at = now();
  const run_id = await inTransaction(owner, async (tx) => tx.newId());
  const run = { run_id, now: at, limit: given.batch ?? BATCH, ...key };
  const failures: unknown[] = [];
  let orders = 0;
  let after: Place | null = { from: null, id: null };
  while (after && !stopping?.aborted) {
    const batch: Batch = await byServer(owner, shop_id, eraseBatch, { ...run, after });
    orders += batch.orders;
    for (const sha256 of batch.contents) {
      await removeContent(owner, store, { shop_id, sha256 }).catch((error: unknown) => failures.push(error));
    }
    after = batch.next_from === null ? null : { from: batch.next_from, id: batch.next_from_id };
  }
  await inTransaction(owner, (tx) =>
    sql`
      select erase_store_texts(${shop_id}::int, ${at}::timestamptz, ${key.inner}::bytea, ${key.outer}::bytea)`.execute(
      tx,
    ),
  );
  let fingerprints = run.limit;
  while (fingerprints === run.limit && !stopping?.aborted)
    fingerprints = await inTransaction(owner, (tx) => eraseOldFingerprints(tx, shop_id, run));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} erased files could not be removed`);
  return orders;
}

/** Erases fingerprints by age. Returns their number, which is below the limit if none are left. */
async function eraseOldFingerprints(
  tx: Tx,
  shop_id: number,
  { now, limit }: Pick<BatchInput, 'now' | 'limit'>,
): Promise<number> {
  const erasing = sql<{ rows: number }>`
    select erase_old_fingerprints(${shop_id}::int, ${now}::timestamptz, ${limit}::int) as rows`;
  return (await oneRow(tx, erasing)).rows;
}

/** The order after which the batch starts. Its time is text, since a Date lacks the microseconds. */
type Place = { from: string | null; id: string | null };
type Batch = {
  orders: number;
  files: number;
  contents: string[];
  next_from: string | null;
  next_from_id: string | null;
};
type BatchInput = { run_id: string; now: Date; limit: number; after: Place; inner: Buffer; outer: Buffer };

/** Runs `erase_customers` in the database, which decides everything under its locks. */
async function eraseBatch(
  tx: Tx,
  { shop_id }: Actor,
  { run_id, now, limit, after, inner, outer }: BatchInput,
  { changed, unchanged }: Operation,
): Promise<Batch> {
  const unexplained = await usersWithUnexplainedCash(tx, shop_id, now);
  const erasing_id = tx.newId();
  const batch = await oneRow(
    tx,
    sql<Batch>`
      select orders, files, contents, next_from::text, next_from_id from erase_customers(${shop_id}::int, ${now}::timestamptz, ${unexplained}::uuid[],
        ${after.from}::timestamptz, ${after.id}::uuid, ${limit}::int, ${inner}::bytea, ${outer}::bytea, ${erasing_id}::uuid, ${run_id}::uuid)`,
  );
  const { orders, files } = batch;
  // Late attempts of erased orders may be all that was erased.
  const erased = await findRow(tx, 'erasings', { shop_id, id: erasing_id }, ['id']);
  if (!erased) unchanged();
  else {
    const touched = [
      { topic: 'orders', audience: 'desk' },
      { topic: 'shop', audience: 'desk' },
    ] as const;
    changed({ what: 'erase_customers', subject_id: erasing_id, after: { orders, files }, touched });
  }
  return batch;
}

/** The block size of SHA-256 in bytes, to which HMAC pads its key. */
const BLOCK = 64;

/**
 * Derives the installation's key, which is not in the database, padded for the inner and outer hash of an
 * HMAC.
 */
export function paddedKey(auth_secrets: readonly string[]): { inner: Buffer; outer: Buffer } {
  const [key] = deriveKeys(auth_secrets, 'erased values');
  if (!key) throw new Error('no key to hash erased values with');
  const padded = Buffer.concat([key, Buffer.alloc(BLOCK - key.length)]);
  const xorWith = (byte: number) => Buffer.from(padded.map((one) => one ^ byte));
  return { inner: xorWith(0x36), outer: xorWith(0x5c) };
}

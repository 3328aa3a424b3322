import { setTimeout as delay } from 'node:timers/promises';
import type { Operation } from '../../operations/operation.ts';
import { operationRoute } from '../../operations/route.ts';
import { byServer, runAs } from '../../operations/run-as.ts';
import type { Actor, System } from '../../platform/actor.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import type { Log } from '../../platform/logging/log.ts';
import { machineNow } from '../../platform/machine.ts';
import { Problem } from '../../platform/problem.ts';
import { ShopifyError } from '../api/shopify-error.ts';
import { checkStore, keepCheck } from '../store/check-store.ts';
import { type Connection, stopStore } from '../store/connection.ts';
import { storeChange } from '../store/store-change.ts';
import { queryStore, reachStore, type Store, type StoreOptions } from '../store/store-session.ts';
import { processWebhooks } from '../webhooks/process-webhooks.ts';
import { type Progress, pollOrders } from './poll-orders.ts';
import {
  claimReading,
  claimStore,
  endReading,
  keepReading,
  keepStore,
  LeaseLost,
  pauseReading,
  type Reading,
  releaseStore,
  underLease,
} from './store-reading.ts';

/** The longest slice of one store, in ms: other stores wait no longer for their turn. */
const SLICE_MS = 60_000;

export type SyncOptions = StoreOptions & {
  log: Log;
  public_url: string | null;
  slice_ms?: number;
  stopping?: AbortSignal;
};

/**
 * Restores subscriptions that Shopify deleted and polls one slice of the changed orders, if the store is due
 * and no other worker polls it. Returns true if the poll continues immediately. Throws the errors of the
 * database.
 */
export async function syncStore(options: SyncOptions, shop_id: number): Promise<boolean> {
  const { owner, now = machineNow } = options;
  const reached = await reachStore(options, shop_id);
  const reading = reached && (await claimReading(owner, reached.connection, now()));
  if (!reading) return false;
  try {
    const is_over = await readSlice(options, reached, reading);
    if (!is_over) await pauseReading(owner, reading, null);
    return !is_over;
  } catch (error) {
    if (error instanceof LeaseLost) {
      await pauseReading(owner, reading, null);
      return true;
    }
    if (!(error instanceof ShopifyError)) throw error;
    await recordFailure(options, reached.connection, reading, error);
    return false;
  }
}

/** Reads for at most one slice. Returns true if it reached the end. Throws ShopifyError, Overtaken. */
async function readSlice(
  { owner, log, public_url, now = machineNow, slice_ms = SLICE_MS, stopping }: SyncOptions,
  { connection, api: store_api }: Store,
  reading: Reading,
): Promise<boolean> {
  const began = performance.now();
  const hasTime = () => !stopping?.aborted && performance.now() - began < slice_ms;
  const api = underLease(store_api, () => keepReading(owner, reading));
  const check = await checkStore(api, public_url);
  await keepCheck(owner, connection, check);
  const { shop_id, resync_since } = reading;
  // A requested resync has priority; it also reads orders again that could not be imported.
  const store = { owner, api, connection, now, not_taken_too: resync_since !== null };
  const read_before = reading.read;
  const is_over = await pollOrders(store, reading, hasTime);
  const missing = reading.read - read_before;
  const { subscribed } = check;
  if (missing > 0 || subscribed.length > 0) log.warn({ shop_id, missing, subscribed }, 'shopify caught up');
  if (!is_over) return false;
  const { unreadable } = reading;
  if (unreadable !== null) log.warn({ shop_id }, 'shopify has an order that cannot be read');
  await endReading(owner, reading);
  if (resync_since) await endResync({ owner, log, now }, reading);
  return true;
}

/**
 * After a failure the store is read again later from the stored position, or from the start if it rejects
 * that position.
 */
async function recordFailure(
  { owner, log }: SyncOptions,
  connection: Connection,
  reading: Reading,
  { kind, status, message }: ShopifyError,
): Promise<void> {
  log.warn({ shop_id: connection.shop_id, kind }, 'shopify could not be read');
  if (kind === 'rejected') reading.after = null;
  await pauseReading(owner, reading, message);
  if (kind === 'refused' && status !== null) await stopStore(owner, connection, message);
}

/** Processes the read orders at once and ends the resync, unless another was requested meanwhile. */
async function endResync(
  { owner, log, now }: { owner: Database; log: Log; now: () => Date },
  reading: Reading,
): Promise<void> {
  await processWebhooks(owner, log, { shop_id: reading.shop_id, now });
  await byServer(owner, reading.shop_id, recordResyncEnd, reading);
}

async function recordResyncEnd(
  tx: Tx,
  { shop_id }: System,
  { shop_domain, reader, resync_since, read, unreadable }: Reading,
  { now, changed, unchanged }: Operation,
): Promise<void> {
  const read_count = unreadable === null ? read : null;
  const { row_count } = await sql`
    update shopify_polls set resync_ended_at = ${now}, resync_read = ${read_count}, reading_read = 0
    where shop_id = ${shop_id} and shop_domain = ${shop_domain} and reader = ${reader}
      and resync_since is not distinct from ${resync_since}::timestamptz
      and resync_ended_at is null and started_at is not null`.execute(tx);
  if (row_count === 0) return unchanged();
  changed(storeChange('end_resync', shop_domain, { after: { read: read_count } }));
}

/**
 * The limit of an operator's resync for waiting until another process has polled the store: 40 checks, 250 ms
 * apart.
 */
const CHECKS_MAX = 40;
const CHECK_MS = 250;

/**
 * Reads and processes all changes in the store since `since`, by default since the last poll: orders without
 * a webhook, and orders that could not be imported. Returns their number. Throws `store_not_connected`, and
 * `store_refused` also while a server polls the store.
 */
export function resyncStore(
  options: StoreOptions & { log: Log },
  actor: Actor,
  { since }: { since: Date | undefined },
): Promise<{ shop_domain: string; since: Date; missing: number }> {
  const { owner, log, now = machineNow } = options;
  const { shop_id } = actor;
  return queryStore(options, shop_id, async ({ connection, api }) => {
    const lease = await waitForStore(options, connection);
    try {
      const range = { since, by_job: false };
      const begun = await inTransaction(owner, (tx) => runAs(tx, actor, beginResync, range));
      const progress: Progress = { since: begun.since, after: null, read: 0, unreadable: null };
      const leased = underLease(api, () => keepStore(owner, lease));
      const store = { owner, api: leased, connection, now, not_taken_too: true };
      await pollOrders(store, progress, () => true);
      if (progress.unreadable !== null) throw new ShopifyError('rejected', progress.unreadable);
      await processWebhooks(owner, log, { shop_id, now });
      return { ...begun, missing: progress.read };
    } catch (error) {
      if (error instanceof LeaseLost) throw isBeingRead();
      throw error;
    } finally {
      await releaseStore(owner, lease);
    }
  });
}

async function waitForStore(
  { owner, now = machineNow, pause = delay }: StoreOptions,
  connection: Connection,
) {
  for (let checks = 0; checks < CHECKS_MAX; checks += 1) {
    const lease = await claimStore(owner, connection, now());
    if (lease) return lease;
    await pause(CHECK_MS);
  }
  throw isBeingRead();
}

function isBeingRead(): ShopifyError {
  return new ShopifyError('unavailable', 'The store is being read now. Try again when that has finished.');
}

/**
 * Stores the date from which the store is read. `by_job`: a job is triggered and reads it to the end. Throws
 * `store_not_connected`.
 */
export async function beginResync(
  tx: Tx,
  { shop_id }: Actor,
  { since, by_job }: { since: Date | undefined; by_job: boolean },
  { changed }: Operation,
): Promise<{ shop_domain: string; since: Date }> {
  const beginning = sql<{ shop_domain: string | null; since: Date }>`
    select * from begin_resync(${shop_id}, ${since ?? null}::timestamptz, ${by_job}::boolean)`;
  const begun = await oneRow(tx, beginning);
  const { shop_domain } = begun;
  if (shop_domain === null) throw Problem.about('store_not_connected', { shop_id });
  changed(storeChange('resync_store', shop_domain, { after: { since: begun.since.toISOString() } }));
  return { shop_domain, since: begun.since };
}

export const resyncStoreRoute = operationRoute('resync_store', async (tx, actor, { body }, running) => {
  await beginResync(tx, actor, { since: new Date(body.since), by_job: true }, running);
  return {};
});

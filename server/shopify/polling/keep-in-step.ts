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
import { askStore, reachStore, type Store, type StoreOptions } from '../store/store-session.ts';
import { workWebhooks } from '../webhooks/work-webhooks.ts';
import { type Progress, pollOrders } from './poll-orders.ts';
import {
  claimReading,
  claimStore,
  endReading,
  keepReading,
  keepStore,
  Overtaken,
  pauseReading,
  type Reading,
  releaseStore,
  underLease,
} from './store-reading.ts';

/** Other stores wait no longer than this for their turn, in ms. */
const SLICE_MS = 60_000;

export type InStepOptions = StoreOptions & {
  log: Log;
  public_url: string | null;
  slice_ms?: number;
  stopping?: AbortSignal;
};

/**
 * Restores subscriptions that Shopify deleted and reads what changed; when due, by one worker, a slice of it. Answers whether it goes on at once. Throws
 * what the database throws.
 */
export async function keepInStep(options: InStepOptions, shop_id: number): Promise<boolean> {
  const { owner, now = machineNow } = options;
  const reached = await reachStore(options, shop_id);
  const reading = reached && (await claimReading(owner, reached.connection, now()));
  if (!reading) return false;
  try {
    const is_over = await readSlice(options, reached, reading);
    if (!is_over) await pauseReading(owner, reading, null);
    return !is_over;
  } catch (error) {
    if (error instanceof Overtaken) {
      await pauseReading(owner, reading, null);
      return true;
    }
    if (!(error instanceof ShopifyError)) throw error;
    await recordFailure(options, reached.connection, reading, error);
    return false;
  }
}

/** Reads on for as long as a slice may take. Answers whether it came to the end. Throws ShopifyError, Overtaken. */
async function readSlice(
  { owner, log, public_url, now = machineNow, slice_ms = SLICE_MS, stopping }: InStepOptions,
  { connection, api: store_api }: Store,
  reading: Reading,
): Promise<boolean> {
  const began = performance.now();
  const hasTime = () => !stopping?.aborted && performance.now() - began < slice_ms;
  const api = underLease(store_api, () => keepReading(owner, reading));
  const check = await checkStore(api, public_url);
  await keepCheck(owner, connection, check);
  const { shop_id, resync_since } = reading;
  // A reading since a day that somebody asked for goes before: also what could not be taken is read again.
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

/** Where the store failed it is asked again in a while, and goes on from there; from the start where it refuses the place. */
async function recordFailure(
  { owner, log }: InStepOptions,
  connection: Connection,
  reading: Reading,
  { kind, status, message }: ShopifyError,
): Promise<void> {
  log.warn({ shop_id: connection.shop_id, kind }, 'shopify could not be asked');
  if (kind === 'rejected') reading.after = null;
  await pauseReading(owner, reading, message);
  if (kind === 'refused' && status !== null) await stopStore(owner, connection, message);
}

/** What was read is worked at once, and then the reading is over: unless somebody has asked for the store meanwhile. */
async function endResync(
  { owner, log, now }: { owner: Database; log: Log; now: () => Date },
  reading: Reading,
): Promise<void> {
  await workWebhooks(owner, log, { shop_id: reading.shop_id, now });
  await byServer(owner, reading.shop_id, recordResyncEnd, reading);
}

async function recordResyncEnd(
  tx: Tx,
  { shop_id }: System,
  { shop_domain, reader, resync_since, read, unreadable }: Reading,
  { now, changed, unchanged }: Operation,
): Promise<void> {
  const told = unreadable === null ? read : null;
  const { row_count } = await sql`
    update shopify_polls set resync_ended_at = ${now}, resync_read = ${told}, reading_read = 0
    where shop_id = ${shop_id} and shop_domain = ${shop_domain} and reader = ${reader}
      and resync_since is not distinct from ${resync_since}::timestamptz
      and resync_ended_at is null and started_at is not null`.execute(tx);
  if (row_count === 0) return unchanged();
  changed(storeChange('end_resync', shop_domain, { after: { read: told } }));
}

/** How long the operator waits for who reads the store at that moment, in looks of 250 ms. */
const LOOKS_MAX = 40;
const LOOK_MS = 250;

/**
 * Reads at once what changed in the store, since `since` or since it was read last, and works it: what no webhook had told of, and what
 * could not be taken. Answers how many orders that were. Throws `store_not_connected`, `store_refused`, also while the server reads it.
 */
export function resyncStore(
  options: StoreOptions & { log: Log },
  actor: Actor,
  { since }: { since: Date | undefined },
): Promise<{ shop_domain: string; since: Date; missing: number }> {
  const { owner, log, now = machineNow } = options;
  const { shop_id } = actor;
  return askStore(options, shop_id, async ({ connection, api }) => {
    const held = await waitForStore(options, connection);
    try {
      const asked = { since, by_job: false };
      const begun = await inTransaction(owner, (tx) => runAs(tx, actor, beginResync, asked));
      const progress: Progress = { since: begun.since, after: null, read: 0, unreadable: null };
      const leased = underLease(api, () => keepStore(owner, held));
      const store = { owner, api: leased, connection, now, not_taken_too: true };
      await pollOrders(store, progress, () => true);
      if (progress.unreadable !== null) throw new ShopifyError('rejected', progress.unreadable);
      await workWebhooks(owner, log, { shop_id, now });
      return { ...begun, missing: progress.read };
    } catch (error) {
      if (error instanceof Overtaken) throw isBeingRead();
      throw error;
    } finally {
      await releaseStore(owner, held);
    }
  });
}

async function waitForStore(
  { owner, now = machineNow, pause = delay }: StoreOptions,
  connection: Connection,
) {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const held = await claimStore(owner, connection, now());
    if (held) return held;
    await pause(LOOK_MS);
  }
  throw isBeingRead();
}

function isBeingRead(): ShopifyError {
  return new ShopifyError(
    'unavailable',
    'The store is being read at this moment: ask again when that is over',
  );
}

/**
 * Says from when on the store is read; what comes of it is the store's word. `by_job`: a job reads it, woken at once, until it came to the end.
 * Throws `store_not_connected`.
 */
export async function beginResync(
  tx: Tx,
  { shop_id }: Actor,
  { since, by_job }: { since: Date | undefined; by_job: boolean },
  { changed }: Operation,
): Promise<{ shop_domain: string; since: Date }> {
  const asking = sql<{ shop_domain: string | null; since: Date }>`
    select * from begin_resync(${shop_id}, ${since ?? null}::timestamptz, ${by_job}::boolean)`;
  const begun = await oneRow(tx, asking);
  const { shop_domain } = begun;
  if (shop_domain === null) throw Problem.about('store_not_connected', { shop_id });
  changed(storeChange('resync_store', shop_domain, { after: { since: begun.since.toISOString() } }));
  return { shop_domain, since: begun.since };
}

export const resyncStoreRoute = operationRoute('resync_store', async (tx, actor, { body }, running) => {
  await beginResync(tx, actor, { since: new Date(body.since), by_job: true }, running);
  return {};
});

import { sql } from 'kysely';
import type { Operation } from '../operations/operation.ts';
import { byServer, runAs } from '../operations/run-as.ts';
import type { Actor, System } from '../platform/actor.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { changeRows, firstRow, oneRow } from '../platform/database/rows.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import type { Log } from '../platform/log.ts';
import { machineNow } from '../platform/machine.ts';
import { Problem } from '../platform/problem.ts';
import { checkStore, keepCheck } from './check-store.ts';
import { type Connection, stopStore } from './connection.ts';
import { pollOrders } from './poll-orders.ts';
import { ShopifyError } from './shopify-error.ts';
import { storeChange } from './store-change.ts';
import { askStore, reachStore, type StoreOptions } from './store-session.ts';
import { workWebhooks } from './work-webhooks.ts';

const EVERY = sql`interval '15 minutes'`;

export type InStepOptions = StoreOptions & { log: Log; public_url: string | null };

/** The shops whose store was not asked for a while: a server that was down asks as soon as it is up. */
export async function shopsToAsk(owner: Database): Promise<number[]> {
  const { rows } = await sql<{ shop_id: number }>`
    select c.shop_id from shopify_connections c
    left join shopify_polls p on p.shop_id = c.shop_id and p.shop_domain = c.shop_domain
    where c.refused_at is null and ${isDue()}`.execute(owner);
  return rows.map(({ shop_id }) => shop_id);
}

/** A clock that was ahead and is right again does not keep it from being asked. */
function isDue() {
  return sql<boolean>`(p.started_at is null or p.started_at <= now() - ${EVERY} or p.started_at > now() + ${EVERY})`;
}

/** Restores subscriptions that Shopify deleted and reads what changed; when due, by one worker. Throws what the database throws. */
export async function keepInStep(options: InStepOptions, shop_id: number): Promise<void> {
  const { owner, log, now = machineNow } = options;
  const reached = await reachStore(options, shop_id);
  if (!reached) return;
  const { connection, api } = reached;
  const claimed = await claim(owner, connection, now());
  if (!claimed) return;
  try {
    const check = await checkStore(api, options.public_url);
    await keepCheck(owner, connection, check);
    const missing = await pollOrders(asWished({ owner, api, connection, now }, claimed), sinceOf(claimed));
    await recordEnd(owner, connection, null);
    if (claimed.resync_since) await endResync(options, connection, { ...claimed, read: missing });
    const { subscribed } = check;
    if (missing > 0 || subscribed.length > 0) log.warn({ shop_id, missing, subscribed }, 'shopify caught up');
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    log.warn({ shop_id, kind: error.kind }, 'shopify could not be asked');
    await recordEnd(owner, connection, error.message);
    // One order that cannot be read, once all others were: it would be no better the next time.
    if (error.kind === 'rejected' && claimed.resync_since)
      await endResync(options, connection, { ...claimed, read: null });
    if (error.kind === 'refused' && error.status !== null) {
      await stopStore(owner, connection, error.message);
    }
  }
}

/** A reading since a day that somebody asked for goes before: also what could not be taken is read again. */
function asWished<Polled>(store: Polled, { resync_since }: Claimed) {
  return { ...store, not_taken_too: resync_since !== null };
}

function sinceOf({ polled_until, resync_since }: Claimed): Date {
  return resync_since !== null && resync_since < polled_until ? resync_since : polled_until;
}

type Claimed = { polled_until: Date; resync_since: Date | null };

/** How far the store was read, kept from others until due again; before the first time, the newest version that a webhook told. */
async function claim(
  owner: Database,
  { shop_id, shop_domain, connected_at }: Connection,
  now: Date,
): Promise<Claimed | undefined> {
  const claiming = sql<Claimed>`
    insert into shopify_polls as p (shop_id, shop_domain, polled_until, started_at)
    values (${shop_id}, ${shop_domain}, least(${now}::timestamptz, coalesce(
      (select max(external_updated_at) from shopify_orders where shop_id = ${shop_id}), ${connected_at})), now())
    on conflict (shop_id, shop_domain) do update set started_at = now() where ${isDue()}
    returning polled_until, case when resync_ended_at is null then resync_since end as resync_since`;
  return firstRow(owner, claiming);
}

async function recordEnd(
  owner: Database,
  { shop_id, shop_domain }: Connection,
  last_error: string | null,
): Promise<void> {
  const ended = last_error === null ? { ended_at: sql<Date>`now()` } : {};
  await changeRows(owner, 'shopify_polls', { shop_id, shop_domain }, { last_error, ...ended });
}

/** What was read is worked at once, and then the reading is over: unless somebody has asked for an earlier day meanwhile. */
async function endResync(
  { owner, log, now = machineNow }: InStepOptions,
  { shop_id, shop_domain }: Connection,
  { resync_since, read }: Claimed & { read: number | null },
): Promise<void> {
  await workWebhooks(owner, log, { shop_id, now });
  await byServer(owner, shop_id, recordResyncEnd, { shop_domain, resync_since, read });
}

async function recordResyncEnd(
  tx: Tx,
  { shop_id }: System,
  {
    shop_domain,
    resync_since,
    read,
  }: { shop_domain: string; resync_since: Date | null; read: number | null },
  { now, changed, unchanged }: Operation,
): Promise<void> {
  const wish = { shop_id, shop_domain, resync_since, resync_ended_at: null };
  const ended = await changeRows(tx, 'shopify_polls', wish, { resync_ended_at: now, resync_read: read });
  if (ended === 0) return unchanged();
  changed(storeChange('end_resync', shop_domain, { after: { read } }));
}

/**
 * Reads at once what changed in the store, since `since` or since it was read last, and works it: what no webhook had told of, and what
 * could not be taken. Answers how many orders that were. Throws `store_not_connected`, `store_refused`.
 */
export function resyncStore(
  options: StoreOptions & { log: Log },
  actor: Actor,
  { since }: { since: Date | undefined },
): Promise<{ shop_domain: string; since: Date; missing: number }> {
  const { owner, log, now = machineNow } = options;
  const { shop_id } = actor;
  return askStore(options, shop_id, async ({ connection, api }) => {
    const asked = { since, by_job: false };
    const begun = await inTransaction(owner, (tx) => runAs(tx, actor, beginResync, asked));
    const missing = await pollOrders({ owner, api, connection, now, not_taken_too: true }, begun.since);
    await workWebhooks(owner, log, { shop_id, now });
    return { ...begun, missing };
  });
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

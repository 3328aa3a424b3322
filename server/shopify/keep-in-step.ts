import { sql } from 'kysely';
import type { Operation } from '../operations/operation.ts';
import { runAs } from '../operations/run-as.ts';
import type { Actor } from '../platform/actor.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { changeRows, findRow, firstRow } from '../platform/database/rows.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import type { Log } from '../platform/log.ts';
import { machineNow } from '../platform/machine.ts';
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
    const missing = await pollOrders({ owner, api, connection, now }, claimed.polled_until);
    await recordEnd(owner, connection, null);
    const { subscribed } = check;
    if (missing > 0 || subscribed.length > 0) log.warn({ shop_id, missing, subscribed }, 'shopify caught up');
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    log.warn({ shop_id, kind: error.kind }, 'shopify could not be asked');
    await recordEnd(owner, connection, error.message);
    if (error.kind === 'refused' && error.status !== null) {
      await stopStore(owner, connection, error.message);
    }
  }
}

/** How far the store was read, kept from others until due again; before the first time, the newest version that a webhook told. */
async function claim(
  owner: Database,
  { shop_id, shop_domain, connected_at }: Connection,
  now: Date,
): Promise<{ polled_until: Date } | undefined> {
  const claiming = sql<{ polled_until: Date }>`
    insert into shopify_polls as p (shop_id, shop_domain, polled_until, started_at)
    values (${shop_id}, ${shop_domain}, least(${now}::timestamptz, coalesce(
      (select max(external_updated_at) from shopify_orders where shop_id = ${shop_id}), ${connected_at})), now())
    on conflict (shop_id, shop_domain) do update set started_at = now() where ${isDue()}
    returning polled_until`;
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
    const begin = { connection, since };
    const from = await inTransaction(owner, (tx) => runAs(tx, actor, beginResync, begin));
    const missing = await pollOrders({ owner, api, connection, now, not_taken_too: true }, from);
    await workWebhooks(owner, log, { shop_id, now });
    return { shop_domain: connection.shop_domain, since: from, missing };
  });
}

/** Says from when on the store is read; what comes of it is the store's word. */
async function beginResync(
  tx: Tx,
  _actor: Actor,
  { connection, since }: { connection: Connection; since: Date | undefined },
  { changed }: Operation,
): Promise<Date> {
  const from = since ?? (await polledUntil(tx, connection));
  changed(storeChange('resync_store', connection.shop_domain, { after: { since: from.toISOString() } }));
  return from;
}

async function polledUntil(tx: Tx, { shop_id, shop_domain, connected_at }: Connection): Promise<Date> {
  const row = await findRow(tx, 'shopify_polls', { shop_id, shop_domain }, ['polled_until']);
  return row?.polled_until ?? connected_at;
}

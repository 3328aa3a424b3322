import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { checkStore, keepCheck } from './check-store.ts';
import { type Connection, stopStore } from './connection.ts';
import { pollOrders } from './poll-orders.ts';
import { ShopifyError } from './shopify-error.ts';
import { reachStore, type StoreOptions } from './store-session.ts';

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

/**
 * Keeps a shop in step with its store: restores webhook subscriptions that Shopify deleted, and reads what changed there since it
 * was asked last. Only one worker does so at a time, and only when it is due. Throws what the database throws.
 */
export async function keepInStep(options: InStepOptions, shop_id: number): Promise<void> {
  const { owner, log } = options;
  const reached = await reachStore(options, shop_id);
  if (!reached) return;
  const { connection, api } = reached;
  const claimed = await claim(owner, connection);
  if (!claimed) return;
  try {
    const check = await checkStore(api, options.public_url);
    await keepCheck(owner, connection, check);
    const missing = await pollOrders({ owner, api, connection }, claimed.polled_until);
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

/**
 * Says how far the store was read, and keeps others from it until it is due again. A store that was connected before anybody asked
 * is read from the newest version that a webhook told.
 */
async function claim(
  owner: Database,
  { shop_id, shop_domain, connected_at }: Connection,
): Promise<{ polled_until: Date } | undefined> {
  const { rows } = await sql<{ polled_until: Date }>`
    insert into shopify_polls as p (shop_id, shop_domain, polled_until, started_at)
    values (${shop_id}, ${shop_domain}, least(now(), coalesce(
      (select max(external_updated_at) from shopify_orders where shop_id = ${shop_id}), ${connected_at})), now())
    on conflict (shop_id, shop_domain) do update set started_at = now() where ${isDue()}
    returning polled_until`.execute(owner);
  return rows[0];
}

async function recordEnd(
  owner: Database,
  { shop_id, shop_domain }: Connection,
  last_error: string | null,
): Promise<void> {
  await owner
    .updateTable('shopify_polls')
    .set({ last_error, ...(last_error === null ? { ended_at: sql<Date>`now()` } : {}) })
    .where('shop_id', '=', shop_id)
    .where('shop_domain', '=', shop_domain)
    .execute();
}

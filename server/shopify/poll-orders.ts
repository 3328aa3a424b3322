import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../platform/database/database.ts';
import { readPolledOrder } from './polled-order.ts';
import { ShopifyError } from './shopify-error.ts';
import type { Store } from './store-session.ts';

/** Shopify's search lags behind its orders by some seconds; what was seen already costs no further question. */
const OVERLAP_MS = 300_000;
const PAGE = 100;
/** An order that was read by asking for it, and not told by a webhook. */
const POLLED_TOPIC = 'resync';

const CHANGED = `query ChangedOrders($query: String!, $after: String) {
  orders(first: ${PAGE}, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes { legacyResourceId updatedAt }
  }
}`;

const changed = z.object({
  orders: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(
      z.object({
        legacyResourceId: z.string(),
        updatedAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
      }),
    ),
  }),
});

type Change = z.output<typeof changed>['orders']['nodes'][number];
type Polled = Store & {
  owner: Database;
  /** Asks also for what was told and could not be taken: the store may say more by now, or its payload was dropped. */
  not_taken_too?: boolean;
};

/**
 * Reads the store's orders that changed since `since`, page by page, and puts those that no webhook told of into the inbox, where
 * they are worked as webhooks are. How far it came is kept after each page, up to an order that cannot be read: that is asked for again.
 * Answers how many were missing. Throws ShopifyError; for an order that cannot be read once all others were.
 */
export async function pollOrders(store: Polled, since: Date): Promise<number> {
  const query = `updated_at:>='${new Date(since.getTime() - OVERLAP_MS).toISOString()}'`;
  let after: string | null = null;
  let missing = 0;
  let unreadable: ShopifyError | undefined;
  do {
    const { orders }: z.output<typeof changed> = await store.api.run(changed, CHANGED, { query, after });
    for (const change of await unseen(store, orders.nodes)) {
      try {
        if (await receive(store, change)) missing += 1;
      } catch (error) {
        if (!(error instanceof ShopifyError) || error.kind !== 'rejected') throw error;
        unreadable ??= error;
      }
    }
    const last = orders.nodes.at(-1);
    if (last && !unreadable) await keepPolledUntil(store, since, last.updatedAt);
    after = orders.pageInfo.hasNextPage ? orders.pageInfo.endCursor : null;
  } while (after !== null);
  if (unreadable) throw unreadable;
  return missing;
}

/** Those of which no such new version was seen. */
async function unseen({ owner, connection, not_taken_too }: Polled, changes: Change[]): Promise<Change[]> {
  if (changes.length === 0) return [];
  const ids = changes.map(({ legacyResourceId }) => legacyResourceId);
  const rows = await owner
    .selectFrom('shopify_orders')
    .select(['external_id', 'external_updated_at'])
    .where('shop_id', '=', connection.shop_id)
    .where('external_id', 'in', ids)
    .$if(not_taken_too === true, (seen) => seen.where('not_taken_because', 'is', null))
    .execute();
  const seen = new Map(
    rows.map(({ external_id, external_updated_at }) => [external_id, external_updated_at]),
  );
  return changes.filter(({ legacyResourceId, updatedAt }) => {
    const version = seen.get(legacyResourceId);
    return !version || version < updatedAt;
  });
}

/** False where this version is in the inbox already. */
async function receive(store: Polled, change: Change): Promise<boolean> {
  const { owner, api, connection, not_taken_too = false } = store;
  const { shop_id } = connection;
  const { legacyResourceId, updatedAt } = change;
  const webhook_id = `${POLLED_TOPIC}-${legacyResourceId}-${updatedAt.toISOString()}`;
  if (!not_taken_too && (await isThere(owner, shop_id, webhook_id))) return false;
  const payload = await readPolledOrder(api, legacyResourceId);
  const fresh = { payload, payload_sha256: null, received_at: sql<Date>`clock_timestamp()` };
  const to_be_worked = { worked_at: null, outcome: null, attempts: 0, next_attempt_at: sql<Date>`now()` };
  await owner
    .insertInto('shopify_webhooks')
    .values({ shop_id, id: owner.newId(), webhook_id, topic: POLLED_TOPIC, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'webhook_id']).doUpdateSet({ ...fresh, ...to_be_worked }),
    )
    .execute();
  return true;
}

async function isThere(owner: Database, shop_id: number, webhook_id: string): Promise<boolean> {
  const there = await owner
    .selectFrom('shopify_webhooks')
    .select('id')
    .where('shop_id', '=', shop_id)
    .where('webhook_id', '=', webhook_id)
    .executeTakeFirst();
  return there !== undefined;
}

/** Who reads from a later moment than that has not seen what lies between. */
async function keepPolledUntil({ owner, connection }: Polled, since: Date, until: Date): Promise<void> {
  await owner
    .updateTable('shopify_polls')
    .set({ polled_until: sql`greatest(polled_until, least(${until}, now()))` })
    .where('shop_id', '=', connection.shop_id)
    .where('shop_domain', '=', connection.shop_domain)
    .where('polled_until', '>=', since)
    .execute();
}

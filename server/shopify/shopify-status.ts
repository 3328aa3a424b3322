import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';

/** How many rows of each list are answered; `more` says what was left out. */
const LIST_MAX = 50;
const NEWEST_WEBHOOKS = 10;

/** How a shop stands with its Shopify store, for its operator. Moments are Dates; no token, no secret, nothing of a customer. */
export async function readShopifyStatus(tx: Tx, shop_id: number) {
  const connection = await connectionOf(tx, shop_id);
  const fulfilments = await fulfilmentsOf(tx, shop_id);
  const not_taken = await notTaken(tx, shop_id);
  const webhooks = await newestWebhooks(tx, shop_id);
  const { waiting, failed, webhooks_waiting } = await countsOf(tx, shop_id);
  return { shop_id, connection, waiting, failed, webhooks_waiting, fulfilments, not_taken, webhooks };
}

export type ShopifyStatus = Awaited<ReturnType<typeof readShopifyStatus>>;

async function connectionOf(tx: Tx, shop_id: number) {
  const row = await tx
    .selectFrom('shopify_connections')
    .select(['shop_domain', 'client_id', 'api_version', 'connected_at', 'refused_at', 'refused_because'])
    .where('shop_id', '=', shop_id)
    .executeTakeFirst();
  return row ?? null;
}

/** Those that had trouble first, then those that only wait. */
function fulfilmentsOf(tx: Tx, shop_id: number) {
  return tx
    .selectFrom('order_fulfilments as f')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.shop_id', '=', 'f.shop_id').onRef('o.id', '=', 'f.order_id'),
    )
    .select(['o.order_number', 'f.status', 'f.attempts', 'f.last_error', 'f.created_at', 'f.next_attempt_at'])
    .where('f.shop_id', '=', shop_id)
    .where('f.status', '<>', 'done')
    .orderBy(sql`f.last_error is null`)
    .orderBy('f.created_at')
    .limit(LIST_MAX)
    .execute();
}

async function countsOf(tx: Tx, shop_id: number) {
  const { rows } = await sql<{ waiting: number; failed: number; webhooks_waiting: number }>`
    select
      (select count(*) from order_fulfilments where shop_id = ${shop_id} and status = 'waiting') as waiting,
      (select count(*) from order_fulfilments where shop_id = ${shop_id} and status = 'failed') as failed,
      (select count(*) from shopify_webhooks where shop_id = ${shop_id} and worked_at is null) as webhooks_waiting`.execute(
    tx,
  );
  return rows[0] ?? { waiting: 0, failed: 0, webhooks_waiting: 0 };
}

/** Orders whose newest version could not be taken, and webhooks of which not even the order could be told. */
async function notTaken(tx: Tx, shop_id: number) {
  const { rows } = await sql<{ order_number: string | null; reason: string; told_at: Date }>`
    select o.order_number, o.not_taken_because as reason, o.external_updated_at as told_at
      from shopify_orders o where o.shop_id = ${shop_id} and o.not_taken_because is not null
    union all
    select w.order_number, coalesce(w.reason, 'it failed here'), w.received_at
      from shopify_webhooks w
      where w.shop_id = ${shop_id} and (w.outcome = 'failed' or (w.outcome = 'not_taken' and w.external_id is null))
    order by told_at desc limit ${LIST_MAX}`.execute(tx);
  return rows;
}

function newestWebhooks(tx: Tx, shop_id: number) {
  return tx
    .selectFrom('shopify_webhooks')
    .select(['received_at', 'topic', 'order_number', 'outcome', 'reason'])
    .where('shop_id', '=', shop_id)
    .orderBy('received_at', 'desc')
    .limit(NEWEST_WEBHOOKS)
    .execute();
}

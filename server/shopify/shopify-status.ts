import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../platform/database/database.ts';
import { findRow, firstRow, oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import type { SecretBox } from '../platform/secrets/sealed-secrets.ts';
import { openSealed, UnreadableSecret } from './store/connection.ts';

/** The number of rows returned of each list, unless all are requested; the counts include all rows. */
const LIST_MAX = 50;
const NEWEST_WEBHOOKS = 10;

/**
 * Reads the state of a shop's store for its operator, without tokens, secrets and customer data. With `box`
 * it checks the sealed secrets.
 */
export async function readShopifyStatus(
  tx: Tx,
  shop_id: number,
  { box, all = false }: { box?: SecretBox | undefined; all?: boolean | undefined } = {},
) {
  const rows_max = all ? null : LIST_MAX;
  const connection = await connectionOf(tx, shop_id, box);
  const fulfilments = await fulfilmentsOf(tx, shop_id, rows_max);
  const not_taken = await notTaken(tx, shop_id, rows_max);
  const webhooks = await newestWebhooks(tx, shop_id);
  const payments = await paymentsOf(tx, shop_id, rows_max);
  const left_out = await leftOut(tx, shop_id, rows_max);
  const counts = await countsOf(tx, shop_id);
  // Webhooks with the domain of the shop's store that were not signed with its secret.
  const unverified = await findRow(tx, 'shopify_unverified_webhooks', { shop_id }, ['count', 'last_at']);
  return {
    shop_id,
    connection,
    unverified: unverified ?? null,
    ...counts,
    fulfilments,
    payments,
    not_taken,
    left_out,
    webhooks,
  };
}

export type ShopifyStatus = Awaited<ReturnType<typeof readShopifyStatus>>;

async function connectionOf(tx: Tx, shop_id: number, box: SecretBox | undefined) {
  type Read = { read_at: Date | null; read_error: string | null };
  const reading = sql<Selectable<Tables['shopify_connections']> & Read>`
    select c.*, p.ended_at as read_at, p.last_error as read_error
    from shopify_connections c left join shopify_polls p on p.shop_id = c.shop_id and p.shop_domain = c.shop_domain
    where c.shop_id = ${shop_id}`;
  const row = await firstRow(tx, reading);
  if (!row) return null;
  const { sealed_token, sealed_secret, token_expires_at, missing_scopes, ...shown } = row;
  return {
    ...shown,
    /** Null until the store has been queried. */
    missing_scopes: missing_scopes?.split(' ').filter(Boolean) ?? null,
    unreadable: box ? unreadableOf(box, row) : null,
  };
}

/** Returns the reason why the token or the secret cannot be opened; null if both can. */
function unreadableOf(box: SecretBox, row: Parameters<typeof openSealed>[1]): string | null {
  try {
    openSealed(box, row);
    return null;
  } catch (error) {
    if (error instanceof UnreadableSecret) return error.message;
    throw error;
  }
}

/** Lists the fulfilments with errors first, then those that are only pending. */
async function fulfilmentsOf(tx: Tx, shop_id: number, rows_max: number | null) {
  type Fulfilment = { order_number: string } & Pick<
    Selectable<Tables['order_fulfilments']>,
    'status' | 'attempts' | 'last_error' | 'created_at' | 'next_attempt_at'
  >;
  const { rows } = await sql<Fulfilment>`
    select o.order_number, f.status, f.attempts, f.last_error, f.created_at, f.next_attempt_at
    from order_fulfilments f join orders o on o.shop_id = f.shop_id and o.id = f.order_id
    where f.shop_id = ${shop_id} and f.status <> 'done'
    order by f.last_error is null, f.created_at limit ${rows_max}`.execute(tx);
  return rows;
}

type Counts = {
  waiting: number;
  failed: number;
  not_taken_total: number;
  left_out_total: number;
  webhooks_waiting: number;
};

function countsOf(tx: Tx, shop_id: number): Promise<Counts> {
  const counted = sql<Counts>`
    select
      (select count(*) from shopify_not_taken(${shop_id})) as not_taken_total,
      (select count(*) from shopify_orders
        where shop_id = ${shop_id} and left_out_because is not null) as left_out_total,
      (select count(*) from order_fulfilments where shop_id = ${shop_id} and status = 'waiting') as waiting,
      (select count(*) from order_fulfilments where shop_id = ${shop_id} and status = 'failed') as failed,
      (select count(*) from shopify_webhooks where shop_id = ${shop_id} and worked_at is null) as webhooks_waiting`;
  return oneRow(tx, counted);
}

type NotTakenOrder = {
  order_number: string | null;
  /** The webhook's id, if its order is unknown. */
  webhook_id: string | null;
  reason: string;
  told_at: Date;
};

async function notTaken(tx: Tx, shop_id: number, rows_max: number | null): Promise<NotTakenOrder[]> {
  const { rows } = await sql<NotTakenOrder>`
    select * from shopify_not_taken(${shop_id}) order by told_at desc limit ${rows_max}`.execute(tx);
  return rows;
}

/** Lists skipped test orders and pickups, newest first, in case one was skipped by mistake. */
async function leftOut(tx: Tx, shop_id: number, rows_max: number | null) {
  const { rows } = await sql<{ order_number: string | null; reason: string | null; told_at: Date | null }>`
    select order_number, left_out_because as reason, external_updated_at as told_at from shopify_orders
    where shop_id = ${shop_id} and left_out_because is not null
    order by external_updated_at desc limit ${rows_max}`.execute(tx);
  return rows;
}

async function newestWebhooks(tx: Tx, shop_id: number) {
  type Webhook = { received_at: Date; topic: string } & Record<
    'order_number' | 'outcome' | 'reason',
    string | null
  >;
  const { rows } = await sql<Webhook>`
    select received_at, topic, order_number, outcome, reason from shopify_webhooks
    where shop_id = ${shop_id} order by received_at desc limit ${NEWEST_WEBHOOKS}`.execute(tx);
  return rows;
}

type Payment = {
  order_number: string;
  status: 'owed' | 'waiting' | 'listed' | 'failed';
  /** The amount taken so far; `open_fils` is still owed or not matched. */
  collected_fils: number;
  open_fils: number;
  /** The amount that the store has marked, if another one was taken. */
  marked_fils: number | null;
  /** Null until the store has been queried. */
  outstanding_fils: number | null;
  conflict: boolean;
  last_error: string | null;
  created_at: Date;
};
type PaymentCounts = { owed: number; waiting: number; listed: number; failed: number };

/** Lists payments on delivery that are not marked as paid in the store, those that need review first. */
async function paymentsOf(
  tx: Tx,
  shop_id: number,
  rows_max: number | null,
): Promise<PaymentCounts & { rows: Payment[] }> {
  const counted = sql<PaymentCounts>`
    select count(*) filter (where status = 'owed') as owed, count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'listed') as listed,
      count(*) filter (where status = 'failed') as failed
    from store_payments where shop_id = ${shop_id} and status in ('owed', 'waiting', 'listed', 'failed')`;
  const { rows } = await sql<Payment>`
    select o.order_number, p.status, p.collected_fils, p.marked_fils, p.outstanding_fils, p.conflict, p.last_error, p.created_at,
      coalesce(b.owed_fils + b.unmatched_fils, 0) as open_fils
    from store_payments p join orders o on o.shop_id = p.shop_id and o.id = p.order_id
    left join order_balances b on b.shop_id = p.shop_id and b.order_id = p.order_id
    where p.shop_id = ${shop_id} and p.status in ('owed', 'waiting', 'listed', 'failed')
    order by p.status in ('owed', 'waiting'), p.created_at limit ${rows_max}`.execute(tx);
  return { ...(await oneRow(tx, counted)), rows };
}

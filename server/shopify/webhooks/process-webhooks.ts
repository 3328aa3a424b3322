import type { Selectable } from 'kysely';
import { runAs, STORE } from '../../operations/run-as.ts';
import type { Database, Tables, Tx } from '../../platform/database/database.ts';
import { changeRows, firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { errorCode } from '../../platform/error-code.ts';
import type { Log } from '../../platform/logging/log.ts';
import { backoffMs, inMs, isDue } from '../process-queue.ts';
import { importStoreOrder, namesIn } from '../store-orders/import-store-order.ts';

/** After this number of internal errors, a webhook is listed and not retried until a user requests it. */
const ATTEMPTS_MAX = 12;

type Worked = { shop_id: number; webhook_id: string; topic: string; outcome: string };

type Which = {
  shop_id?: number | undefined;
  /** Limits the work to these webhooks, by their id in the inbox. */
  webhook_ids?: readonly string[] | undefined;
};

/**
 * Processes pending webhooks, oldest first, each in its own transaction. Failures are retried later. Returns
 * the number processed and failed.
 */
export async function processWebhooks(
  owner: Database,
  log: Log,
  { now, ...which }: Which & { now: () => Date },
): Promise<{ worked: number; failed: number }> {
  let worked = 0;
  let failed = 0;
  for (;;) {
    const claim: Claim = { id: '', failures: 0, topic: '', payload: '' };
    try {
      const done = await inTransaction(owner, (tx) => workOne(tx, { ...which, now: now(), claim }));
      if (!done) return { worked, failed };
      log.info(done, 'shopify webhook processed');
      worked += 1;
    } catch (error) {
      if (claim.id === '') throw error;
      failed += 1;
      await recordFailure(owner, claim, codeOf(error));
      log.warn({ webhook: claim.id, code: codeOf(error) }, 'shopify webhook failed');
    }
  }
}

/** The webhook of an attempt, and its number of earlier failures. */
type Claim = { id: string; failures: number; topic: string; payload: string };
type Work = Which & { now: Date; claim: Claim };

async function workOne(tx: Tx, { shop_id, webhook_ids, now, claim }: Work): Promise<Worked | undefined> {
  // A retried transaction may claim another webhook, or none.
  claim.id = '';
  const of_shop = shop_id === undefined ? sql`true` : sql`shop_id = ${shop_id}`;
  const is_named = webhook_ids ? sql`webhook_id = any(${[...webhook_ids]}::text[])` : sql`true`;
  const claiming = sql<Waiting>`
    select shop_id, id, webhook_id, topic, payload, triggered_at, attempts from shopify_webhooks
    where worked_at is null and ${isDue('next_attempt_at')} and ${of_shop} and ${is_named}
    order by received_at limit 1 for update skip locked`;
  const webhook = await firstRow(tx, claiming);
  if (!webhook) return undefined;
  claim.id = webhook.id;
  claim.failures = webhook.attempts;
  claim.topic = webhook.topic;
  claim.payload = webhook.payload;
  const store = { ...STORE, shop_id: webhook.shop_id };
  const taken = await runAs(tx, store, importStoreOrder, webhook, now);
  const { id, webhook_id, topic } = webhook;
  await changeRows(
    tx,
    'shopify_webhooks',
    { shop_id: store.shop_id, id },
    { worked_at: sql`now()`, ...taken },
  );
  await dropPayloadOfErased(tx, store.shop_id, id);
  return { shop_id: store.shop_id, webhook_id, topic, outcome: taken.outcome };
}

type Waiting = Pick<
  Selectable<Tables['shopify_webhooks']>,
  'shop_id' | 'id' | 'webhook_id' | 'topic' | 'payload' | 'triggered_at' | 'attempts'
>;

/**
 * Drops at once the payload of an order whose customer was erased: the store may still send it, but it
 * changes nothing.
 */
async function dropPayloadOfErased(tx: Tx, shop_id: number, id: string): Promise<void> {
  await sql`
    update shopify_webhooks w set payload = '', payload_sha256 = encode(sha256(convert_to(w.payload, 'UTF8')), 'hex')
    from orders o
    where w.shop_id = ${shop_id} and w.id = ${id} and w.payload_sha256 is null
      and o.shop_id = w.shop_id and o.external_id = w.external_id and o.erased_at is not null`.execute(tx);
}

/**
 * Stores a failed attempt with the order's number, unless another worker has processed the webhook meanwhile.
 */
async function recordFailure(
  owner: Database,
  { id, failures, topic, payload }: Claim,
  code: string,
): Promise<void> {
  const given_up = sql`attempts + 1 >= ${ATTEMPTS_MAX}`;
  const failed = {
    ...namesIn({ topic, payload }),
    attempts: sql<number>`attempts + 1`,
    reason: `it failed here (${code})`,
    next_attempt_at: inMs(backoffMs(failures + 1)),
    worked_at: sql<Date | null>`case when ${given_up} then now() end`,
    outcome: sql<'failed' | null>`case when ${given_up} then 'failed' end`,
  };
  await changeRows(owner, 'shopify_webhooks', { id, worked_at: null }, failed);
}

/**
 * Returns the code of an error. Messages of the database quote personal data, so only codes are stored and
 * logged.
 */
function codeOf(error: unknown): string {
  return errorCode(error) || (error instanceof Error ? error.name : 'unknown');
}

/** The days for which payloads are kept to investigate problems. They contain personal data. */
const KEPT_DAYS = 30;
const BATCH = 500;

/**
 * Drops processed payloads that are over 30 days old, in batches. Ids and SHA-256 stay, so that a repeated
 * webhook has no second effect. Returns the number of dropped payloads.
 */
export async function dropPayloads(owner: Database, now: Date, batch = BATCH): Promise<number> {
  let dropped = 0;
  for (;;) {
    const { row_count } = await sql`
      update shopify_webhooks set payload = '', payload_sha256 = encode(sha256(convert_to(payload, 'UTF8')), 'hex')
      where (shop_id, id) in (
        select shop_id, id from shopify_webhooks
        where payload_sha256 is null and worked_at is not null
          and received_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})
        limit ${batch} for update skip locked)`.execute(owner);
    dropped += row_count;
    if (row_count < batch) return dropped;
  }
}

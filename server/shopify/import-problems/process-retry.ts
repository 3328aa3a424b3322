import { setTimeout as delay } from 'node:timers/promises';
import type { ImportRetryResponse } from '../../../contract/operations/desk/import-problems/retry-not-taken.schema.ts';
import { findByNumber } from '../../orders/orders-by-number.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { errorText } from '../../platform/error-text.ts';
import type { Log } from '../../platform/logging/log.ts';
import { ShopifyError } from '../api/shopify-error.ts';
import { refetchOrder } from '../polling/poll-orders.ts';
import { reachStore, type StoreOptions } from '../store/store-session.ts';
import { processWebhooks } from '../webhooks/process-webhooks.ts';
import { findImportProblem, importProblemOf, type ListedImportProblem } from './import-problems.ts';

const CHECK_EVERY_MS = 150;
const CHECKS_MAX = 20;

type Options = StoreOptions & { log: Log; now: () => Date };

/** The webhooks that a retry of an order processed. */
export type ProcessedRetry = { webhooks: Webhook[]; store_problem: string | null };
type Webhook = {
  worked_at: Date | null;
  outcome: string | null;
  reason: string | null;
  order_number: string | null;
};

/**
 * Reads the order from the store again and processes it with its earlier webhooks now, so that the user
 * learns the outcome. If this server dies, the triggered job continues. Throws the errors of the database.
 */
export async function processRetry(
  options: Options,
  { shop_id }: Actor,
  listed: Pick<ListedImportProblem, 'what' | 'external_id'>,
): Promise<ProcessedRetry> {
  const { owner, log, now } = options;
  const read = await readFromStore(options, shop_id, listed.external_id);
  const of_order = sql`shop_id = ${shop_id}
    and (webhook_id = ${listed.what} or order_number = ${listed.what} or webhook_id = ${read.webhook_id})`;
  const waiting = await sql<{ webhook_id: string }>`
    select webhook_id from shopify_webhooks where ${of_order} and worked_at is null`.execute(owner);
  const webhook_ids = waiting.rows.map(({ webhook_id }) => webhook_id);
  if (webhook_ids.length > 0) await processWebhooks(owner, log, { shop_id, webhook_ids, now });
  const readWebhooks = async () => {
    const { rows } = await sql<Webhook>`
      select worked_at, outcome, reason, order_number from shopify_webhooks
      where ${of_order} order by received_at`.execute(owner);
    return rows;
  };
  let webhooks = await readWebhooks();
  // Webhooks that the job has claimed meanwhile finish soon.
  for (let checks = 1; checks < CHECKS_MAX && webhooks.some(isWaiting); checks += 1) {
    await delay(CHECK_EVERY_MS);
    webhooks = await readWebhooks();
  }
  return { webhooks, store_problem: read.problem };
}

const isWaiting = ({ worked_at }: Webhook) => worked_at === null;

/** Reads the order into the inbox as a webhook. `problem` is the reason why the store could not be read. */
async function readFromStore(
  options: Options,
  shop_id: number,
  external_id: string | null,
): Promise<{ webhook_id: string | null; problem: string | null }> {
  const none = { webhook_id: null, problem: null };
  if (external_id === null) return none;
  const reached = await reachStore(options, shop_id);
  if (!reached) return none;
  try {
    return { ...none, webhook_id: await refetchOrder({ ...reached, owner: options.owner }, external_id) };
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return { ...none, problem: errorText(error) };
  }
}

/**
 * Returns the outcome of a retry: the reason if the order is still listed, else that of its newest webhook.
 */
export async function outcomeOf(
  tx: Tx,
  actor: Actor,
  { what, order_number: known_number }: ListedImportProblem,
  { webhooks, store_problem }: ProcessedRetry,
): Promise<ImportRetryResponse> {
  const newest = webhooks.at(-1);
  const order_number = newest?.order_number ?? known_number;
  const { shop_id } = actor;
  const order = order_number ? await findByNumber(tx, shop_id, order_number) : undefined;
  const result = { order_number, order_id: order?.id ?? null, store_problem, listed: null, reason: null };
  if (webhooks.some(isWaiting)) return { ...result, outcome: 'waiting' };
  const listed =
    (await findImportProblem(tx, actor, what)) ??
    (order_number === null ? undefined : await findImportProblem(tx, actor, order_number));
  if (listed) return { ...result, outcome: 'not_taken', listed: importProblemOf(listed) };
  const is_none = newest?.outcome === 'left_out' || newest?.outcome === 'cancelled';
  return is_none
    ? { ...result, outcome: 'not_to_deliver', reason: newest.reason }
    : { ...result, outcome: 'taken' };
}

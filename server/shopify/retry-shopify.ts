import { type RawBuilder, sql } from 'kysely';
import { orderNumberOf } from '../../contract/rules/order-number.ts';
import type { Operation } from '../operations/operation.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { changeRows } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';
import { storeChange } from './store-change.ts';

/**
 * Tries again at once what failed or waits, of one order or of the whole shop: fulfilments, webhooks that could not be taken, and payments
 * that were not marked: what is outstanding is asked anew. A store that refused us is asked again. Answers how many of each. Throws
 * `not_found` for an order of which nothing waits or failed.
 */
export async function retryShopify(
  tx: Tx,
  { shop_id }: Actor,
  { order_number }: { order_number?: string | undefined },
  { changed }: Operation,
): Promise<{ fulfilments: number; webhooks: number; payments: number }> {
  const asked_again = { refused_at: null, refused_because: null, marking_refused_because: null };
  await changeRows(tx, 'shopify_connections', { shop_id }, asked_again);
  const counts = await retried(tx, shop_id, order_number);
  for (const task of ['fulfil-orders', 'work-shopify-webhooks', 'mark-orders-paid']) {
    await sql`select graphile_worker.add_job(${task}, payload => ${JSON.stringify({ shop_id })}::json,
      job_key => ${`${task}-${shop_id}`})`.execute(tx);
  }
  if (order_number !== undefined && isNone(counts)) {
    throw Problem.about('not_found', { what: 'waiting', named: order_number });
  }
  changed(storeChange('retry_store', order_number ?? null, { after: counts }));
  return counts;
}

const AGAIN = sql`status = 'waiting', attempts = 0, last_error = null, next_attempt_at = now()`;

async function retried(tx: Tx, shop_id: number, order_number: string | undefined) {
  const updated = updating(tx);
  const every = order_number === undefined;
  const its_id = every ? sql`true` : sql`order_id in ${idsOf(tx, shop_id, order_number)}`;
  const its_number = every ? sql`true` : sql`order_number = ${order_number}`;
  return {
    // One that is worked for the first time at this moment is left to its worker. A repeated one may be worked twice at once: the
    // second finds it fulfilled.
    fulfilments:
      await updated(sql`update order_fulfilments set ${AGAIN} where shop_id = ${shop_id} and ${its_id}
        and status <> 'done' and (last_error is not null or attempts = 0)`),
    // Of an order only its newest version counts; the older ones will be told from it. Of one whose payload was dropped, `resync` asks.
    webhooks:
      await updated(sql`update shopify_webhooks set worked_at = null, outcome = null, attempts = 0, next_attempt_at = now()
        where shop_id = ${shop_id} and ${its_number} and dismissed_at is null and payload_sha256 is null
          and (outcome in ('not_taken', 'failed') or worked_at is null)`),
    // One that is worked at this moment is left to its worker.
    payments: await updated(sql`update store_payments set ${AGAIN} where shop_id = ${shop_id} and ${its_id}
        and (status in ('listed', 'failed') or (status = 'waiting' and last_error is not null))`),
  };
}

/** What runs a statement and answers how many rows it changed. */
function updating(tx: Tx) {
  return async (statement: RawBuilder<unknown>) => Number((await statement.execute(tx)).numAffectedRows);
}

function isNone(counts: Record<string, number>): boolean {
  return Object.values(counts).every((count) => count === 0);
}

function idsOf(tx: Tx, shop_id: number, order_number: string) {
  return tx
    .selectFrom('orders')
    .select('id')
    .where((row) => row.and({ shop_id, order_number }));
}

/**
 * Takes from the lists what could not be taken, or was not marked as paid: an order by its number, or a webhook by the id that is
 * listed. An order comes back when a later version cannot be taken for another reason. Throws `not_found`.
 */
export async function dismissListed(
  tx: Tx,
  { shop_id }: Actor,
  { what }: { what: string },
  { changed }: Operation,
): Promise<void> {
  const updated = updating(tx);
  const order_number = orderNumberOf(what);
  const counts = {
    orders: await updated(sql`update shopify_orders set dismissed_because = not_taken_because
        where shop_id = ${shop_id} and order_number = ${order_number}
          and not_taken_because is not null and dismissed_because is distinct from not_taken_because`),
    webhooks: await updated(sql`update shopify_webhooks set dismissed_at = now()
        where shop_id = ${shop_id} and (webhook_id = ${what.trim()} or order_number = ${order_number})
          and outcome in ('not_taken', 'failed') and dismissed_at is null`),
    payments: await updated(sql`update store_payments set status = 'dismissed' where shop_id = ${shop_id}
        and status in ('listed', 'failed') and order_id in ${idsOf(tx, shop_id, order_number)}`),
  };
  if (isNone(counts)) throw Problem.about('not_found', { what: 'listed', named: what });
  changed(storeChange('dismiss_listed', order_number, { after: counts }));
}

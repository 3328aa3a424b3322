import { sql } from 'kysely';
import type { Operation } from '../operations/operation.ts';
import { orderNumberOf } from '../orders/new-order.ts';
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
  const fulfilments = await retryFulfilments(tx, shop_id, order_number);
  const webhooks = await retryWebhooks(tx, shop_id, order_number);
  const payments = await retryPayments(tx, shop_id, order_number);
  for (const task of ['fulfil-orders', 'work-shopify-webhooks', 'mark-orders-paid']) {
    await sql`select graphile_worker.add_job(${task}, payload => ${JSON.stringify({ shop_id })}::json,
      job_key => ${`${task}-${shop_id}`})`.execute(tx);
  }
  const counts = { fulfilments, webhooks, payments };
  if (order_number !== undefined && fulfilments + webhooks + payments === 0) {
    throw Problem.about('not_found', { what: 'waiting', named: order_number });
  }
  changed(storeChange('retry_store', order_number ?? null, { after: counts }));
  return counts;
}

/**
 * One that is worked for the first time at this moment is left to its worker. A repeated one may be worked twice at once: the second
 * finds it fulfilled.
 */
async function retryFulfilments(tx: Tx, shop_id: number, order_number?: string): Promise<number> {
  let due = tx
    .updateTable('order_fulfilments')
    .set({ status: 'waiting', attempts: 0, last_error: null, next_attempt_at: sql`now()` })
    .where('shop_id', '=', shop_id)
    .where('status', '<>', 'done')
    .where((where) => where.or([where('last_error', 'is not', null), where('attempts', '=', 0)]));
  if (order_number !== undefined) due = due.where('order_id', 'in', idsOf(tx, shop_id, order_number));
  return Number((await due.executeTakeFirst()).numUpdatedRows);
}

/** Of an order only its newest version counts; the older ones will be told from it. */
async function retryWebhooks(tx: Tx, shop_id: number, order_number?: string): Promise<number> {
  let again = tx
    .updateTable('shopify_webhooks')
    .set({ worked_at: null, outcome: null, attempts: 0, next_attempt_at: sql`now()` })
    .where('shop_id', '=', shop_id)
    .where('dismissed_at', 'is', null)
    // Its payload was dropped: `resync` asks for the order instead.
    .where('payload_sha256', 'is', null)
    .where((where) =>
      where.or([where('outcome', 'in', ['not_taken', 'failed']), where('worked_at', 'is', null)]),
    );
  if (order_number !== undefined) again = again.where('order_number', '=', order_number);
  return Number((await again.executeTakeFirst()).numUpdatedRows);
}

async function retryPayments(tx: Tx, shop_id: number, order_number?: string): Promise<number> {
  let due = tx
    .updateTable('store_payments')
    .set({ status: 'waiting', attempts: 0, last_error: null, next_attempt_at: sql`now()` })
    .where('shop_id', '=', shop_id)
    .where('status', 'in', ['waiting', 'listed', 'failed'])
    // One that is worked at this moment is left to its worker.
    .where((where) => where.or([where('status', '<>', 'waiting'), where('last_error', 'is not', null)]));
  if (order_number !== undefined) due = due.where('order_id', 'in', idsOf(tx, shop_id, order_number));
  return Number((await due.executeTakeFirst()).numUpdatedRows);
}

/** The ids of the shop's orders with this number. */
export function idsOf(tx: Tx, shop_id: number, order_number: string) {
  return tx
    .selectFrom('orders')
    .select('id')
    .where('shop_id', '=', shop_id)
    .where('order_number', '=', order_number);
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
  const order_number = orderNumberOf(what);
  const orders = await tx
    .updateTable('shopify_orders')
    .set((columns) => ({ dismissed_because: columns.ref('not_taken_because') }))
    .where('shop_id', '=', shop_id)
    .where('order_number', '=', order_number)
    .where('not_taken_because', 'is not', null)
    .where((where) => where('dismissed_because', 'is distinct from', where.ref('not_taken_because')))
    .executeTakeFirst();
  const webhooks = await tx
    .updateTable('shopify_webhooks')
    .set({ dismissed_at: sql`now()` })
    .where('shop_id', '=', shop_id)
    .where('outcome', 'in', ['not_taken', 'failed'])
    .where('dismissed_at', 'is', null)
    .where((where) =>
      where.or([where('webhook_id', '=', what.trim()), where('order_number', '=', order_number)]),
    )
    .executeTakeFirst();
  const payments = await tx
    .updateTable('store_payments')
    .set({ status: 'dismissed' })
    .where('shop_id', '=', shop_id)
    .where('status', 'in', ['listed', 'failed'])
    .where('order_id', 'in', idsOf(tx, shop_id, order_number))
    .executeTakeFirst();
  const counts = {
    orders: Number(orders.numUpdatedRows),
    webhooks: Number(webhooks.numUpdatedRows),
    payments: Number(payments.numUpdatedRows),
  };
  if (Object.values(counts).every((count) => count === 0)) {
    throw Problem.about('not_found', { what: 'listed', named: what });
  }
  changed(storeChange('dismiss_listed', order_number, { after: counts }));
}

import { sql } from 'kysely';
import type { Operation } from '../operations/operation.ts';
import { orderNumberOf } from '../orders/order-number.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { idsOf } from './retry-shopify.ts';
import { storeChange } from './store-change.ts';

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

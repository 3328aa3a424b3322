import type { NewOrder } from '../../server/orders/contents/new-order.ts';
import { importOrders } from '../../server/orders/import/import-orders.ts';
import { addUnlessThere } from '../../server/platform/database/rows.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { processWebhooks } from '../../server/shopify/webhooks/process-webhooks.ts';
import { idOf } from './demo-client.ts';
import type { Day } from './running-day.ts';

export async function importInto({ owner, server }: Day, orders: readonly NewOrder[]): Promise<void> {
  async function* found() {
    for (const [at, order] of orders.entries()) yield { order, line: at + 2, rows: order.lines.length };
  }
  await importOrders(owner, server, found(), {
    on_finding: ({ kind, order_number, reason }) => {
      if (kind === 'bad') throw new Error(`Order ${order_number} of the demo is invalid: ${reason}`);
    },
  });
}

export type Webhook = { name: string; payload: string; received_at: Date };

/** Processes webhooks of new orders as if a store had sent them; no store is connected. */
export async function receiveWebhooks(
  { owner, shop: { shop_id } }: Day,
  webhooks: readonly Webhook[],
  now: () => Date,
): Promise<void> {
  const idFor = (name: string) => `demo-${name}`;
  for (const { name, ...webhook } of webhooks) {
    const key = { shop_id, webhook_id: idFor(name), id: idOf(`webhook ${name}`), topic: 'orders/create' };
    await addUnlessThere(owner, 'shopify_webhooks', { ...key, ...webhook });
  }
  await processWebhooks(owner, silentLog, {
    shop_id,
    webhook_ids: webhooks.map(({ name }) => idFor(name)),
    now,
  });
}

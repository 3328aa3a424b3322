import { expect } from 'vitest';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { secretBox } from '../../server/platform/secrets/sealed-secrets.ts';
import { processWebhooks } from '../../server/shopify/webhooks/process-webhooks.ts';
import { signatureOf } from '../../server/shopify/webhooks/webhook-headers.ts';
import { assignOrder, connectShopify, moveOrder } from './operations.ts';
import { payloadText, shopifyOrder } from './shopify-payload.ts';
import { TEST_SECRETS, type TestApp } from './test-app.ts';
import { prepareDelivery, sendDelivery } from './test-delivery.ts';
import { createTestShop } from './test-shop.ts';

export const STORE_SECRET = 'shpss_the-secret-of-the-store';

export type Sending = {
  topic?: string;
  webhook_id?: string;
  triggered_at?: string;
  headers?: Record<string, string>;
};

let sent = 0;

/** A new shop whose store sends webhooks about one order, with access to the resulting records. */
export async function connectedStore(app: TestApp) {
  const shop = await createTestShop(app.owner);
  const { shop_id } = shop;
  const domain = `store-${shop_id}.myshopify.com`;
  await inTransaction(app.owner, (tx) =>
    connectShopify(tx, secretBox(TEST_SECRETS), {
      shop_id,
      shop_domain: domain,
      credentials: { token: 'shpat_token' },
      secret: STORE_SECRET,
    }),
  );

  const send = (payload: string, sending: Sending = {}) => {
    const { topic = 'orders/create', webhook_id, triggered_at, headers = {} } = sending;
    const bytes = new TextEncoder().encode(payload);
    sent += 1;
    return app.send('POST', '/webhooks/shopify', {
      bytes,
      headers: {
        'content-type': 'application/json',
        'x-shopify-shop-domain': domain,
        'x-shopify-hmac-sha256': signatureOf(STORE_SECRET, bytes),
        'x-shopify-topic': topic,
        'x-shopify-webhook-id': webhook_id ?? `webhook-${sent}`,
        ...(triggered_at ? { 'x-shopify-triggered-at': triggered_at } : {}),
        ...headers,
      },
    });
  };
  const work = (log = silentLog) => processWebhooks(app.owner, log, { shop_id, now: () => new Date() });
  const inbox = () =>
    app.owner
      .selectFrom('shopify_webhooks')
      .select(['webhook_id', 'topic', 'outcome', 'reason', 'external_id', 'order_number', 'payload'])
      .where('shop_id', '=', shop_id)
      .orderBy('received_at')
      .execute();
  const order = async () => {
    const rows = await app.owner.selectFrom('orders').selectAll().where('shop_id', '=', shop_id).execute();
    expect(rows.length).toBeLessThan(2);
    return rows[0];
  };
  const orderThere = async () => {
    const found = await order();
    if (!found) throw new Error('The order does not exist');
    return found;
  };

  return {
    shop,
    domain,
    send,
    work,
    inbox,
    order,
    orderThere,
    /** Sends a version of the order, processes the inbox, and returns the outcome. */
    async take(changes: Record<string, unknown> = {}, sending: Sending = {}) {
      const answer = await send(payloadText(shopifyOrder(changes)), sending);
      expect(answer.status).toBe(200);
      await work();
      const rows = await inbox();
      return rows.at(-1);
    },
    async events() {
      const rows = await app.owner
        .selectFrom('order_events')
        .select(['kind', 'detail'])
        .where('shop_id', '=', shop_id)
        .orderBy('recorded_at')
        .orderBy('id')
        .execute();
      return rows.map(({ kind, detail }) => [kind, detail]);
    },
    /** Dispatches the order with the shop's driver. */
    async goOut() {
      const { id } = await orderThere();
      const key = { shop_id, order_id: id };
      await inTransaction(app.owner, async (tx) => {
        await assignOrder(tx, { ...key, driver_id: shop.driver.driver_id ?? 0 });
        await moveOrder(tx, { ...key, to: 'dispatching', now: new Date() });
      });
      return orderThere();
    },
    async deliver(seen: { due_amount_fils?: number } = {}) {
      const placed = await orderThere();
      const delivery = await prepareDelivery(app, shop, shop.driver, { ...placed, ...seen });
      return sendDelivery(app, shop.driver, delivery);
    },
    /** The order numbers in the driver's list. */
    async listed(): Promise<string[]> {
      const answer = await app.send('GET', '/api/orders/assigned', { as: shop.driver.session_id });
      const { orders } = await answer.json();
      return orders.map(({ order_number }: { order_number: string }) => order_number);
    },
  };
}

export type ConnectedStore = Awaited<ReturnType<typeof connectedStore>>;

/** The order changed at this local time of its day, by the store's clock. */
export const at = (time: string) => ({ updated_at: `2026-11-20T${time}+04:00` });
export const PAID = { financial_status: 'paid', total_outstanding: '0.00', ...at('09:05:00') };
export const CANCELLED = {
  cancelled_at: '2026-11-20T09:10:00+04:00',
  financial_status: 'voided',
  total_outstanding: '0.00',
  current_total_price: '0.00',
  line_items: [],
  ...at('09:10:00'),
};

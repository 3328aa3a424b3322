import { sql as expression } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { connectShopify } from '../../tests/support/operations.ts';
import { payloadText, shopifyOrder } from '../../tests/support/shopify-payload.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import { addOrder, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { sql } from '../platform/database/sql.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { silentLog } from '../platform/logging/log.ts';
import { secretBox } from '../platform/secrets/sealed-secrets.ts';
import { shopsToFulfil } from './outgoing/fulfil-orders.ts';
import { processWebhooks } from './webhooks/process-webhooks.ts';

/** A next attempt that was stored while the clock was days ahead is due; a regular wait is not. */

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  await inTransaction(app.owner, (tx) =>
    connectShopify(tx, secretBox(TEST_SECRETS), {
      shop_id: shop.shop_id,
      shop_domain: 'the-store.myshopify.com',
      credentials: { token: 'shpat_good' },
      secret: 'shpss_secret',
    }),
  );
});
afterAll(() => app.drop());

const WAITS = [
  { ahead: '3 days', due: true },
  { ahead: '59 minutes', due: false },
];

test.each(WAITS)('a fulfilment whose next attempt is $ahead ahead is due: $due', async ({ ahead, due }) => {
  const order = await addOrder(app.owner, shop, shop.driver);
  const response = await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order));
  expect(response.status).toBe(200);
  await sql`update order_fulfilments set next_attempt_at = now() + ${ahead}::interval`.execute(app.owner);
  expect(await shopsToFulfil(app.owner)).toEqual(due ? [shop.shop_id] : []);
});

test.each(WAITS)('a webhook whose next attempt is $ahead ahead is due: $due', async ({ ahead, due }) => {
  await app.owner
    .insertInto('shopify_webhooks')
    .values({
      shop_id: shop.shop_id,
      id: newId(),
      webhook_id: ahead,
      topic: 'orders/create',
      payload: payloadText(shopifyOrder()),
      next_attempt_at: expression`now() + ${ahead}::interval`,
    })
    .execute();
  const { worked } = await processWebhooks(app.owner, silentLog, { now: () => new Date() });
  expect(worked).toBe(due ? 1 : 0);
});

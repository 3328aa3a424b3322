import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectShopify } from '../../tests/support/operations.ts';
import { payloadText, shopifyOrder } from '../../tests/support/shopify-payload.ts';
import { type ShopifyStore, startShopifyStore } from '../../tests/support/shopify-store.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import { addOrder, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { sql } from '../platform/database/sql.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { type Jobs, startJobs } from '../platform/jobs/jobs.ts';
import { silentLog } from '../platform/logging/log.ts';
import { secretBox } from '../platform/secrets/sealed-secrets.ts';
import { oneAtATime, shopifyTasks } from './shopify-jobs.ts';
import { signatureOf } from './webhooks/webhook-headers.ts';

/** The complete path with a running queue and without a sweeper, so that every nudge must arrive. */

const SECRET = 'shpss_secret';
const box = secretBox(TEST_SECRETS);

let app: TestApp;
let shop: TestShop;
let store: ShopifyStore;
let jobs: Jobs;
/** The pause of a throttled request. */
let pausing = Promise.resolve();

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  store = await startShopifyStore();
  const options = {
    owner: app.owner,
    box,
    log: silentLog,
    address: store.address,
    public_url: null,
    pause: () => pausing,
  };
  jobs = await startJobs(app.database.owner, shopifyTasks(options), [], silentLog);
  await inTransaction(app.owner, (tx) =>
    connectShopify(tx, box, {
      shop_id: shop.shop_id,
      shop_domain: 'the-store.myshopify.com',
      credentials: { token: 'shpat_good' },
      secret: SECRET,
    }),
  );
});
afterAll(async () => {
  await jobs.stop();
  await store.stop();
  await app.drop();
});

test("a webhook is accepted within Shopify's five seconds and processed by the job", async () => {
  const bytes = new TextEncoder().encode(payloadText(shopifyOrder()));
  const started = performance.now();
  const response = await app.send('POST', '/webhooks/shopify', {
    bytes,
    headers: {
      'x-shopify-shop-domain': 'the-store.myshopify.com',
      'x-shopify-hmac-sha256': signatureOf(SECRET, bytes),
      'x-shopify-topic': 'orders/create',
      'x-shopify-webhook-id': 'first',
    },
  });
  expect(response.status).toBe(200);
  expect(performance.now() - started).toBeLessThan(5_000);
  const imported = () =>
    app.owner.selectFrom('orders').select('order_number').where('order_number', '=', '5001').execute();
  await expect.poll(imported).toHaveLength(1);
});

test('slow readings of several stores occupy one worker, and webhooks are processed alongside', async () => {
  let goOn = () => {};
  pausing = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  for (let shops = 0; shops < 5; shops += 1) {
    const { shop_id } = await createTestShop(app.owner);
    store.faults.push('throttled');
    await inTransaction(app.owner, (tx) =>
      connectShopify(tx, box, {
        shop_id,
        shop_domain: `store-${shop_id}.myshopify.com`,
        credentials: { token: 'shpat_good' },
        secret: SECRET,
      }),
    );
    await sql`select graphile_worker.add_job('keep-in-step-with-shopify')`.execute(app.owner);
  }
  // This job is queued after them.
  await sql`select graphile_worker.add_job('drop-shopify-payloads')`.execute(app.owner);
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from graphile_worker.jobs
      where task_identifier in ('drop-shopify-payloads', 'keep-in-step-with-shopify')`.execute(app.owner);
    return rows[0]?.n;
  };
  await expect.poll(waiting).toBe(1);
  expect(store.faults).toHaveLength(4);
  store.faults.length = 0;
  goOn();
  await expect.poll(waiting).toBe(0);
});

test('a delivery triggers its fulfilment, and the browser receives the outcome', async () => {
  const order = await addOrder(app.owner, shop, shop.driver);
  await app.owner.updateTable('orders').set({ external_id: '7001' }).where('id', '=', order.id).execute();
  store.place('7001');
  const response = await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order));
  expect(response.status).toBe(200);
  const fulfilled = await app.send('POST', '/functions/v1/fulfill-shopify-order', {
    as: shop.driver.session_id,
    body: { order_id: order.id },
  });
  expect(await fulfilled.json()).toEqual({ success: true, status: 'done' });
  expect(store.statusesOf('7001')).toEqual(['CLOSED']);
});

test('work for one key runs once at a time, and again for requests that came meanwhile', async () => {
  const runs: string[] = [];
  let release: () => void = () => undefined;
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = oneAtATime<string>(async (key) => {
    runs.push(key);
    if (runs.length === 1) await blocked;
  });
  const first = work('a');
  await work('a');
  await work('a');
  await work('b');
  expect(runs).toEqual(['a', 'b']);
  release();
  await first;
  expect(runs).toEqual(['a', 'b', 'a']);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { at, type ConnectedStore, connectedStore } from '../../../tests/support/connected-store.ts';
import { retryShopify } from '../../../tests/support/operations.ts';
import { payloadText, shopifyOrder } from '../../../tests/support/shopify-payload.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { sha256Of } from '../../../tests/support/test-delivery.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { dropPayloads } from './process-webhooks.ts';

let app: TestApp;
let store: ConnectedStore;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  store = await connectedStore(app);
});

const age = (days: number) =>
  sql`update shopify_webhooks set received_at = now() - make_interval(days => ${days})
    where shop_id = ${store.shop.shop_id}`.execute(app.owner);

const rows = () =>
  app.owner
    .selectFrom('shopify_webhooks')
    .select(['webhook_id', 'external_id', 'order_number', 'outcome', 'payload', 'payload_sha256'])
    .where('shop_id', '=', store.shop.shop_id)
    .orderBy('id')
    .execute();

test('a payload is dropped after 30 days; id, order, outcome and hash stay', async () => {
  const taken = await store.take({}, { webhook_id: 'old' });
  await age(31);
  expect(await dropPayloads(app.owner, new Date())).toBe(1);
  const payload = payloadText(shopifyOrder());
  expect(await rows()).toEqual([
    {
      webhook_id: 'old',
      external_id: taken?.external_id,
      order_number: '5001',
      outcome: 'imported',
      payload: '',
      payload_sha256: sha256Of(new TextEncoder().encode(payload)),
    },
  ]);
  expect(await dropPayloads(app.owner, new Date())).toBe(0);
  expect(await store.order()).toMatchObject({ order_number: '5001' });
});

test('the 30 days end by the time of the server', async () => {
  await store.take();
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
  expect(await dropPayloads(app.owner, inDays(29))).toBe(0);
  expect(await dropPayloads(app.owner, inDays(31))).toBe(1);
});

test('a payload is kept for 30 days, and while it is pending', async () => {
  await store.take();
  await age(29);
  expect(await dropPayloads(app.owner, new Date())).toBe(0);
  await store.send(payloadText(shopifyOrder(at('09:20:00'))));
  await age(31);
  expect(await dropPayloads(app.owner, new Date())).toBe(1);
  expect((await rows()).map(({ outcome, payload }) => [outcome, payload === ''])).toEqual([
    ['imported', true],
    [null, false],
  ]);
});

test('a webhook that is repeated after its payload was dropped has no second effect', async () => {
  await store.take({}, { webhook_id: 'repeated' });
  await age(31);
  await dropPayloads(app.owner, new Date());
  await store.send(payloadText(shopifyOrder()), { webhook_id: 'repeated' });
  expect(await store.work()).toEqual({ worked: 0, failed: 0 });
});

test('payloads are dropped in batches until none is left', async () => {
  for (const minute of ['01', '02', '03', '04', '05']) await store.take(at(`09:${minute}:00`));
  await age(31);
  expect(await dropPayloads(app.owner, new Date(), 2)).toBe(5);
});

test('a webhook that could not be imported is not retried without its payload', async () => {
  await store.take({ currency: 'USD' });
  await age(31);
  await dropPayloads(app.owner, new Date());
  const retried = await inTransaction(app.owner, (tx) => retryShopify(tx, store.shop.shop_id));
  expect(retried.webhooks).toBe(0);
});

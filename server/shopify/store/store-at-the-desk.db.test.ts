import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../contract/operations/desk/store/read-store.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { leftBy } from '../../../tests/support/audit.ts';
import { shopifyOrder } from '../../../tests/support/shopify-payload.ts';
import { startShopifyStore } from '../../../tests/support/shopify-store.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { problemOf } from '../../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from '../../../tests/support/test-shop.ts';
import { sql } from '../../platform/database/sql.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { secretBox } from '../../platform/secrets/sealed-secrets.ts';
import { syncStore } from '../polling/sync-store.ts';
import { openConnection } from './connection.ts';

let app: TestApp;
let shop: TestShop;
let store: Awaited<ReturnType<typeof startShopifyStore>>;
const GOOD = { token: 'shpat_good', secret: 'shpss_the-secret' };

beforeAll(async () => {
  store = await startShopifyStore();
  app = await createTestApp({ store_address: store.address });
});
afterAll(async () => {
  await app.drop();
  await store.stop();
});
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const domain = () => `store-${shop.shop_id}.myshopify.com`;
const post = (path: string, body: object | undefined, by: TestStaff = shop.admin, command_id = newId()) =>
  app.send('POST', `/api/store/${path}`, {
    as: by.session_id,
    ...(body && { body }),
    headers: { 'idempotency-key': command_id },
  });
const read = async (by: TestStaff = shop.manager): Promise<Store> => {
  const response = await app.send('GET', '/api/store', { as: by.session_id });
  expect(response.status).toBe(200);
  return response.json();
};
const connection = () =>
  app.owner.selectFrom('shopify_connections').selectAll().where('shop_id', '=', shop.shop_id).execute();

test('an Admin tries and connects a store; a refusal is shown and stores nothing; no secret is exposed', async () => {
  const typed = { shop_domain: ` https://${domain()}/admin `, ...GOOD };
  for (const path of ['try', 'connect']) {
    const refused = await post(path, { ...typed, token: 'shpat_bad' });
    expect(await refused.json()).toMatchObject({
      code: 'credentials_refused',
      detail: 'Shopify refuses the credentials (401)',
    });
  }
  expect((await post('try', { ...typed, shop_domain: 'evil.example.com' })).status).toBe(422);
  expect((await post('try', { ...typed, client_id: 'both' })).status).toBe(422);
  expect(await (await post('try', typed)).json()).toEqual({ shop_domain: domain(), missing_scopes: [] });
  expect(await connection()).toEqual([]);
  expect((await read()).connection).toBeNull();
  const { audit, topics } = await leftBy(app.owner, async () => {
    expect((await post('connect', typed)).status).toBe(200);
  });
  expect(topics).toEqual(['store']);
  expect(audit).toMatchObject([
    { what: 'connect_store', user_id: shop.admin.user_id, after: { shop_domain: domain() } },
  ]);
  const view = await read();
  expect(view.connection).toMatchObject({ shop_domain: domain(), checked_at: null, refused_because: null });
  expect(view.webhooks_cannot).toContain('set PUBLIC_URL');
  expect(await openConnection(app.owner, secretBox(TEST_SECRETS), shop.shop_id)).toMatchObject(GOOD);
  const kept = await sql<{ text: string }>`
    select concat_ws(' ', (select string_agg(t::text, ' ') from audit_events t), (select string_agg(t::text, ' ') from commands t),
      (select string_agg(t::text, ' ') from feed t), (select string_agg(t::text, ' ') from shopify_connections t)) as text`.execute(
    app.owner,
  );
  for (const secret of Object.values(GOOD)) {
    expect(kept.rows[0]?.text).not.toContain(secret);
    expect(JSON.stringify([view, audit])).not.toContain(secret);
  }
  expect(JSON.stringify(view)).not.toContain('sealed');
});

test('other roles and shops cannot change the store, and users without access to the desk cannot read it', async () => {
  const typed = { shop_domain: domain(), ...GOOD };
  expect((await post('connect', typed)).status).toBe(200);
  const paths: [string, object | undefined][] = [
    ['try', typed],
    ['connect', typed],
    ['disconnect', { shop_domain: domain() }],
    ['ask', undefined],
    ['resync', { since: '2026-11-20T00:00:00Z' }],
    ['retry', { order_number: null }],
    ['dismiss', { what: '1' }],
  ];
  for (const person of [shop.manager, shop.driver, shop.stranger])
    for (const [path, body] of paths)
      expect(await problemOf(await post(path, body, person))).toEqual({ status: 403, code: 'no_access' });
  for (const person of [shop.driver, shop.stranger])
    expect((await app.send('GET', '/api/store', { as: person.session_id })).status).toBe(403);
  const other = await createTestShop(app.owner, 'Another Shop');
  expect(await problemOf(await post('connect', typed, other.admin))).toMatchObject({
    code: 'already_exists',
  });
  expect((await post('disconnect', { shop_domain: domain() }, other.admin)).status).toBe(200);
  expect((await problemOf(await post('ask', undefined, other.admin))).code).toBe('store_not_connected');
  const since = { since: '2026-11-20T00:00:00Z' };
  expect((await problemOf(await post('resync', since, other.admin))).code).toBe('store_not_connected');
  expect((await read(other.manager)).connection).toBeNull();
  expect(await connection()).toHaveLength(1);
  expect((await post('ask', undefined)).status).toBe(200);
  // Two concurrent requests and an outdated page end the connection once.
  const { audit } = await leftBy(app.owner, () =>
    Promise.all([1, 2].map(() => post('disconnect', { shop_domain: domain() }))),
  );
  expect(audit.map(({ what }) => what)).toEqual(['disconnect_store']);
  expect((await read()).connection).toBeNull();
});

test('a payment that was not marked as paid is listed with both amounts, retried once, and dismissed', async () => {
  expect((await post('connect', { shop_domain: domain(), ...GOOD })).status).toBe(200);
  const order = await addOrder(app.owner, shop, shop.driver);
  const { shop_id } = shop;
  await app.owner.updateTable('orders').set({ external_id: '7001' }).where('id', '=', order.id).execute();
  await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order));
  const listed = { status: 'listed' as const, outstanding_fils: 12_000 };
  await app.owner.updateTable('store_payments').set(listed).where('shop_id', '=', shop_id).execute();
  const view = await read(shop.admin);
  expect(view.payments).toMatchObject([
    { order_number: order.order_number, status: 'listed', collected_fils: 14_500, outstanding_fils: 12_000 },
  ]);
  expect(view).toMatchObject({ payments_total: 1, fulfilments_total: 1 });
  expect(view.fulfilments).toMatchObject([{ order_number: order.order_number, status: 'waiting' }]);
  const command_id = newId();
  const retry = { order_number: `#${order.order_number}` };
  const [first, again] = [
    await post('retry', retry, shop.admin, command_id),
    await post('retry', retry, shop.admin, command_id),
  ];
  expect(await first.json()).toEqual({ fulfilments: 1, webhooks: 0, payments: 1 });
  expect(again.status).toBe(200);
  expect((await read()).payments).toMatchObject([{ status: 'waiting' }]);
  expect(await problemOf(await post('retry', { order_number: '4711' }))).toEqual({
    status: 404,
    code: 'not_found',
  });
  await app.owner.updateTable('store_payments').set(listed).where('shop_id', '=', shop_id).execute();
  expect((await post('dismiss', { what: order.order_number })).status).toBe(200);
  expect((await read()).payments).toEqual([]);
  expect((await problemOf(await post('dismiss', { what: order.order_number }))).code).toBe('not_found');
});

test('a shop without a store has no pending work for a store, whatever was delivered', async () => {
  const order = await addOrder(app.owner, shop, shop.driver);
  await app.owner.updateTable('orders').set({ external_id: '7002' }).where('id', '=', order.id).execute();
  await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order));
  expect(await read()).toMatchObject({ fulfilments: [], fulfilments_total: 0, payments_total: 0 });
  // The fulfilment is still pending for a store that is connected later.
  expect((await post('connect', { shop_domain: domain(), ...GOOD })).status).toBe(200);
  expect((await read()).fulfilments).toMatchObject([{ order_number: order.order_number }]);
});

const HOOK = 'https://shop.example.com/webhooks/shopify';

async function subscribed(): Promise<void> {
  expect((await post('connect', { shop_domain: domain(), ...GOOD })).status).toBe(200);
  const kept = app.owner.updateTable('shopify_connections').set({ webhook_url: HOOK });
  await kept.where('shop_id', '=', shop.shop_id).execute();
  store.admin.state.subscriptions = [
    { id: 'gid://shopify/WebhookSubscription/1', topic: 'ORDERS_CREATE', uri: HOOK },
    { id: 'gid://shopify/WebhookSubscription/2', topic: 'ORDERS_CREATE', uri: 'https://other.example.com/' },
  ];
}

test('disconnecting removes the webhooks in the store, and still succeeds with a problem if it cannot be reached', async () => {
  await subscribed();
  // The domain of another store, as an outdated page may send it, changes nothing.
  expect(await (await post('disconnect', { shop_domain: 'another.myshopify.com' })).json()).toEqual({
    webhooks_problem: null,
  });
  expect(store.admin.state.subscriptions).toHaveLength(2);
  expect(await connection()).toHaveLength(1);
  const ended = await post('disconnect', { shop_domain: domain() });
  expect(await ended.json()).toEqual({ webhooks_problem: null });
  expect(store.admin.state.subscriptions.map(({ uri }) => uri)).toEqual(['https://other.example.com/']);
  expect(await connection()).toEqual([]);

  await subscribed();
  store.faults.push('hangs_up');
  const { audit } = await leftBy(app.owner, async () => {
    const cut = await post('disconnect', { shop_domain: domain() });
    expect(await cut.json()).toEqual({ webhooks_problem: 'Shopify cannot be reached' });
  });
  expect(audit.map(({ what }) => what)).toEqual(['disconnect_store']);
  expect(store.admin.state.subscriptions).toHaveLength(2);
  expect(await connection()).toEqual([]);
});

test('a job resyncs a store from a date to the end, including orders that could not be imported', async () => {
  store.admin.state.subscriptions = [];
  expect((await post('connect', { shop_domain: domain(), ...GOOD })).status).toBe(200);
  const { shop_id } = shop;
  const options = {
    owner: app.owner,
    box: secretBox(TEST_SECRETS),
    log: silentLog,
    address: store.address,
    public_url: null,
  };
  const old = { id: '81', name: '#8001', updated_at: '2026-10-02T09:00:05+04:00' };
  const since = '2026-10-01T00:00:00.000Z';
  store.admin.keep(shopifyOrder({ ...old, currency: 'USD' }));
  expect((await post('resync', { since: '1999-12-31T00:00:00Z' })).status).toBe(422);
  expect((await post('resync', { since })).status).toBe(200);
  expect((await read()).connection?.resync).toEqual({ since: expect.anything(), ended_at: null, read: null });
  // After a failure of the store, the next run reads it from the same date.
  store.faults.push(null, { status: 503 });
  await syncStore(options, shop_id);
  expect((await read()).connection?.resync).toMatchObject({ ended_at: null });
  // The earlier date of two requests counts.
  const { audit } = await leftBy(app.owner, () => post('resync', { since: '2026-11-01T00:00:00Z' }));
  expect(audit).toMatchObject([{ what: 'resync_store', user_id: shop.admin.user_id }]);
  await syncStore(options, shop_id);
  const view = await read();
  expect(view.connection?.resync).toMatchObject({ ended_at: expect.any(String), read: 1 });
  expect(Date.parse(view.connection?.resync?.since ?? '')).toBe(Date.parse(since));
  expect(view.not_taken_total).toBe(1);
  // Orders that could not be imported are read again even without a change in the store.
  store.admin.keep(shopifyOrder(old));
  expect((await post('resync', { since })).status).toBe(200);
  await syncStore(options, shop_id);
  expect(await read()).toMatchObject({ not_taken_total: 0, connection: { resync: { read: 1 } } });
});

test('a resync from a date also imports skipped orders that the current rules accept', async () => {
  store.admin.state.subscriptions = [];
  expect((await post('connect', { shop_domain: domain(), ...GOOD })).status).toBe(200);
  const { shop_id } = shop;
  const options = {
    owner: app.owner,
    box: secretBox(TEST_SECRETS),
    log: silentLog,
    address: store.address,
    public_url: null,
  };
  const order = { id: '82', name: '#8002', updated_at: '2026-10-02T09:00:05+04:00' };
  const since = '2026-10-01T00:00:00.000Z';
  const resync = async () => {
    expect((await post('resync', { since })).status).toBe(200);
    await syncStore(options, shop_id);
    return (await read()).connection?.resync?.read;
  };
  store.admin.keep(shopifyOrder({ ...order, test: true }));
  await resync();
  store.admin.keep(shopifyOrder(order));
  expect(await resync()).toBe(1);
  // The order is now known, and nothing has changed in the store.
  expect(await resync()).toBe(0);
  const orders = app.owner.selectFrom('orders').select('order_number').where('shop_id', '=', shop_id);
  expect(await orders.execute()).toContainEqual({ order_number: '8002' });
});

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { leftBy } from '../../../tests/support/audit.ts';
import { at, type ConnectedStore, connectedStore } from '../../../tests/support/connected-store.ts';
import { BIG_ID, payloadText, shopifyOrder } from '../../../tests/support/shopify-payload.ts';
import { type ShopifyStore, startShopifyStore } from '../../../tests/support/shopify-store.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { problemOf } from '../../../tests/support/test-handover.ts';
import { createTestShop, type TestStaff } from '../../../tests/support/test-shop.ts';

let app: TestApp;
let store: ShopifyStore;
let connected: ConnectedStore;
const shop = () => connected.shop;

beforeAll(async () => {
  store = await startShopifyStore();
  store.takeToken('shpat_token');
  app = await createTestApp({ store_address: store.address });
});
afterAll(async () => {
  await app.drop();
  await store.stop();
});
beforeEach(async () => {
  connected = await connectedStore(app);
});
afterEach(() => {
  store.faults.length = 0;
  store.takeToken('shpat_token');
});

const IN_DOLLARS = { currency: 'USD' };
const NOWHERE = {
  ...(shopifyOrder().shipping_address as Record<string, unknown>),
  address1: null,
};
const NO_STREET = { shipping_address: NOWHERE, billing_address: NOWHERE };

const send = (
  path: 'retry' | 'dismiss',
  body: object,
  by: TestStaff = shop().manager,
  command_id = newId(),
) =>
  app.send('POST', `/api/not-taken/${path}`, {
    as: by.session_id,
    body,
    headers: { 'idempotency-key': command_id },
  });

async function list(by: TestStaff = shop().manager): Promise<EndpointResponse<'list_not_taken'>> {
  const response = await app.send('GET', '/api/not-taken', { as: by.session_id });
  expect(response.status).toBe(200);
  return response.json();
}

async function retried(by?: TestStaff): Promise<EndpointResponse<'retry_not_taken'>> {
  const response = await send('retry', { what: '5001' }, by);
  expect(response.status).toBe(200);
  return response.json();
}

test('a listed order has its faults by field, the fix and its links, and is counted as in the views', async () => {
  await connected.take(IN_DOLLARS);
  const broken = shopifyOrder({ id: '7002', name: '#5002', total_price: 'a lot', ...at('09:30:00') });
  await connected.send(payloadText(broken));
  await connected.send('no JSON at all');
  await connected.work();
  const listing = await list();
  expect(listing.total).toBe(3);
  const [unreadable, faulty, dollars] = listing.orders;
  expect(unreadable).toMatchObject({
    order_number: null,
    reason: 'the payload is not JSON',
    fix: 'store',
    faults: [],
    store_url: null,
    may_retry: true,
  });
  expect(faulty).toMatchObject({
    order_number: '5002',
    fix: 'store',
    faults: [{ field: 'total_price', message: 'is not an amount like 1250.50' }],
  });
  expect(dollars).toEqual({
    what: '5001',
    order_number: '5001',
    reason: 'the order is in USD, not in AED',
    faults: [],
    fix: 'currency',
    told_at: '2026-11-20T05:00:05.000Z',
    order_id: null,
    store_url: `https://${connected.domain}/admin/orders/${BIG_ID}`,
    may_retry: true,
  });
  expect(JSON.stringify(listing)).not.toContain('Layla');
  const counts = await app.send('GET', '/api/desk/order-counts', { as: shop().admin.session_id });
  expect((await counts.json()).counts.not_taken).toBe(3);
  // A previous version stored no fields, so the reason is shown alone.
  await app.owner
    .updateTable('shopify_orders')
    .set({ not_taken_because: 'another reason' })
    .where('shop_id', '=', shop().shop_id)
    .where('order_number', '=', '5002')
    .execute();
  expect((await list()).orders[1]).toMatchObject({ reason: 'another reason', fix: 'store', faults: [] });
  const body = { format: 'csv', list: 'not_taken' };
  const file = await app.send('POST', '/api/desk/exports', { as: shop().admin.session_id, body });
  expect((await file.text()).split('\r\n').slice(2)).toEqual([
    expect.stringMatching(/^5002,2026-.*,another reason,Fix it in the store,https:/),
    `5001,2026-11-20 09:00:05,"the order is in USD, not in AED",Create it in AED,https://${connected.domain}/admin/orders/${BIG_ID}`,
    'Total,,,,',
    '',
  ]);
});

test('users without access to the desk and users of other shops cannot read or change the list', async () => {
  await connected.take(IN_DOLLARS);
  for (const by of [shop().driver, shop().stranger]) {
    expect((await app.send('GET', '/api/not-taken', { as: by.session_id })).status).toBe(403);
    for (const path of ['retry', 'dismiss'] as const)
      expect(await problemOf(await send(path, { what: '5001', note: 'No' }, by))).toEqual({
        status: 403,
        code: 'no_access',
      });
  }
  const other = await createTestShop(app.owner, 'Another Shop');
  expect(await list(other.admin)).toEqual({ orders: [], total: 0 });
  for (const path of ['retry', 'dismiss'] as const)
    expect((await problemOf(await send(path, { what: '5001', note: 'No' }, other.admin))).code).toBe(
      'not_found',
    );
  expect((await list()).total).toBe(1);
});

test('a retry reads the order from the store again and returns the outcome', async () => {
  await connected.take(NO_STREET);
  expect((await list()).orders).toMatchObject([{ fix: 'address' }]);
  // The order has not been fixed in the store.
  store.admin.keep(shopifyOrder(NO_STREET));
  expect(await retried()).toEqual({
    outcome: 'not_taken',
    listed: expect.objectContaining({ reason: 'the order has no street address', fix: 'address' }),
    reason: null,
    order_number: '5001',
    order_id: null,
    store_problem: null,
  });
  // The order is fixed in the store, and no webhook reported it.
  store.admin.keep(shopifyOrder(at('10:00:00')));
  const { audit } = await leftBy(app.owner, async () => {
    expect(await retried(shop().admin)).toMatchObject({ outcome: 'taken', order_number: '5001' });
  });
  const [first, ...taking] = audit.map(({ what, user_id }) => [what, user_id]);
  expect(first).toEqual(['retry_store', shop().admin.user_id]);
  expect(new Set(taking.map(String))).toEqual(new Set(['take_order,']));
  expect(await list()).toEqual({ orders: [], total: 0 });
  expect(await connected.order()).toMatchObject({ delivery_address: 'Villa 12, Al Wasl Road, Dubai' });
  expect((await problemOf(await send('retry', { what: '5001' }))).code).toBe('not_found');
});

test('a retry without the store uses the stored payload and returns why the store could not be read', async () => {
  await connected.take({ ...IN_DOLLARS });
  store.admin.keep(shopifyOrder(at('10:00:00')));
  store.faults.push({ status: 503 });
  expect(await retried()).toMatchObject({
    outcome: 'not_taken',
    store_problem: 'Shopify responded with status 503',
  });
  // Deletes the store and the payload, so that a retry neither queries the store nor reads the payload.
  await app.owner.deleteFrom('shopify_connections').where('shop_id', '=', shop().shop_id).execute();
  await app.owner
    .updateTable('shopify_webhooks')
    .set({ payload: '', payload_sha256: 'a'.repeat(64) })
    .where('shop_id', '=', shop().shop_id)
    .execute();
  expect((await list()).orders).toMatchObject([{ may_retry: false, store_url: null }]);
  expect(await retried()).toMatchObject({ outcome: 'not_taken', store_problem: null });
});

test('an order that no longer has to be delivered leaves the list, and the retry reports it', async () => {
  await connected.take(IN_DOLLARS);
  store.admin.keep(shopifyOrder({ fulfillment_status: 'fulfilled', ...at('10:00:00') }));
  expect(await retried()).toMatchObject({ outcome: 'not_to_deliver', reason: 'it is fulfilled already' });
  expect((await list()).total).toBe(0);
});

test('two concurrent retries create one order', async () => {
  await connected.take(IN_DOLLARS);
  store.admin.keep(shopifyOrder(at('10:00:00')));
  const responses = await Promise.all([
    send('retry', { what: '5001' }),
    send('retry', { what: '5001' }, shop().admin),
  ]);
  const outcomes = await Promise.all(responses.map((response) => response.json()));
  expect(outcomes.some(({ outcome }) => outcome === 'taken')).toBe(true);
  expect(outcomes.every(({ outcome, code }) => outcome !== 'not_taken' || code === 'not_found')).toBe(true);
  expect(await connected.order()).toMatchObject({ order_number: '5001' });
  expect((await list()).total).toBe(0);
});

test('an order is dismissed once with a note, and is listed again for another reason', async () => {
  await connected.take(IN_DOLLARS);
  expect((await send('dismiss', { what: '5001', note: '  ' })).status).toBe(422);
  const command_id = newId();
  const dismissal = { what: '5001', note: 'Sold abroad by mistake' };
  const { audit, topics } = await leftBy(app.owner, () =>
    Promise.all([1, 2].map(() => send('dismiss', dismissal, shop().manager, command_id))),
  );
  expect(audit).toMatchObject([
    {
      what: 'dismiss_listed',
      user_id: shop().manager.user_id,
      after: { orders: 1, webhooks: 1, payments: 0 },
      personal_fields: ['reason'],
    },
  ]);
  expect(topics).toEqual(['store']);
  expect(await list()).toEqual({ orders: [], total: 0 });
  expect((await problemOf(await send('dismiss', dismissal))).code).toBe('not_found');
  const kept = app.owner.selectFrom('shopify_orders').select('dismissed_note');
  expect(await kept.where('shop_id', '=', shop().shop_id).execute()).toEqual([
    { dismissed_note: 'Sold abroad by mistake' },
  ]);
  await connected.take({ ...NO_STREET, ...at('11:00:00') });
  expect((await list()).orders).toMatchObject([{ fix: 'address' }]);
});

test('a webhook without a known order is listed, retried and dismissed by its own id', async () => {
  await connected.send('no JSON at all', { webhook_id: 'wh-7' });
  await connected.work();
  expect((await list()).orders).toMatchObject([{ what: 'wh-7', order_number: null }]);
  const tried = await send('retry', { what: 'wh-7' });
  expect(await tried.json()).toMatchObject({ outcome: 'not_taken', listed: { what: 'wh-7' } });
  expect((await send('dismiss', { what: 'wh-7', note: 'A test of the store' })).status).toBe(200);
  expect((await list()).total).toBe(0);
});

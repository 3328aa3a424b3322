import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import type { Store } from '../../contract/schemas/store.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { startShopifyStore } from '../../tests/support/shopify-store.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import { problemOf } from '../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { secretBox } from '../platform/sealed-secrets.ts';
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
  const answer = await app.send('GET', '/api/store', { as: by.session_id });
  expect(answer.status).toBe(200);
  return answer.json();
};
const connection = () =>
  app.owner.selectFrom('shopify_connections').selectAll().where('shop_id', '=', shop.shop_id).execute();

test('a store is tried, then connected, by an Admin; what it refuses is said and keeps nothing; no secret is told, kept or audited', async () => {
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
  const told = await read();
  expect(told.connection).toMatchObject({ shop_domain: domain(), checked_at: null, refused_because: null });
  expect(told.webhooks_cannot).toContain('set PUBLIC_URL');
  expect(await openConnection(app.owner, secretBox(TEST_SECRETS), shop.shop_id)).toMatchObject(GOOD);
  const kept = await sql<{ text: string }>`
    select concat_ws(' ', (select string_agg(t::text, ' ') from audit_events t), (select string_agg(t::text, ' ') from commands t),
      (select string_agg(t::text, ' ') from feed t), (select string_agg(t::text, ' ') from shopify_connections t)) as text`.execute(
    app.owner,
  );
  for (const secret of Object.values(GOOD)) {
    expect(kept.rows[0]?.text).not.toContain(secret);
    expect(JSON.stringify([told, audit])).not.toContain(secret);
  }
  expect(JSON.stringify(told)).not.toContain('sealed');
});

test('no other role or shop changes the store, and nobody without the desk reads it', async () => {
  const typed = { shop_domain: domain(), ...GOOD };
  expect((await post('connect', typed)).status).toBe(200);
  const paths: [string, object | undefined][] = [
    ['try', typed],
    ['connect', typed],
    ['disconnect', { shop_domain: domain() }],
    ['ask', undefined],
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
  expect((await read(other.manager)).connection).toBeNull();
  expect(await connection()).toHaveLength(1);
  expect((await post('ask', undefined)).status).toBe(200);
  // Two at once, and one of an older page: it is over, once.
  const { audit } = await leftBy(app.owner, () =>
    Promise.all([1, 2].map(() => post('disconnect', { shop_domain: domain() }))),
  );
  expect(audit.map(({ what }) => what)).toEqual(['disconnect_store']);
  expect((await read()).connection).toBeNull();
});

test('what could not be marked as paid is listed with both amounts, tried again once, and dismissed', async () => {
  expect((await post('connect', { shop_domain: domain(), ...GOOD })).status).toBe(200);
  const order = await addOrder(app.owner, shop, shop.driver);
  const { shop_id } = shop;
  await app.owner.updateTable('orders').set({ external_id: '7001' }).where('id', '=', order.id).execute();
  await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order));
  const listed = { status: 'listed' as const, outstanding_fils: 12_000 };
  await app.owner.updateTable('store_payments').set(listed).where('shop_id', '=', shop_id).execute();
  const told = await read(shop.admin);
  expect(told.payments).toMatchObject([
    { order_number: order.order_number, status: 'listed', collected_fils: 14_500, outstanding_fils: 12_000 },
  ]);
  expect(told).toMatchObject({ payments_total: 1, fulfilments_total: 1 });
  expect(told.fulfilments).toMatchObject([{ order_number: order.order_number, status: 'waiting' }]);
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

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConfirmDelivery } from '../../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import { connectShopify, retryShopify } from '../../../tests/support/operations.ts';
import { type Fault, type ShopifyStore, startShopifyStore } from '../../../tests/support/shopify-store.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { addOrder, createTestShop, type TestOrder, type TestShop } from '../../../tests/support/test-shop.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { secretBox } from '../../platform/secrets/sealed-secrets.ts';
import { verifyCash } from '../../verification/verify-cash.ts';
import { shopsToSync } from '../polling/store-reading.ts';
import { syncStore } from '../polling/sync-store.ts';
import { fulfilOrders } from './fulfil-orders.ts';
import { markOrdersPaid, shopsToMark } from './mark-orders-paid.ts';

const box = secretBox(TEST_SECRETS);
const ID = '7001';

let app: TestApp;
let shop: TestShop;
let store: ShopifyStore;
let order: TestOrder;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  store = await startShopifyStore();
  order = await addOrder(app.owner, shop, shop.driver);
  await setExternalId(ID);
  outstanding('145.00');
});
afterEach(() => store.stop());

const setExternalId = (external_id: string | null) =>
  app.owner.updateTable('orders').set({ external_id }).where('id', '=', order.id).execute();

function outstanding(amount: string, changes: Record<string, unknown> = {}): void {
  const updated_at = '2026-11-20T09:00:05+04:00';
  const financial_status = amount === '0.00' ? 'paid' : 'pending';
  const currency = 'AED';
  store.admin.keep({
    id: ID,
    updated_at,
    currency,
    cancelled_at: null,
    financial_status,
    total_outstanding: amount,
    ...changes,
  });
}

function connect(): Promise<void> {
  return inTransaction(app.owner, (tx) =>
    connectShopify(tx, box, {
      shop_id: shop.shop_id,
      shop_domain: `store-${shop.shop_id}.myshopify.com`,
      credentials: { token: 'shpat_good' },
      secret: 'shpss_secret',
    }),
  );
}

async function deliver(changes: Partial<ConfirmDelivery> = {}): Promise<void> {
  const prepared = await prepareDelivery(app, shop, shop.driver, order, changes);
  expect((await sendDelivery(app, shop.driver, prepared)).status).toBe(200);
}

const options = () => ({
  owner: app.owner,
  box,
  log: silentLog,
  address: store.address,
  answer_ms_max: 1_500,
  public_url: null,
  pause: async () => undefined,
});
const work = () => markOrdersPaid(options(), shop.shop_id);

const payments = () =>
  app.owner
    .selectFrom('store_payments')
    .select(['status', 'collected_fils', 'outstanding_fils', 'attempts', 'last_error'])
    .where('shop_id', '=', shop.shop_id)
    .execute();

const makeDue = () =>
  app.owner
    .updateTable('store_payments')
    .set({ next_attempt_at: sql`now()` })
    .where('shop_id', '=', shop.shop_id)
    .execute();

const connection = () =>
  app.owner
    .selectFrom('shopify_connections')
    .selectAll()
    .where('shop_id', '=', shop.shop_id)
    .executeTakeFirstOrThrow();

const marked = () => store.admin.state.marked;
const asks = () => store.mutations().filter(({ body }) => String(body.query).includes('orderMarkAsPaid'));

/** Injects a fault after `good` successful requests. */
function failAfter(good: number, fault: Fault): void {
  store.faults.push(...Array<Fault>(good).fill(null), fault);
}

describe('a payment on delivery', () => {
  test.each(['cash', 'card_machine'] as const)(
    'is marked as paid in the store once, if it was by %s',
    async (tender) => {
      await connect();
      await deliver({ tender });
      expect(await shopsToMark(app.owner)).toContain(shop.shop_id);
      expect(await work()).toBe(1);
      expect([marked(), store.admin.kept(ID)?.financial_status]).toEqual([1, 'paid']);
      expect(await payments()).toMatchObject([{ status: 'done', collected_fils: 14_500, last_error: null }]);
      expect(await work()).toBe(0);
      expect(asks()).toHaveLength(1);
    },
  );

  test.each([
    ['collected_fils = collected_fils + 1', 'has another amount'],
    ['conflict = true', 'has another conflict state'],
  ])('is reported if it differs from its confirmation: %s', async (change, text) => {
    await connect();
    await deliver();
    const named = async () => (await verifyCash(app.owner)).filter(({ shop_id }) => shop_id === shop.shop_id);
    expect(await named()).toEqual([]);
    await app.database.owner.query(`update store_payments set ${change} where shop_id = $1`, [shop.shop_id]);
    expect(await named()).toMatchObject([{ kind: 'wrong_record', text: expect.stringContaining(text) }]);
    await app.database.owner.query('delete from store_payments where shop_id = $1', [shop.shop_id]);
  });

  test('is not stored for an order with nothing due', async () => {
    await connect();
    order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils: 0 });
    await setExternalId('7002');
    await deliver();
    expect(await payments()).toEqual([]);
  });

  test('is not marked if it precedes the connection or the order is not the store’s', async () => {
    await deliver();
    await connect();
    order = await addOrder(app.owner, shop, shop.driver);
    await deliver();
    expect(await payments()).toEqual([]);
  });

  test('is marked independently of the fulfilment', async () => {
    await connect();
    await deliver();
    store.place(ID, ['ON_HOLD']);
    expect(await fulfilOrders(options(), shop.shop_id)).toBe(0);
    expect(await work()).toBe(1);
  });

  test('is marked once by two concurrent workers', async () => {
    await connect();
    await deliver();
    const done = await Promise.all([work(), work()]);
    expect(done.sort()).toEqual([0, 1]);
    expect(asks()).toHaveLength(1);
  });
});

describe('a lost response', () => {
  test('the retry finds an order that the store has marked and does not repeat the request', async () => {
    await connect();
    await deliver();
    failAfter(1, 'answer_lost');
    expect(await work()).toBe(0);
    expect(await payments()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
    await makeDue();
    expect(await work()).toBe(1);
    expect([marked(), asks().length]).toEqual([1, 1]);
    expect(await payments()).toMatchObject([{ status: 'done', outstanding_fils: 0 }]);
  });

  test('the retry repeats a request that did not reach the store', async () => {
    await connect();
    await deliver();
    failAfter(1, 'hangs_up');
    expect(await work()).toBe(0);
    await makeDue();
    expect(await work()).toBe(1);
    expect(marked()).toBe(1);
  });

  test('the retry lists a payment for review if the customer paid in between', async () => {
    await connect();
    await deliver();
    failAfter(1, 'user_error');
    expect(await work()).toBe(0);
    outstanding('0.00');
    await makeDue();
    expect(await work()).toBe(0);
    expect(await payments()).toMatchObject([
      { status: 'listed', collected_fils: 14_500, outstanding_fils: 0 },
    ]);
  });
});

describe('a payment is not marked but listed with both amounts if', () => {
  test.each([
    ['less is outstanding', '120.00', 12_000],
    ['more is outstanding', '150.00', 15_000],
    ['the order is already paid there', '0.00', 0],
    ['the order is overpaid there', '-5.00', 0],
  ])('%s', async (_name, amount, outstanding_fils) => {
    await connect();
    await deliver();
    outstanding(amount);
    expect(await work()).toBe(0);
    expect(await payments()).toMatchObject([{ status: 'listed', collected_fils: 14_500, outstanding_fils }]);
    expect(asks()).toEqual([]);
    expect(await shopsToMark(app.owner)).not.toContain(shop.shop_id);
  });

  test.each([
    ['the order is in another currency', { currency: 'USD' }],
    ['the order was cancelled there', { cancelled_at: '2026-11-20T09:30:00+04:00' }],
  ])('%s', async (_name, changes) => {
    await connect();
    await deliver();
    outstanding('145.00', changes);
    await work();
    expect(await payments()).toMatchObject([{ status: 'listed' }]);
    expect(asks()).toEqual([]);
  });

  test('the delivery was recorded with a conflict, though the amounts are equal', async () => {
    await connect();
    await app.owner.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', order.id).execute();
    await deliver();
    await work();
    expect(await payments()).toMatchObject([{ status: 'listed', outstanding_fils: 14_500 }]);
    expect(asks()).toEqual([]);
  });

  test('the amounts differ; a retry reads them again, and marks the order once they agree', async () => {
    await connect();
    await deliver();
    outstanding('120.00');
    await work();
    outstanding('145.00');
    const { order_number } = order;
    const counts = await inTransaction(app.owner, (tx) => retryShopify(tx, shop.shop_id, { order_number }));
    expect(counts).toMatchObject({ payments: 1 });
    expect(await work()).toBe(1);
  });
});

describe('a store that refuses requests', () => {
  test('stops only the marking if a scope is missing', async () => {
    await connect();
    await deliver();
    store.place(ID);
    store.admin.state.scopes = ['read_orders', 'write_merchant_managed_fulfillment_orders'];
    expect(await work()).toBe(0);
    const { refused_at, marking_refused_because } = await connection();
    expect(refused_at).toBeNull();
    expect(marking_refused_because).toContain('write_orders');
    expect(await payments()).toMatchObject([{ status: 'waiting', attempts: 0 }]);
    expect(await shopsToMark(app.owner)).not.toContain(shop.shop_id);
    expect(await fulfilOrders(options(), shop.shop_id)).toBe(1);
    expect(await shopsToSync(app.owner)).toContain(shop.shop_id);
  });

  test('marks pending payments after it grants the missing scope', async () => {
    await connect();
    await deliver();
    store.admin.state.scopes = ['read_orders', 'write_merchant_managed_fulfillment_orders'];
    await syncStore(options(), shop.shop_id);
    expect(await work()).toBe(0);
    expect(store.queries().filter(({ body }) => String(body.query).includes('Outstanding'))).toEqual([]);
    store.admin.state.scopes.push('write_orders');
    await app.owner
      .updateTable('shopify_polls')
      .set({ started_at: null })
      .where('shop_id', '=', shop.shop_id)
      .execute();
    await syncStore(options(), shop.shop_id);
    expect(await work()).toBe(1);
  });

  test('stops everything if it refuses the credentials', async () => {
    await connect();
    await deliver();
    store.revokeToken();
    await work();
    expect(await connection()).toMatchObject({ refused_because: 'Shopify refuses the credentials (401)' });
  });

  test('is retried 25 times, then the payment is listed as failed', async () => {
    await connect();
    await deliver();
    await app.owner
      .updateTable('store_payments')
      .set({ attempts: 24 })
      .where('shop_id', '=', shop.shop_id)
      .execute();
    failAfter(1, 'user_error');
    await work();
    const [payment] = await payments();
    expect(payment).toMatchObject({ status: 'failed', attempts: 25 });
    expect(payment?.last_error).toMatch(/^Shopify: /);
  });

  test('a rate limit does not count as an attempt', async () => {
    await connect();
    await deliver();
    store.faults.push({ status: 429, headers: { 'retry-after': '60' } });
    await work();
    expect(await payments()).toMatchObject([{ status: 'waiting', attempts: 0 }]);
  });
});

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
import { keepInStep } from '../polling/keep-in-step.ts';
import { shopsToAsk } from '../polling/store-reading.ts';
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

/** The next questions go well, and then this happens. */
function failAfter(good: number, fault: Fault): void {
  store.faults.push(...Array<Fault>(good).fill(null), fault);
}

describe('what was taken at the door', () => {
  test.each(['cash', 'card_machine'] as const)(
    'by %s is marked as paid in the store, once',
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
    ['collected_fils = collected_fils + 1', 'of another amount'],
    ['conflict = true', 'otherwise of its conflict'],
  ])('that says otherwise than the confirmation is named: %s', async (change, text) => {
    await connect();
    await deliver();
    const named = async () => (await verifyCash(app.owner)).filter(({ shop_id }) => shop_id === shop.shop_id);
    expect(await named()).toEqual([]);
    await app.database.owner.query(`update store_payments set ${change} where shop_id = $1`, [shop.shop_id]);
    expect(await named()).toMatchObject([{ kind: 'wrong_record', text: expect.stringContaining(text) }]);
    await app.database.owner.query('delete from store_payments where shop_id = $1', [shop.shop_id]);
  });

  test('nothing taken leaves nothing to mark', async () => {
    await connect();
    order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils: 0 });
    await setExternalId('7002');
    await deliver();
    expect(await payments()).toEqual([]);
  });

  test('before the shop was connected, and of an order that is not the store’s, is left alone', async () => {
    await deliver();
    await connect();
    order = await addOrder(app.owner, shop, shop.driver);
    await deliver();
    expect(await payments()).toEqual([]);
  });

  test('is marked apart from the fulfilment: neither waits for the other', async () => {
    await connect();
    await deliver();
    store.place(ID, ['ON_HOLD']);
    expect(await fulfilOrders(options(), shop.shop_id)).toBe(0);
    expect(await work()).toBe(1);
  });

  test('two workers at once mark it once', async () => {
    await connect();
    await deliver();
    const done = await Promise.all([work(), work()]);
    expect(done.sort()).toEqual([0, 1]);
    expect(asks()).toHaveLength(1);
  });
});

describe('an answer that is lost', () => {
  test('after the store has marked it: looking again finds it paid, and nothing is asked twice', async () => {
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

  test('before the store has heard of it: it is asked again', async () => {
    await connect();
    await deliver();
    failAfter(1, 'hangs_up');
    expect(await work()).toBe(0);
    await makeDue();
    expect(await work()).toBe(1);
    expect(marked()).toBe(1);
  });

  test('and the customer paid the store in between: it is listed for people to look at', async () => {
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

describe('what is not marked but listed with both amounts', () => {
  test.each([
    ['less is outstanding', '120.00', 12_000],
    ['more is outstanding', '150.00', 15_000],
    ['it is paid there already', '0.00', 0],
    ['too much is paid there', '-5.00', 0],
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
    ['another currency', { currency: 'USD' }],
    ['cancelled there', { cancelled_at: '2026-11-20T09:30:00+04:00' }],
  ])('%s', async (_name, changes) => {
    await connect();
    await deliver();
    outstanding('145.00', changes);
    await work();
    expect(await payments()).toMatchObject([{ status: 'listed' }]);
    expect(asks()).toEqual([]);
  });

  test('a delivery recorded with a conflict, though the amounts are the same', async () => {
    await connect();
    await app.owner.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', order.id).execute();
    await deliver();
    await work();
    expect(await payments()).toMatchObject([{ status: 'listed', outstanding_fils: 14_500 }]);
    expect(asks()).toEqual([]);
  });

  test('retry looks again, and marks once the amounts agree', async () => {
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

describe('a store that does not let us', () => {
  test('because a scope is missing: only marking stops', async () => {
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
    expect(await shopsToAsk(app.owner)).toContain(shop.shop_id);
  });

  test('and gives the scope later: the next check finds it, and what waited is marked', async () => {
    await connect();
    await deliver();
    store.admin.state.scopes = ['read_orders', 'write_merchant_managed_fulfillment_orders'];
    await keepInStep(options(), shop.shop_id);
    expect(await work()).toBe(0);
    expect(store.queries().filter(({ body }) => String(body.query).includes('Outstanding'))).toEqual([]);
    store.admin.state.scopes.push('write_orders');
    await app.owner
      .updateTable('shopify_polls')
      .set({ started_at: null })
      .where('shop_id', '=', shop.shop_id)
      .execute();
    await keepInStep(options(), shop.shop_id);
    expect(await work()).toBe(1);
  });

  test('because the credentials are refused: everything stops', async () => {
    await connect();
    await deliver();
    store.revokeToken();
    await work();
    expect(await connection()).toMatchObject({ refused_because: 'Shopify refuses the credentials (401)' });
  });

  test('is tried for most of a day, then listed as failed', async () => {
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

  test('being asked to wait is no attempt', async () => {
    await connect();
    await deliver();
    store.faults.push({ status: 429, headers: { 'retry-after': '60' } });
    await work();
    expect(await payments()).toMatchObject([{ status: 'waiting', attempts: 0 }]);
  });
});

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assignOrder, connectShopify } from '../../../tests/support/operations.ts';
import type { StoreGoods } from '../../../tests/support/shopify-goods.ts';
import { type ShopifyStore, startShopifyStore } from '../../../tests/support/shopify-store.ts';
import { deliverTaken, type OrderOfParts, partOf, setParts } from '../../../tests/support/taken-delivery.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { addOrder, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { secretBox } from '../../platform/secrets/sealed-secrets.ts';
import { verifyCash } from '../../verification/verify-cash.ts';
import { fulfilOrders } from './fulfil-orders.ts';

const ID = '7001';
const DATES: StoreGoods = { id: '11', name: 'Goods 1', price: '10.0', quantity: 3 };
const FIGS: StoreGoods = { id: '12', name: 'Goods 2', price: '20.00', quantity: 2 };

let app: TestApp;
let shop: TestShop;
let store: ShopifyStore;
let order: OrderOfParts;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  store = await startShopifyStore();
  await inTransaction(app.owner, (tx) =>
    connectShopify(tx, secretBox(TEST_SECRETS), {
      shop_id: shop.shop_id,
      shop_domain: `store-${shop.shop_id}.myshopify.com`,
      credentials: { token: 'shpat_good' },
      secret: 'shpss_secret',
    }),
  );
  store.goods.place(ID, [DATES, FIGS]);
  await place();
});
afterEach(() => store.stop());

/** Adds the order with three dates and two figs. */
async function place(): Promise<void> {
  const added = await addOrder(app.owner, shop, shop.driver);
  order = await setParts(app.owner, shop, added, {
    lines: [
      { qty: 3, unit_price_fils: 1_000 },
      { qty: 2, unit_price_fils: 2_000 },
    ],
  });
  await app.owner.updateTable('orders').set({ external_id: ID }).where('id', '=', order.id).execute();
  await setLineIds(['11', '12']);
}

/** Sets the store's ids of the order's lines. */
async function setLineIds(ids: (string | null)[]): Promise<void> {
  for (const [at, external_id] of ids.entries())
    await app.owner
      .updateTable('order_line_items')
      .set({ external_id })
      .where('id', '=', order.item_ids[at] ?? '')
      .execute();
}

/** Delivers the order without these quantities of its lines. */
async function deliver(refused: number[]): Promise<void> {
  const part = partOf(order, refused);
  const due = part.lines.reduce((sum, line) => sum + (line.qty - line.refused) * line.unit_price_fils, 0);
  await deliverTaken(app, shop, shop.driver, order, { part, taken: { cash_fils: due } });
}

function work(): Promise<number> {
  const options = {
    ...{ owner: app.owner, box: secretBox(TEST_SECRETS), log: silentLog, address: store.address },
    ...{ answer_ms_max: 1_500, pause: async () => undefined },
  };
  return fulfilOrders(options, shop.shop_id);
}

async function fulfilment() {
  return app.owner
    .selectFrom('order_fulfilments')
    .select(['status', 'last_error', 'plan', 'held_until'])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
}

/** Makes the next attempt due, as after the wait for the last request. */
const makeDue = () =>
  app.owner
    .updateTable('order_fulfilments')
    .set({ next_attempt_at: sql`now()`, held_until: sql`least(held_until, now())` })
    .where('shop_id', '=', shop.shop_id)
    .execute();

const quantitiesSent = () =>
  store.mutations().map(({ body }) => {
    const { fulfillment } = body.variables as {
      fulfillment: { lineItemsByFulfillmentOrder: Record<string, unknown>[] };
    };
    return fulfillment.lineItemsByFulfillmentOrder;
  });
const left = () => store.goods.unfulfilled(ID);
const plan = (quantities: Record<string, number>, fulfilments: string[] = []) => ({
  quantities,
  fulfilments,
});

describe('a part delivery', () => {
  test('is fulfilled by line and quantity, and refused goods stay unfulfilled', async () => {
    await deliver([1, 2]);
    expect(await work()).toBe(1);
    expect(left()).toEqual({ 11: 1, 12: 2 });
    const lines = [{ id: 'gid://shopify/FulfillmentOrderLineItem/1-11', quantity: 2 }];
    expect(quantitiesSent()).toEqual([
      [{ fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/7001-1', fulfillmentOrderLineItems: lines }],
    ]);
    expect(await fulfilment()).toEqual({
      ...{ status: 'done', last_error: null, held_until: null, plan: plan({ 11: 2 }) },
    });
    expect(await work()).toBe(0);
  });

  test('with goods of all lines is one fulfilment', async () => {
    await deliver([1, 0]);
    await work();
    expect(left()).toEqual({ 11: 1, 12: 0 });
    expect(store.made()).toBe(1);
  });

  test('from several locations is divided over their fulfilment orders', async () => {
    store.goods.place(
      ID,
      [DATES, FIGS],
      [
        { at: 'dubai', of: { 11: 1 } },
        { at: 'sharjah', of: { 11: 2, 12: 2 } },
      ],
    );
    await deliver([1, 1]);
    expect(await work()).toBe(1);
    expect(left()).toEqual({ 11: 1, 12: 1 });
    expect(store.made()).toBe(2);
  });

  test('reads lists of several pages', async () => {
    store.goods.state.page_max = 1;
    await deliver([1, 1]);
    await work();
    expect(left()).toEqual({ 11: 1, 12: 1 });
  });

  test.each([
    ['without ids', [null, null]],
    ['with one id', ['11', null]],
  ])('with lines %s is fulfilled by product and price', async (_name, ids) => {
    await setLineIds(ids);
    store.goods.place(ID, [FIGS, DATES]);
    await deliver([1, 1]);
    expect(await work()).toBe(1);
    expect(left()).toEqual({ 11: 1, 12: 1 });
  });

  test('with a line that matches none in the store is listed, and nothing is fulfilled', async () => {
    await setLineIds(['11', null]);
    store.goods.place(ID, [DATES, { ...FIGS, price: '25.00' }]);
    await deliver([1, 1]);
    expect(await work()).toBe(0);
    expect(await fulfilment()).toMatchObject({
      ...{ status: 'waiting', plan: null, held_until: null },
      last_error: expect.stringMatching(/^A delivered item matches no single item/),
    });
    expect(store.mutations()).toEqual([]);
  });

  test('with lines that were replaced meanwhile is fulfilled by name and price', async () => {
    await deliver([1, 1]);
    await app.owner.deleteFrom('order_line_items').where('order_id', '=', order.id).execute();
    expect(await work()).toBe(1);
    expect(left()).toEqual({ 11: 1, 12: 1 });
  });

  test('after a part was sent separately is fulfilled with the goods that are left', async () => {
    store.goods.place(ID, [{ ...DATES, quantity: 5 }, FIGS]);
    store.goods.sendSeparately(ID, '11', 2);
    await deliver([1, 0]);
    expect(await work()).toBe(1);
    expect(left()).toEqual({ 11: 1, 12: 0 });
  });

  test.each([
    ['fulfilled all of it', [3, 2], { 11: 0, 12: 0 }],
    ['fulfilled what was handed over', [2, 1], { 11: 1, 12: 1 }],
    ['fulfilled a part of it', [1, 0], { 11: 1, 12: 1 }],
  ])('is done without more than was handed over if the store has %s before', async (_name, sent, after) => {
    await deliver([1, 1]);
    for (const [at, quantity] of sent.entries())
      if (quantity > 0) store.goods.sendSeparately(ID, at === 0 ? '11' : '12', quantity);
    expect(await work()).toBe(1);
    expect(left()).toEqual(after);
  });

  test('is fulfilled if the refused goods were removed in the store before', async () => {
    await deliver([1, 1]);
    store.goods.remove(ID, '11', 1);
    store.goods.remove(ID, '12', 1);
    expect(await work()).toBe(1);
    expect(left()).toEqual({ 11: 0, 12: 0 });
  });

  test('is fulfilled without goods that the order got in the store since', async () => {
    store.goods.place(ID, [{ ...DATES, quantity: 5 }, FIGS, { ...FIGS, id: '13', name: 'Nuts' }]);
    await deliver([1, 1]);
    expect(await work()).toBe(1);
    expect(left()).toEqual({ 11: 3, 12: 1, 13: 2 });
  });

  test('on hold in one location is fulfilled in the other, and the rest once it is released', async () => {
    store.goods.place(
      ID,
      [DATES, FIGS],
      [
        { at: 'dubai', of: { 11: 3 } },
        { at: 'sharjah', status: 'ON_HOLD', of: { 12: 2 } },
      ],
    );
    await deliver([1, 1]);
    expect(await work()).toBe(0);
    expect(left()).toEqual({ 11: 1, 12: 2 });
    expect((await fulfilment()).last_error).toBe('Shopify does not allow fulfilment now: it is on hold');
    for (const one of store.goods.orders.get(`gid://shopify/Order/${ID}`) ?? [])
      if (one.status === 'ON_HOLD') one.status = 'OPEN';
    await makeDue();
    expect(await work()).toBe(1);
    expect(left()).toEqual({ 11: 1, 12: 1 });
  });

  test('for another app to fulfil stays pending with the reason', async () => {
    store.goods.place(ID, [DATES, FIGS], [{ at: 'third-party', of: { 11: 3, 12: 2 } }]);
    await deliver([1, 1]);
    expect(await work()).toBe(0);
    expect((await fulfilment()).last_error).toMatch(/^The app can see no fulfilment order/);
  });
});

describe('a repeated attempt', () => {
  /** The mutation is the fourth request: order, its lines, the lines to fulfil. */
  const BEFORE = [null, null, null] as const;

  test('after a lost response fulfils nothing twice', async () => {
    await deliver([1, 1]);
    store.faults.push(...BEFORE, 'answer_lost');
    expect(await work()).toBe(0);
    expect(left()).toEqual({ 11: 1, 12: 1 });
    expect(await work()).toBe(0);
    await makeDue();
    expect(await work()).toBe(1);
    expect(left()).toEqual({ 11: 1, 12: 1 });
    expect(store.made()).toBe(1);
  });

  test('waits until a request without a response can no longer be executed', async () => {
    await deliver([1, 1]);
    store.faults.push(...BEFORE, 'hangs_up');
    await work();
    expect((await fulfilment()).held_until?.getTime()).toBeGreaterThan(Date.now() + 100_000);
    await app.owner.updateTable('order_fulfilments').set({ next_attempt_at: sql`now()` }).execute();
    expect(await work()).toBe(0);
    await makeDue();
    expect(await work()).toBe(1);
    expect(left()).toEqual({ 11: 1, 12: 1 });
  });

  test('after a lost response in one of two locations fulfils the other', async () => {
    store.goods.place(
      ID,
      [DATES, FIGS],
      [
        { at: 'dubai', of: { 11: 3 } },
        { at: 'sharjah', of: { 12: 2 } },
      ],
    );
    await deliver([1, 1]);
    store.faults.push(...BEFORE, null, 'answer_lost');
    await work();
    await makeDue();
    await work();
    await makeDue();
    await work();
    expect(await fulfilment()).toMatchObject({ status: 'done' });
    expect(left()).toEqual({ 11: 1, 12: 1 });
    expect(store.made()).toBe(2);
  });

  test('after a lost response fulfils nothing if the refused goods were removed meanwhile', async () => {
    await deliver([1, 1]);
    store.faults.push(...BEFORE, 'answer_lost');
    await work();
    store.goods.remove(ID, '11', 1);
    await makeDue();
    expect(await work()).toBe(1);
    expect(store.made()).toBe(1);
  });

  test('fulfils all that was handed over if the refused goods were removed after a request that was not executed', async () => {
    await deliver([1, 1]);
    store.faults.push(...BEFORE, 'hangs_up');
    await work();
    store.goods.remove(ID, '11', 1);
    await makeDue();
    expect(await work()).toBe(1);
    expect(left()).toEqual({ 11: 0, 12: 1 });
  });

  test('subtracts what the store has fulfilled meanwhile, but not a cancelled fulfilment', async () => {
    await deliver([1, 1]);
    store.faults.push(...BEFORE, 'hangs_up');
    await work();
    store.goods.sendSeparately(ID, '11', 1);
    store.goods.sendSeparately(ID, '12', 1);
    store.goods.cancelLast(ID);
    await makeDue();
    expect(await work()).toBe(1);
    expect(left()).toEqual({ 11: 1, 12: 0 });
  });

  test('after a rejection repeats the request', async () => {
    await deliver([1, 1]);
    store.faults.push(...BEFORE, 'user_error');
    expect(await work()).toBe(0);
    expect(await fulfilment()).toMatchObject({
      ...{ last_error: 'Shopify: Fulfillment order is on hold.', held_until: null },
    });
    await makeDue();
    expect(await work()).toBe(1);
    expect(store.made()).toBe(1);
  });

  test('is not sent while another worker fulfils the part', async () => {
    await deliver([1, 1]);
    let second: Promise<number> | undefined;
    store.during('LinesToFulfil', async () => {
      await app.owner.updateTable('order_fulfilments').set({ next_attempt_at: sql`now()` }).execute();
      second = work();
      expect(await second).toBe(0);
    });
    expect(await work()).toBe(1);
    expect(store.made()).toBe(1);
    expect(left()).toEqual({ 11: 1, 12: 1 });
  });

  test('by a worker whose time has passed sends nothing', async () => {
    await deliver([1, 1]);
    store.during('LinesToFulfil', async () => {
      await makeDue();
      expect(await work()).toBe(1);
    });
    expect(await work()).toBe(0);
    expect(store.made()).toBe(1);
    expect(left()).toEqual({ 11: 1, 12: 1 });
    expect(await fulfilment()).toMatchObject({ status: 'done' });
  });
});

test('a full delivery sends the same requests as before, also of an order with line ids', async () => {
  const prepared = await prepareDelivery(app, shop, shop.driver, order);
  expect((await sendDelivery(app, shop.driver, prepared)).status).toBe(200);
  expect(await work()).toBe(1);
  expect(quantitiesSent()).toEqual([[{ fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/7001-1' }]]);
  expect(store.queries()).toHaveLength(2);
  expect(left()).toEqual({ 11: 0, 12: 0 });
});

test('all goods with less than due are fulfilled as in a full delivery', async () => {
  await deliverTaken(app, shop, shop.driver, order, {
    ...{ taken: { cash_fils: 1_000 }, short_reason: 'No more cash' },
  });
  expect(await work()).toBe(1);
  expect(store.queries()).toHaveLength(2);
  expect(left()).toEqual({ 11: 0, 12: 0 });
});

test('a server of the previous version claims full deliveries only', async () => {
  const claim = `
    update order_fulfilments q set attempts = q.attempts + 1, next_attempt_at = now() + interval '3 minutes'
    where q.shop_id = $1 and q.status = 'waiting' returning q.order_id`;
  const claimed = async () => (await app.database.owner.query(claim, [shop.shop_id])).rows;
  await deliver([1, 1]);
  expect(await claimed()).toEqual([]);
  const full = await addOrder(app.owner, shop, shop.driver);
  const prepared = await prepareDelivery(app, shop, shop.driver, full);
  expect((await sendDelivery(app, shop.driver, prepared)).status).toBe(200);
  expect(await claimed()).toEqual([{ order_id: full.id }]);
  expect(await work()).toBe(1);
  expect(left()).toEqual({ 11: 1, 12: 1 });
});

test('lines of a delivery with a conflict do not make the delivery of another driver a part', async () => {
  const key = { shop_id: shop.shop_id, order_id: order.id, driver_id: shop.driver2.driver_id ?? 0 };
  await inTransaction(app.owner, (tx) => assignOrder(tx, key));
  await deliver([1, 1]);
  const prepared = await prepareDelivery(app, shop, shop.driver2, order);
  expect((await sendDelivery(app, shop.driver2, prepared)).status).toBe(200);
  expect(await work()).toBe(1);
  expect(left()).toEqual({ 11: 0, 12: 0 });
});

test.each([
  ['is_part = false', 'all goods'],
  [
    `plan = '{"quantities": {"11": 4}, "fulfilments": []}'`,
    'more is fulfilled in the store than was handed over',
  ],
])('a fulfilment that differs from the delivery is reported: %s', async (change, text) => {
  const named = async () =>
    (await verifyCash(app.owner)).flatMap(({ shop_id, text: found }) =>
      shop_id === shop.shop_id && found.includes('in the store') ? found : [],
    );
  await deliver([1, 1]);
  await work();
  expect(await named()).toEqual([]);
  await app.database.owner.query(`update order_fulfilments set ${change} where shop_id = $1`, [shop.shop_id]);
  expect(await named()).toEqual([expect.stringContaining(text)]);
  await app.database.owner.query(
    'update order_fulfilments set is_part = true, plan = null where shop_id = $1',
    [shop.shop_id],
  );
});

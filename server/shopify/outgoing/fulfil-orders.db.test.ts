import { sql as expression } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { leftBy } from '../../../tests/support/audit.ts';
import { connectShopify } from '../../../tests/support/operations.ts';
import { type ShopifyStore, startShopifyStore } from '../../../tests/support/shopify-store.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { addOrder, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { databaseOf } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { createLog, silentLog } from '../../platform/logging/log.ts';
import { secretBox } from '../../platform/secrets/sealed-secrets.ts';
import { type Credentials, keepToken, openConnection, stopStore } from '../store/connection.ts';
import { fulfilOrders, shopsToFulfil } from './fulfil-orders.ts';

const box = secretBox(TEST_SECRETS);

let app: TestApp;
let shop: TestShop;
let store: ShopifyStore;
let external_id: string;
let order_id: string;
const pauses_ms: number[] = [];

beforeAll(async () => {
  app = await createTestApp({ fulfilment_wait_ms: 2_000 });
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  store = await startShopifyStore();
  pauses_ms.length = 0;
  ({ external_id, order_id } = await deliveredOrder('7001'));
  store.place(external_id);
});
afterEach(async () => {
  await store.stop();
});

async function deliveredOrder(id: string) {
  const order = await addOrder(app.owner, shop, shop.driver);
  await app.owner.updateTable('orders').set({ external_id: id }).where('id', '=', order.id).execute();
  const response = await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order));
  expect(response.status).toBe(200);
  return { order_id: order.id, external_id: id };
}

function connect(credentials: Credentials = { token: 'shpat_good' }): Promise<void> {
  return inTransaction(app.owner, (tx) =>
    connectShopify(tx, box, {
      shop_id: shop.shop_id,
      shop_domain: `store-${shop.shop_id}.myshopify.com`,
      credentials,
      secret: 'shpss_secret',
    }),
  );
}

/** Runs the job; `meanwhile` runs during each pause before a retry. */
function work(log = silentLog, meanwhile = async () => {}): Promise<number> {
  const options = {
    owner: app.owner,
    box,
    log,
    address: store.address,
    answer_ms_max: 1_500,
    pause: async (delay_ms: number) => {
      pauses_ms.push(delay_ms);
      await meanwhile();
    },
  };
  return fulfilOrders(options, shop.shop_id);
}

async function fulfilment(id = order_id) {
  return app.owner
    .selectFrom('order_fulfilments')
    .select(['status', 'attempts', 'last_error'])
    .select(expression<number>`round(extract(epoch from next_attempt_at - now()))::int`.as('due_in_s'))
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow();
}

async function makeDue(): Promise<void> {
  await app.owner
    .updateTable('order_fulfilments')
    .set({ next_attempt_at: expression`now()` })
    .where('shop_id', '=', shop.shop_id)
    .execute();
}

async function refusal() {
  const { refused_because } = await app.owner
    .selectFrom('shopify_connections')
    .select('refused_because')
    .where('shop_id', '=', shop.shop_id)
    .executeTakeFirstOrThrow();
  return refused_because;
}

describe('a delivered order', () => {
  test('is fulfilled in the store once', async () => {
    await connect();
    expect(await work()).toBe(1);
    expect(store.statusesOf(external_id)).toEqual(['CLOSED']);
    expect(await fulfilment()).toMatchObject({ status: 'done', last_error: null });
    expect(await work()).toBe(0);
    expect(store.mutations()).toHaveLength(1);
    expect(store.mutations()[0]).toMatchObject({
      path: '/admin/api/2026-10/graphql.json',
      token: 'shpat_good',
      body: {
        variables: {
          fulfillment: {
            lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/7001-1' }],
            notifyCustomer: false,
          },
        },
      },
    });
  });

  test('waits while no store is connected, and is fulfilled once one is', async () => {
    expect(await work()).toBe(0);
    expect(await shopsToFulfil(app.owner)).not.toContain(shop.shop_id);
    expect(await fulfilment()).toMatchObject({ status: 'waiting', attempts: 0 });
    await connect();
    expect(await shopsToFulfil(app.owner)).toContain(shop.shop_id);
    expect(await work()).toBe(1);
    expect(await shopsToFulfil(app.owner)).not.toContain(shop.shop_id);
  });

  test('is marked as done if the store reports it as fulfilled', async () => {
    await connect();
    store.place(external_id, ['CLOSED']);
    expect(await work()).toBe(1);
    expect(store.mutations()).toEqual([]);
  });

  test.each([
    ['by another app', ['CLOSED@third-party']],
    ['except for a cancelled part', ['CLOSED', 'CANCELLED']],
  ])('is marked as done if the store has fulfilled it %s', async (_name, statuses) => {
    await connect();
    store.place(external_id, statuses);
    expect(await work()).toBe(1);
    expect(store.mutations()).toEqual([]);
  });

  test('gets one fulfilment for each remaining fulfilment order', async () => {
    await connect();
    store.place(external_id, ['CLOSED', 'OPEN@dubai', 'OPEN@sharjah', 'OPEN@dubai', 'CANCELLED']);
    expect(await work()).toBe(1);
    expect(store.statusesOf(external_id)).toEqual(['CLOSED', 'CLOSED', 'CLOSED', 'CLOSED', 'CANCELLED']);
    expect(store.mutations()).toHaveLength(3);
  });

  test('keeps the fulfilment of one location if another is rejected, and the rest is retried', async () => {
    await connect();
    store.place(external_id, ['OPEN@dubai', 'OPEN@sharjah']);
    store.faults.push(null, 'user_error');
    expect(await work()).toBe(0);
    expect(store.statusesOf(external_id)).toEqual(['OPEN', 'CLOSED']);
    await makeDue();
    expect(await work()).toBe(1);
    expect(store.made()).toBe(2);
  });

  test('leaves an audit row by the server when it is done, and none for a retry', async () => {
    await connect();
    store.faults.push({ status: 500 });
    expect((await leftBy(app.owner, work)).audit).toEqual([]);
    await makeDue();
    const left = await leftBy(app.owner, work);
    expect(left.audit).toMatchObject([
      { source: 'server', what: 'fulfil_order', before: { status: 'waiting' }, after: { status: 'done' } },
    ]);
    expect(left.topics.sort()).toEqual(['orders', 'store']);
  });

  test('is marked as done if it was marked as failed during a successful attempt, and the audit shows both states', async () => {
    await connect();
    store.faults.push('throttled');
    const giveUp = async () => {
      await app.owner
        .updateTable('order_fulfilments')
        .set({ status: 'failed' })
        .where('order_id', '=', order_id)
        .execute();
    };
    const left = await leftBy(app.owner, () => work(silentLog, giveUp));
    expect(left.audit).toMatchObject([
      { what: 'fulfil_order', before: { status: 'failed' }, after: { status: 'done' } },
    ]);
    expect(await fulfilment()).toMatchObject({ status: 'done' });
  });

  test('is fulfilled once by several concurrent workers', async () => {
    await connect();
    for (const id of ['7002', '7003', '7004']) {
      await deliveredOrder(id);
      store.place(id);
    }
    const done = await Promise.all([work(), work(), work()]);
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(4);
    expect(store.mutations()).toHaveLength(4);
  });
});

describe('a failing store', () => {
  test.each([
    ['a 500', { status: 500 }, 'Shopify responded with status 500'],
    ['a 503', { status: 503, headers: { 'retry-after': '1' } }, 'Shopify responded with status 503'],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://127.0.0.1:9/' } },
      'Shopify responded with status 302',
    ],
    ['a page instead of JSON', { status: 200, body: '<html>' }, 'Shopify did not respond with JSON'],
    [
      'an unexpected shape',
      { status: 200, body: '{"data":{"order":7}}' },
      'Shopify sent an unexpected response',
    ],
    ['a timeout', 'hangs', 'Shopify did not respond in time'],
    ['a broken connection', 'hangs_up', 'Shopify cannot be reached'],
    ['an internal error', 'internal_error', 'Shopify: Internal error.'],
  ] as const)('%s is retried later and then succeeds', async (_name, fault, message) => {
    await connect();
    store.faults.push(fault);
    expect(await work()).toBe(0);
    const failed = await fulfilment();
    expect(failed).toMatchObject({ status: 'waiting', attempts: 1, last_error: message });
    expect(failed.due_in_s).toBeGreaterThan(10);
    expect(await work()).toBe(0);
    await makeDue();
    expect(await work()).toBe(1);
    expect(store.made()).toBe(1);
  });

  test('a fulfilment whose response was lost is not made twice', async () => {
    await connect();
    store.faults.push(null, 'answer_lost');
    expect(await work()).toBe(0);
    expect(store.made()).toBe(1);
    await makeDue();
    expect(await work()).toBe(1);
    expect(store.made()).toBe(1);
  });

  test('user errors are stored, retried, and given up after 25 attempts', async () => {
    await connect();
    store.faults.push(null, 'user_error');
    expect(await work()).toBe(0);
    expect(await fulfilment()).toMatchObject({
      status: 'waiting',
      last_error: 'Shopify: Fulfillment order is on hold.',
    });
    await app.owner
      .updateTable('order_fulfilments')
      .set({ attempts: 24, next_attempt_at: expression`now()` })
      .where('shop_id', '=', shop.shop_id)
      .execute();
    store.faults.push(null, 'user_error');
    expect(await work()).toBe(0);
    expect(await fulfilment()).toMatchObject({ status: 'failed', attempts: 25 });
    await makeDue();
    expect(await work()).toBe(0);
  });

  test('an order that is rejected because it was fulfilled meanwhile is marked as done', async () => {
    await connect();
    store.faults.push(null, 'overtaken');
    expect(await work()).toBe(1);
    expect(store.made()).toBe(0);
  });

  test.each([
    ['an order on hold', ['ON_HOLD'], 'Shopify does not allow fulfilment now: it is on hold'],
    [
      'a scheduled fulfilment order next to a closed one',
      ['CLOSED', 'SCHEDULED'],
      'Shopify does not allow fulfilment now: it is scheduled',
    ],
    ['an order partly on hold', ['OPEN', 'ON_HOLD'], 'Shopify does not allow fulfilment now: it is on hold'],
    [
      'an order visible to another app only',
      ['OPEN@third-party'],
      'The app can see no fulfilment orders, and the order is not fulfilled',
    ],
    [
      'a fulfilment order on the second page',
      [...Array.from({ length: 50 }, () => 'CLOSED'), 'OPEN'],
      'The order has too many fulfilment orders',
    ],
  ])('%s stays pending with the reason', async (_name, statuses, message) => {
    await connect();
    store.place(external_id, statuses);
    expect(await work()).toBe(0);
    expect(await fulfilment()).toMatchObject({ status: 'waiting', last_error: message });
  });

  test('an order that Shopify does not know, or without a Shopify id, does not block the others', async () => {
    await connect();
    const other = await deliveredOrder('7002');
    await app.owner
      .updateTable('orders')
      .set({ external_id: null })
      .where('id', '=', other.order_id)
      .execute();
    const unknown = await deliveredOrder('7003');
    expect(await work()).toBe(1);
    expect((await fulfilment(other.order_id)).last_error).toBe('The order has no Shopify id');
    expect((await fulfilment(unknown.order_id)).last_error).toBe('Shopify has no order with this id');
  });
});

describe('rate limits', () => {
  test('a throttled query waits until its points are restored, and continues', async () => {
    await connect();
    store.faults.push('throttled');
    expect(await work()).toBe(1);
    // The store lacks 20 points, and restores 50 a second.
    expect(pauses_ms.length).toBeGreaterThan(0);
    expect(Math.max(...pauses_ms)).toBeGreaterThan(300);
    expect(Math.max(...pauses_ms)).toBeLessThanOrEqual(400);
  });

  test('a 429 waits as long as its Retry-After', async () => {
    await connect();
    store.faults.push({ status: 429, headers: { 'retry-after': '2.0' } });
    expect(await work()).toBe(1);
    expect(pauses_ms).toContain(2_000);
  });

  test('too long a wait, or too many, is postponed and not counted as an attempt', async () => {
    await connect();
    store.faults.push({ status: 429, headers: { 'retry-after': '60' } });
    expect(await work()).toBe(0);
    const waiting = await fulfilment();
    expect(waiting).toMatchObject({ status: 'waiting', attempts: 0 });
    expect(waiting.due_in_s).toBeGreaterThan(55);
    await makeDue();
    store.faults.push('throttled', 'throttled', 'throttled', 'throttled', 'throttled');
    expect(await work()).toBe(0);
    expect(await fulfilment()).toMatchObject({ status: 'waiting', attempts: 0 });
  });

  test('a query waits before its points run out', async () => {
    await connect();
    store.leave(5);
    expect(await work()).toBe(1);
    expect(store.queries()).toHaveLength(2);
    expect(pauses_ms).toHaveLength(1);
    expect(pauses_ms[0]).toBeGreaterThan(200);
  });
});

describe('credentials', () => {
  test('refused credentials stop all requests until the store is connected again', async () => {
    await connect({ token: 'shpat_wrong' });
    await deliveredOrder('7002');
    expect(await work()).toBe(0);
    expect(await refusal()).toBe('Shopify refuses the credentials (401)');
    expect(await work()).toBe(0);
    expect(store.queries()).toHaveLength(1);
    expect(await fulfilment()).toMatchObject({ status: 'waiting', attempts: 0 });
    store.place('7002');
    await connect();
    expect(await work()).toBe(2);
    expect(await refusal()).toBeNull();
  });

  test('missing scopes stop the store with Shopify’s message', async () => {
    await connect();
    store.faults.push('access_denied');
    await work();
    expect(await refusal()).toMatch(/refuses the scopes: Access denied for fulfillmentOrders/);
  });

  test('an app with a client id requests a token, stores it, and replaces it when it is refused', async () => {
    await connect({ client_id: 'client' });
    expect(await work()).toBe(1);
    expect(store.granted()).toBe(1);
    await deliveredOrder('7002');
    store.place('7002');
    expect(await work()).toBe(1);
    expect(store.granted()).toBe(1);
    await deliveredOrder('7003');
    store.place('7003');
    store.revokeToken();
    expect(await work()).toBe(1);
    expect(store.granted()).toBe(2);
  });

  test('a token that expires soon is replaced before it is used', async () => {
    await connect({ client_id: 'client' });
    await work();
    await deliveredOrder('7002');
    store.place('7002');
    await app.owner
      .updateTable('shopify_connections')
      .set({ token_expires_at: expression`now() + interval '4 minutes'` })
      .where('shop_id', '=', shop.shop_id)
      .execute();
    expect(await work()).toBe(1);
    expect(store.granted()).toBe(2);
  });

  test('a client id that the store does not know is refused', async () => {
    await connect({ client_id: 'nobody' });
    expect(await work()).toBe(0);
    expect(await refusal()).toBe('Shopify refuses the client id and secret (400)');
  });

  test('credentials are sealed in the database, and only the AUTH_SECRET of this installation opens them', async () => {
    await connect();
    const row = await app.owner.selectFrom('shopify_connections').selectAll().execute();
    expect(JSON.stringify(row)).not.toMatch(/shpat|shpss/);
    const other = secretBox(['another secret that is long enough too']);
    await fulfilOrders(
      { owner: app.owner, box: other, log: silentLog, address: store.address },
      shop.shop_id,
    );
    expect(await refusal()).toMatch(/cannot be read with the AUTH_SECRET/);
    expect(store.asked).toEqual([]);
  });

  test('a database failure does not count as a refusal', async () => {
    await connect();
    const owner = databaseOf(app.database.owner, {
      around: () => Promise.reject(new Error('timeout exceeded when trying to connect')),
    });
    const options = { owner, box, log: silentLog, address: store.address };
    await expect(fulfilOrders(options, shop.shop_id)).rejects.toThrow('timeout exceeded');
    expect(await refusal()).toBeNull();
    expect(await work()).toBe(1);
  });

  test('a refusal or a token of replaced credentials does not affect the new ones', async () => {
    await connect({ client_id: 'client' });
    const before = await openConnection(app.owner, box, shop.shop_id);
    if (!before) throw new Error('not connected');
    await connect({ client_id: 'another' });
    await stopStore(app.owner, before, 'Shopify refuses the credentials (401)');
    await keepToken(app.owner, box, before, { token: 'shpat_old', expires_at: new Date() });
    expect(await openConnection(app.owner, box, shop.shop_id)).toMatchObject({
      client_id: 'another',
      token: null,
    });
    expect(await refusal()).toBeNull();
  });

  test('credentials are never logged', async () => {
    const lines: string[] = [];
    const log = createLog('trace', { write: (line) => lines.push(line) });
    await connect({ token: 'shpat_wrong' });
    await work(log);
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toMatch(/shpat|shpss|Layla|Haddad/);
  });
});

describe('fulfill-shopify-order', () => {
  const request = async () => {
    const response = await app.send('POST', '/functions/v1/fulfill-shopify-order', {
      as: shop.driver.session_id,
      body: { order_id },
    });
    return [response.status, await response.json()];
  };
  const WARNING = 'Order completed but Shopify fulfillment failed. Please contact support.';

  test('responds without a warning if no store is connected', async () => {
    expect(await request()).toEqual([200, { success: true, status: 'not_connected' }]);
  });

  test('waits for the job and returns that it is done', async () => {
    await connect();
    const requested = request();
    expect(await work()).toBe(1);
    expect(await requested).toEqual([200, { success: true, status: 'done' }]);
  });

  test('triggers the job', async () => {
    await connect();
    await request();
    const { rows } = await sql`select task_identifier from graphile_worker.jobs`.execute(app.owner);
    expect(rows).toContainEqual({ task_identifier: 'fulfil-orders' });
  });

  test('returns a warning when the job takes too long, and the job continues', async () => {
    await connect();
    expect(await request()).toEqual([200, { success: true, status: 'waiting', warning: WARNING }]);
    expect(await work()).toBe(1);
    expect(await request()).toEqual([200, { success: true, status: 'done' }]);
  });

  test.each([
    ['failed', async () => void store.faults.push({ status: 500 })],
    ['refused', () => connect({ token: 'shpat_wrong' })],
  ])('a %s fulfilment returns the warning at once, and the order stays completed', async (_name, prepare) => {
    await connect();
    await prepare();
    await work();
    expect(await request()).toEqual([200, { success: false, status: 'failed', warning: WARNING }]);
    const { status } = await app.owner
      .selectFrom('orders')
      .select('status')
      .where('id', '=', order_id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('completed');
  });
});

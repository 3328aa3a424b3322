import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { payloadText, shopifyOrder } from '../../tests/support/shopify-payload.ts';
import { type ShopifyStore, startShopifyStore } from '../../tests/support/shopify-store.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../tests/support/test-app.ts';
import { alreadyOpen, runCli } from '../../tests/support/test-cli.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import { addOrder, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { silentLog } from '../platform/log.ts';
import { secretBox } from '../platform/sealed-secrets.ts';
import { openConnection } from '../shopify/connection.ts';
import { workWebhooks } from '../shopify/work-webhooks.ts';

const HOOK = 'https://shop.example.com/webhooks/shopify';

let app: TestApp;
let shop: TestShop;
let shopify: ShopifyStore;
let public_url: string | null;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  shopify = await startShopifyStore();
  shopify.useToken('shpat_1');
  public_url = 'https://shop.example.com';
});
afterEach(() => shopify.stop());

const mandoob = (args: string[], piped = '', secrets = TEST_SECRETS) =>
  runCli(['shopify', ...args, '--shop', String(shop.shop_id)], alreadyOpen(app.owner), {
    secrets: async () => secrets,
    shopify: { address: shopify.address, answer_ms_max: 1_500, public_url },
    piped,
  });

const store = () => `store-${shop.shop_id}`;
const connect = () => mandoob(['connect', store(), '--token', 'shpat_1', '--secret', 'shpss_1']);
const opened = () => openConnection(app.owner, secretBox(TEST_SECRETS), shop.shop_id);

async function receive(changes: Record<string, unknown>): Promise<void> {
  await app.owner
    .insertInto('shopify_webhooks')
    .values({
      shop_id: shop.shop_id,
      id: newId(),
      webhook_id: newId(),
      topic: 'orders/updated',
      payload: payloadText(shopifyOrder(changes)),
    })
    .execute();
  await workWebhooks(app.owner, silentLog, { shop_id: shop.shop_id, now: () => new Date() });
}

async function fulfilment(columns: {
  status: 'waiting' | 'failed';
  attempts: number;
  last_error: string | null;
}) {
  const order = await addOrder(app.owner, shop, shop.driver);
  await app.owner
    .insertInto('order_fulfilments')
    .values({ shop_id: shop.shop_id, order_id: order.id, ...columns })
    .execute();
  return order;
}

/** A webhook of order 5001 that was given up, for a fault of ours that is mended by now. */
async function failTwelveTimes(): Promise<void> {
  await sql`alter table customers add constraint broken check (last_name <> 'Haddad') not valid`.execute(
    app.owner,
  );
  await receive({});
  const again = sql`update shopify_webhooks set next_attempt_at = now(), attempts = 11 where shop_id = ${shop.shop_id}`;
  await again.execute(app.owner);
  await workWebhooks(app.owner, silentLog, { shop_id: shop.shop_id, now: () => new Date() });
  await sql`alter table customers drop constraint broken`.execute(app.owner);
}

describe('connect', () => {
  test('keeps the credentials sealed, and says nothing of them', async () => {
    const { out, err, code } = await connect();
    const connected = `Connected ${store()}.myshopify.com to shop ${shop.shop_id}`;
    expect([out, err, code]).toEqual([`${connected}\nWebhooks are subscribed at ${HOOK}\n`, '', 0]);
    expect(await opened()).toMatchObject({ token: 'shpat_1', secret: 'shpss_1', api_version: '2026-10' });
  });

  test('reads what is piped in, the token first', async () => {
    shopify.useToken('shpat_2');
    const { code } = await mandoob(
      ['connect', `https://${store()}.myshopify.com/admin`, '--token', '-', '--secret', '-'],
      'shpat_2\nshpss_2\n',
    );
    expect(code).toBe(0);
    expect(await opened()).toMatchObject({ token: 'shpat_2', secret: 'shpss_2' });
    await mandoob(['connect', store(), '--client-id', 'client', '--secret', '-'], 'shpss_secret');
    expect(await opened()).toMatchObject({
      token: 'shpat_granted_2',
      client_id: 'client',
      secret: 'shpss_secret',
    });
  });

  test.each([
    ['a token that is wrong', ['--token', 'shpat_guess', '--secret', 's'], /refuses the credentials \(401\)/],
    [
      'a client that is wrong',
      ['--client-id', 'nobody', '--secret', 's'],
      /refuses the client id and secret/,
    ],
  ])('proves the credentials by asking: %s changes nothing', async (_name, credentials, message) => {
    const { err, code } = await mandoob(['connect', store(), ...credentials]);
    expect(code).toBe(1);
    expect(err).toMatch(message);
    expect(err).toContain('Nothing was changed');
    expect(await opened()).toBeUndefined();
  });

  test('a store that does not answer changes nothing, not even an earlier connection', async () => {
    await connect();
    shopify.faults.push('hangs_up');
    const { err, code } = await mandoob(['connect', store(), '--token', 'shpat_2', '--secret', 'shpss_2']);
    expect([code, err]).toEqual([1, 'error: Shopify cannot be reached. Nothing was changed\n']);
    expect(await opened()).toMatchObject({ token: 'shpat_1' });
  });

  test('says which scopes are missing, and connects without the one that only marks as paid', async () => {
    shopify.admin.state.scopes = ['write_orders'];
    const { err, code } = await connect();
    expect(code).toBe(1);
    expect(err).toContain('The app lacks the scopes write_merchant_managed_fulfillment_orders:');
    expect(await opened()).toBeUndefined();
    shopify.admin.state.scopes = ['read_orders', 'write_merchant_managed_fulfillment_orders'];
    const connected = await connect();
    expect(connected.code).toBe(0);
    expect(connected.out).toContain('not marked as paid in the store: the app lacks the scope write_orders');
    expect((await mandoob(['status'])).out).toContain('the app lacks the scope write_orders');
  });

  test.each([null, 'http://10.0.0.7:3000'])(
    'without https (%j) it says that no webhook comes',
    async (url) => {
      public_url = url;
      const { out, code } = await connect();
      expect(code).toBe(0);
      expect(out).toMatch(
        /Webhooks are NOT subscribed: Shopify sends webhooks to https only: set PUBLIC_URL/,
      );
      expect(shopify.admin.state.subscriptions).toEqual([]);
      expect((await mandoob(['status'])).out).toMatch(/Webhooks NOT subscribed: .* https only/);
    },
  );

  test.each([
    [['connect', 'shop.example.com', '--token', 't', '--secret', 's'], /named like my-shop\.myshopify\.com/],
    [['connect', 'store', '--token', 't'], /Say the secret/],
    [['connect', 'store', '--secret', 's'], /Say the token/],
    [['connect', 'store', '--secret', 's', '--token', 't', '--client-id', 'c'], /not both/],
  ])('refuses %j', async (args, message) => {
    const { err, code } = await mandoob(args);
    expect(code).toBe(1);
    expect(err).toMatch(message);
    expect(await opened()).toBeUndefined();
  });

  test('a store belongs to one shop', async () => {
    await connect();
    const first = shop;
    const name = store();
    shop = await createTestShop(app.owner);
    const { err, code } = await mandoob(['connect', name, '--token', 't', '--secret', 's']);
    expect([code, err]).toEqual([1, `error: ${name}.myshopify.com is connected to shop ${first.shop_id}\n`]);
  });

  test('anew with good credentials, a refused store is asked again', async () => {
    await connect();
    await app.owner
      .updateTable('shopify_connections')
      .set({ refused_at: new Date(), refused_because: 'Shopify refuses the credentials (401)' })
      .where('shop_id', '=', shop.shop_id)
      .execute();
    expect((await mandoob(['status'])).out).toMatch(/STOPPED at .*: Shopify refuses the credentials \(401\)/);
    await connect();
    expect((await mandoob(['status'])).out).not.toMatch(/STOPPED/);
  });
});

describe('test', () => {
  test('says that all is well', async () => {
    await connect();
    const { out, code } = await mandoob(['test']);
    expect([code, out.split('\n')]).toEqual([
      0,
      [
        `${store()}.myshopify.com takes the credentials`,
        'Scopes: all that are needed',
        `Webhooks: all are sent to ${HOOK}`,
        '',
      ],
    ]);
  });

  test('names scopes and webhooks that are missing, and restores nothing itself', async () => {
    await connect();
    shopify.admin.state.scopes = ['read_orders'];
    shopify.admin.state.subscriptions.shift();
    const { out, err, code } = await mandoob(['test']);
    expect([code, err]).toEqual([1, 'error: The store is not connected as it should be\n']);
    expect(out).toContain('Scopes MISSING: write_merchant_managed_fulfillment_orders');
    expect(out).toContain(`Webhooks MISSING at ${HOOK}: orders/create`);
    expect(shopify.admin.state.subscriptions).toHaveLength(3);
  });

  test('tells why the store refuses, also one that is stopped', async () => {
    await connect();
    shopify.revokeToken();
    await app.owner
      .updateTable('shopify_connections')
      .set({ refused_at: new Date(), refused_because: 'Shopify refuses the credentials (401)' })
      .where('shop_id', '=', shop.shop_id)
      .execute();
    const { err, code } = await mandoob(['test']);
    expect([code, err]).toEqual([1, 'error: Shopify refuses the credentials (401)\n']);
  });

  test.each(['test', 'resync', 'disconnect'])('%s of a shop without a store says so', async (name) => {
    const { err, code } = await mandoob([name]);
    expect([code, err]).toEqual([1, `error: Shop ${shop.shop_id} is not connected to a Shopify store\n`]);
  });
});

describe('resync', () => {
  test('reads what changed since the store was read last, and works it', async () => {
    await connect();
    shopify.admin.keep(shopifyOrder({ updated_at: new Date().toISOString() }));
    const { out, code } = await mandoob(['resync']);
    expect(code).toBe(0);
    expect(out).toMatch(/^Read store-\d+\.myshopify\.com since .*: 1 orders were read anew\n$/);
    expect((await mandoob(['status'])).out).toContain('resync 5001: imported');
    expect((await mandoob(['resync'])).out).toContain('nothing was missing');
  });

  test('reads from an earlier day when asked to', async () => {
    await connect();
    shopify.admin.keep(shopifyOrder());
    expect((await mandoob(['resync'])).out).toContain('nothing was missing');
    expect((await mandoob(['resync', '--since', '2026-11-19'])).out).toContain('1 orders were read anew');
    expect((await mandoob(['resync', '--since', 'monday'])).err).toContain('A day is like 2026-11-20.');
  });
});

test('resync asks again for what could not be taken: the store may say more by now', async () => {
  await connect();
  const hidden = {
    first_name: null,
    last_name: null,
    name: null,
    phone: null,
    address1: null,
    city: 'Dubai',
  };
  await receive({ shipping_address: hidden, billing_address: hidden, customer: { id: 77 } });
  expect((await mandoob(['status'])).out).toContain('Order 5001: Shopify hides the customer from the app');
  shopify.admin.keep(shopifyOrder());
  const since = ['--since', '2026-11-20'];
  expect((await mandoob(['resync', ...since])).out).toContain('1 orders were read anew');
  const { out } = await mandoob(['status']);
  expect(out).toContain('resync 5001: imported');
  expect(out).toContain('Orders that could not be taken: 0');
  expect((await mandoob(['resync', ...since])).out).toContain('nothing was missing');
});

describe('disconnect', () => {
  test('ends the webhooks in the store and the credentials here; what waits goes on waiting', async () => {
    await connect();
    const waiting = await fulfilment({ status: 'waiting', attempts: 0, last_error: null });
    const { out, code } = await mandoob(['disconnect']);
    expect([code, out]).toEqual([0, `Disconnected ${store()}.myshopify.com from shop ${shop.shop_id}\n`]);
    expect(shopify.admin.state.subscriptions).toEqual([]);
    expect(await opened()).toBeUndefined();
    expect((await mandoob(['status'])).out).toContain(`Order ${waiting.order_number}: waiting`);
  });

  test('also where the store cannot be asked any more', async () => {
    await connect();
    shopify.revokeToken();
    const { out, code } = await mandoob(['disconnect']);
    expect(code).toBe(0);
    expect(out).toContain('Its webhooks could not be ended there (Shopify refuses the credentials (401))');
    expect(await opened()).toBeUndefined();
  });
});

describe('status', () => {
  test('counts the webhooks that could not be verified', async () => {
    await connect();
    expect((await mandoob(['status'])).out).not.toContain('verified');
    await sql`select count_unverified_shopify_webhooks(${shop.shop_id}, 41, now())`.execute(app.owner);
    await sql`select count_unverified_shopify_webhooks(${shop.shop_id}, 1, now())`.execute(app.owner);
    expect((await mandoob(['status'])).out).toMatch(/Webhooks that could NOT be verified: 42, the last at /);
  });

  test('of a shop without a store', async () => {
    expect((await mandoob(['status'])).out).toContain(
      `Shop ${shop.shop_id} is not connected to a Shopify store`,
    );
  });

  test('names what failed, what waits and what could not be taken', async () => {
    await connect();
    const failed = await fulfilment({ status: 'failed', attempts: 25, last_error: 'Shopify answered 500' });
    const waiting = await fulfilment({ status: 'waiting', attempts: 0, last_error: null });
    await receive({ name: '#9001', currency: 'USD' });
    await receive({ id: '9002', name: '#9002', shipping_address: null, billing_address: null });
    const { out } = await mandoob(['status']);
    expect(out).toContain('Fulfilments: 1 waiting, 1 failed');
    expect(out).toMatch(
      new RegExp(`Order ${failed.order_number}: failed .* Shopify answered 500 \\(25 attempts, given up\\)`),
    );
    expect(out).toMatch(new RegExp(`Order ${waiting.order_number}: waiting`));
    expect(out).toContain('Orders that could not be taken: 2');
    expect(out).toContain('Order 9001: the order is in USD, not in AED');
    expect(out).toContain('Order 9002: the order has no address to deliver to');
    expect(out).not.toMatch(/shpat|shpss|Layla/);
  });

  test('counts what it does not list, and lists all when asked', async () => {
    const count = 53;
    await app.owner
      .insertInto('shopify_orders')
      .values(
        Array.from({ length: count }, (_, index) => ({
          shop_id: shop.shop_id,
          external_id: String(index),
          order_number: String(7_000 + index),
          external_updated_at: new Date(Date.UTC(2026, 10, 20) + index * 1_000),
          not_taken_because: 'the order is in USD, not in AED',
        })),
      )
      .execute();
    const { out } = await mandoob(['status']);
    expect(out).toContain(`Orders that could not be taken: ${count}\n`);
    expect(out).toContain('  and 3 more; --all lists them\n');
    expect(out).not.toContain('Order 7002:');
    const all = await mandoob(['status', '--all']);
    expect(all.out).toContain('Order 7000:');
    expect(all.out).not.toContain('more; --all');
    const { not_taken, not_taken_total } = JSON.parse((await mandoob(['status', '--json'])).out);
    expect([not_taken.length, not_taken_total]).toEqual([50, count]);
  });

  test('tells what was collected and not marked as paid, with both amounts, until it is dismissed', async () => {
    await connect();
    const order = await addOrder(app.owner, shop, shop.driver);
    await app.owner.updateTable('orders').set({ external_id: '7001' }).where('id', '=', order.id).execute();
    await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order));
    expect((await mandoob(['status'])).out).toContain(
      `Order ${order.order_number}: collected AED 145.00, outstanding in the store not known yet: waiting`,
    );
    await app.owner
      .updateTable('store_payments')
      .set({ status: 'listed', outstanding_fils: 12_000 })
      .where('shop_id', '=', shop.shop_id)
      .execute();
    const { out } = await mandoob(['status']);
    expect(out).toContain('Payments to be marked in the store: 0 waiting, 0 failed; 1 left to you\n');
    expect(out).toContain(
      `Order ${order.order_number}: collected AED 145.00, outstanding in the store AED 120.00: not marked`,
    );
    await mandoob(['dismiss', order.order_number]);
    expect((await mandoob(['status'])).out).toContain('0 left to you');
  });

  test('names tests and pickups, which nobody delivers', async () => {
    await connect();
    await receive({ test: true });
    await receive({ id: '9003', name: '#9003', shipping_address: null });
    const { out } = await mandoob(['status']);
    expect(out).toContain('Orders that nobody delivers: 2\n');
    expect(out).toContain('  Order 5001: it is a test order\n');
    expect(out).toContain('  Order 9003: it is picked up by the customer\n');
  });

  test('an order that was refunded on the road is listed until it is over', async () => {
    await connect();
    await receive({});
    await receive({ financial_status: 'refunded', updated_at: '2026-11-20T09:30:00+04:00' });
    expect((await mandoob(['status'])).out).toContain('Order 5001: the order is refunded: its driver');
    await app.owner
      .updateTable('orders')
      .set({ status: 'cancelled' })
      .where('shop_id', '=', shop.shop_id)
      .execute();
    expect((await mandoob(['status'])).out).toContain('Orders that could not be taken: 0');
  });

  test('of a store whose secrets do not open any more says so', async () => {
    await connect();
    expect((await mandoob(['status'])).out).not.toContain('NOT WORKING');
    const { out } = await mandoob(['status'], '', ['another secret of the tests, long enough too']);
    expect(out).toMatch(/NOT WORKING: .* cannot be read with the AUTH_SECRET of this installation/);
  });

  test('a webhook that failed is listed until a newer one of its order is taken', async () => {
    await connect();
    await failTwelveTimes();
    expect((await mandoob(['status'])).out).toContain('Order 5001: it failed here (23514)');
    await receive({});
    expect((await mandoob(['status'])).out).toContain('Orders that could not be taken: 0');
  });

  test('which of two versions is newer is told by the store, not by when they were sent', async () => {
    await connect();
    await failTwelveTimes();
    await app.owner
      .updateTable('shopify_webhooks')
      .set({ triggered_at: new Date('2999-01-01T00:00:00Z') })
      .where('shop_id', '=', shop.shop_id)
      .execute();
    await receive({ updated_at: '2026-11-20T09:30:00+04:00' });
    expect((await mandoob(['status'])).out).toContain('Orders that could not be taken: 0');
  });

  test('as JSON', async () => {
    await connect();
    await receive({});
    const status = JSON.parse((await mandoob(['status', '--json'])).out);
    expect(status).toMatchObject({
      shop_id: shop.shop_id,
      connection: { shop_domain: `${store()}.myshopify.com`, refused_at: null },
      waiting: 0,
      not_taken: [],
      webhooks: [{ topic: 'orders/updated', order_number: '5001', outcome: 'imported' }],
    });
    expect(JSON.stringify(status)).not.toMatch(/sealed|shpat|v1\./);
  });
});

describe('dismiss', () => {
  const USD = 'the order is in USD, not in AED';

  test('an order goes from the list, and comes back only for another reason', async () => {
    await connect();
    await receive({ currency: 'USD' });
    expect((await mandoob(['status'])).out).toContain(`Order 5001: ${USD}`);
    expect((await mandoob(['dismiss', '#5001'])).out).toBe('Dismissed #5001\n');
    expect((await mandoob(['status'])).out).toContain('Orders that could not be taken: 0');
    await receive({ currency: 'USD', updated_at: '2026-11-20T09:30:00+04:00' });
    expect((await mandoob(['status'])).out).toContain('Orders that could not be taken: 0');
    await receive({ currency: 'EUR', updated_at: '2026-11-20T09:40:00+04:00' });
    expect((await mandoob(['status'])).out).toContain('Order 5001: the order is in EUR, not in AED');
  });

  test('garbage goes by the id that is listed, and is not tried again', async () => {
    await connect();
    await app.owner
      .insertInto('shopify_webhooks')
      .values({
        shop_id: shop.shop_id,
        id: newId(),
        webhook_id: 'garbage-1',
        topic: 'orders/create',
        payload: '{',
      })
      .execute();
    await workWebhooks(app.owner, silentLog, { shop_id: shop.shop_id, now: () => new Date() });
    expect((await mandoob(['status'])).out).toContain('Webhook garbage-1: the payload is not JSON');
    expect((await mandoob(['dismiss', 'garbage-1'])).code).toBe(0);
    expect((await mandoob(['status'])).out).toContain('Orders that could not be taken: 0');
    expect((await mandoob(['retry'])).out).toBe('To be tried again: 0 fulfilments, 0 webhooks, 0 payments\n');
  });

  test('what is not listed is refused', async () => {
    await connect();
    await receive({});
    const { err, code } = await mandoob(['dismiss', '5001']);
    expect([code, err]).toEqual([1, 'error: 5001 is on no list of shopify status\n']);
  });
});

describe('retry', () => {
  const read = (id: string) =>
    app.owner
      .selectFrom('order_fulfilments')
      .select(['status', 'attempts', 'last_error'])
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();

  test('of one order leaves the others; of all takes all', async () => {
    await connect();
    const one = await fulfilment({ status: 'failed', attempts: 25, last_error: 'Shopify answered 500' });
    const two = await fulfilment({ status: 'waiting', attempts: 3, last_error: 'Shopify answered 500' });
    const { out } = await mandoob(['retry', `#${one.order_number}`]);
    expect(out).toBe('To be tried again: 1 fulfilments, 0 webhooks, 0 payments\n');
    expect(await read(one.id)).toEqual({ status: 'waiting', attempts: 0, last_error: null });
    expect(await read(two.id)).toMatchObject({ attempts: 3 });
    expect((await mandoob(['retry'])).out).toBe('To be tried again: 2 fulfilments, 0 webhooks, 0 payments\n');
    expect(JSON.parse((await mandoob(['retry', '--json'])).out)).toEqual({
      fulfilments: 2,
      webhooks: 0,
      payments: 0,
    });
    expect(await read(two.id)).toMatchObject({ attempts: 0, last_error: null });
  });

  test('works again what could not be taken', async () => {
    await connect();
    await receive({ currency: 'USD' });
    expect((await mandoob(['retry', '5001'])).out).toBe(
      'To be tried again: 0 fulfilments, 1 webhooks, 0 payments\n',
    );
    await workWebhooks(app.owner, silentLog, { shop_id: shop.shop_id, now: () => new Date() });
    expect((await mandoob(['status'])).out).toContain('Order 5001: the order is in USD, not in AED');
  });

  test('works again what failed here, by the number of its order', async () => {
    await connect();
    await failTwelveTimes();
    expect((await mandoob(['retry', '5001'])).out).toBe(
      'To be tried again: 0 fulfilments, 1 webhooks, 0 payments\n',
    );
    await workWebhooks(app.owner, silentLog, { shop_id: shop.shop_id, now: () => new Date() });
    expect((await mandoob(['status'])).out).toContain('orders/updated 5001: imported');
  });

  test('of an order that has nothing to retry says so', async () => {
    const { err, code } = await mandoob(['retry', '4711']);
    expect([code, err]).toEqual([1, 'error: Nothing of order 4711 waits or failed\n']);
  });
});

test('help tells how to connect', async () => {
  const { out, code } = await mandoob(['connect', '--help']);
  expect(code).toBe(0);
  expect(out).toContain('/webhooks/shopify');
  expect(out).toContain('SHOPIFY_TOKEN');
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shopifyOrder } from '../../../tests/support/shopify-payload.ts';
import { type ShopifyTerminal, shopifyTerminal } from '../../../tests/support/shopify-terminal.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const HOOK = 'https://shop.example.com/webhooks/shopify';

let app: TestApp;
let terminal: ShopifyTerminal;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  terminal = await shopifyTerminal(app);
});
afterEach(() => terminal.store.stop());

describe('connect', () => {
  test('stores the credentials sealed and does not print them', async () => {
    const { out, err, code } = await terminal.connect();
    const connected = `Connected ${terminal.name}.myshopify.com to shop ${terminal.shop.shop_id}`;
    expect([out, err, code]).toEqual([`${connected}\nWebhooks are subscribed at ${HOOK}\n`, '', 0]);
    expect(await terminal.opened()).toMatchObject({
      token: 'shpat_1',
      secret: 'shpss_1',
      api_version: '2026-10',
    });
  });

  test('reads credentials from standard input, the token first', async () => {
    terminal.store.takeToken('shpat_2');
    const { code } = await terminal.mandoob(
      ['connect', `https://${terminal.name}.myshopify.com/admin`, '--token', '-', '--secret', '-'],
      'shpat_2\nshpss_2\n',
    );
    expect(code).toBe(0);
    expect(await terminal.opened()).toMatchObject({ token: 'shpat_2', secret: 'shpss_2' });
    await terminal.mandoob(
      ['connect', terminal.name, '--client-id', 'client', '--secret', '-'],
      'shpss_secret',
    );
    expect(await terminal.opened()).toMatchObject({
      token: 'shpat_granted_2',
      client_id: 'client',
      secret: 'shpss_secret',
    });
  });

  test.each([
    ['a wrong token', ['--token', 'shpat_guess', '--secret', 's'], /refuses the credentials \(401\)/],
    ['a wrong client id', ['--client-id', 'nobody', '--secret', 's'], /refuses the client id and secret/],
  ])('checks the credentials with the store: %s changes nothing', async (_name, credentials, message) => {
    const { err, code } = await terminal.mandoob(['connect', terminal.name, ...credentials]);
    expect(code).toBe(1);
    expect(err).toMatch(message);
    expect(err).toContain('Nothing was changed');
    expect(await terminal.opened()).toBeUndefined();
  });

  test('changes nothing, not even an earlier connection, if the store does not respond', async () => {
    await terminal.connect();
    terminal.store.faults.push('hangs_up');
    const { err, code } = await terminal.mandoob([
      'connect',
      terminal.name,
      '--token',
      'shpat_2',
      '--secret',
      'shpss_2',
    ]);
    expect([code, err]).toEqual([1, 'error: Shopify cannot be reached. Nothing was changed\n']);
    expect(await terminal.opened()).toMatchObject({ token: 'shpat_1' });
  });

  test('reports missing scopes, and connects without the scope that only marks orders as paid', async () => {
    terminal.store.admin.state.scopes = ['write_orders'];
    const { err, code } = await terminal.connect();
    expect(code).toBe(1);
    expect(err).toContain('The app lacks the scopes write_merchant_managed_fulfillment_orders:');
    expect(await terminal.opened()).toBeUndefined();
    terminal.store.admin.state.scopes = ['read_orders', 'write_merchant_managed_fulfillment_orders'];
    const connected = await terminal.connect();
    expect(connected.code).toBe(0);
    expect(connected.out).toContain('not marked as paid in the store: the app lacks the scope write_orders');
    expect((await terminal.mandoob(['status'])).out).toContain('the app lacks the scope write_orders');
  });

  test.each([null, 'http://10.0.0.7:3000'])(
    'without https (%j) reports that no webhooks are subscribed',
    async (url) => {
      terminal.settings.public_url = url;
      const { out, code } = await terminal.connect();
      expect(code).toBe(0);
      expect(out).toMatch(
        /Webhooks are NOT subscribed: Shopify sends webhooks to https only: set PUBLIC_URL/,
      );
      expect(terminal.store.admin.state.subscriptions).toEqual([]);
      expect((await terminal.mandoob(['status'])).out).toMatch(/Webhooks NOT subscribed: .* https only/);
    },
  );

  test.each([
    [['connect', 'shop.example.com', '--token', 't', '--secret', 's'], /such as my-shop\.myshopify\.com/],
    [['connect', 'store', '--token', 't'], /with --secret/],
    [['connect', 'store', '--secret', 's'], /with --token/],
    [['connect', 'store', '--secret', 's', '--token', 't', '--client-id', 'c'], /not both/],
  ])('refuses %j', async (args, message) => {
    const { err, code } = await terminal.mandoob(args);
    expect(code).toBe(1);
    expect(err).toMatch(message);
    expect(await terminal.opened()).toBeUndefined();
  });

  test('refuses a store that is connected to another shop', async () => {
    await terminal.connect();
    const other = await shopifyTerminal(app);
    const { name, shop } = terminal;
    const { err, code } = await other.mandoob(['connect', name, '--token', 't', '--secret', 's']);
    await other.store.stop();
    expect([code, err]).toEqual([1, `error: ${name}.myshopify.com is connected to shop ${shop.shop_id}\n`]);
  });

  test('with new credentials reactivates a stopped connection', async () => {
    await terminal.connect();
    await app.owner
      .updateTable('shopify_connections')
      .set({ refused_at: new Date(), refused_because: 'Shopify refuses the credentials (401)' })
      .where('shop_id', '=', terminal.shop.shop_id)
      .execute();
    expect((await terminal.mandoob(['status'])).out).toMatch(
      /STOPPED at .*: Shopify refuses the credentials \(401\)/,
    );
    await terminal.connect();
    expect((await terminal.mandoob(['status'])).out).not.toMatch(/STOPPED/);
  });
});

describe('test', () => {
  test('reports a correct connection', async () => {
    await terminal.connect();
    const { out, code } = await terminal.mandoob(['test']);
    expect([code, out.split('\n')]).toEqual([
      0,
      [
        `${terminal.name}.myshopify.com accepts the credentials`,
        'Scopes: complete',
        `Webhooks: all are subscribed at ${HOOK}`,
        '',
      ],
    ]);
  });

  test('lists missing scopes and webhooks, and restores none', async () => {
    await terminal.connect();
    terminal.store.admin.state.scopes = ['read_orders'];
    terminal.store.admin.state.subscriptions.shift();
    const { out, err, code } = await terminal.mandoob(['test']);
    expect([code, err]).toEqual([1, 'error: The store is not connected correctly\n']);
    expect(out).toContain('Scopes MISSING: write_merchant_managed_fulfillment_orders');
    expect(out).toContain(`Webhooks MISSING at ${HOOK}: orders/create`);
    expect(terminal.store.admin.state.subscriptions).toHaveLength(4);
  });

  test('reports why the store refuses, also for a stopped connection', async () => {
    await terminal.connect();
    terminal.store.revokeToken();
    await app.owner
      .updateTable('shopify_connections')
      .set({ refused_at: new Date(), refused_because: 'Shopify refuses the credentials (401)' })
      .where('shop_id', '=', terminal.shop.shop_id)
      .execute();
    const { err, code } = await terminal.mandoob(['test']);
    expect([code, err]).toEqual([1, 'error: Shopify refuses the credentials (401)\n']);
  });

  test.each(['test', 'resync', 'disconnect'])('%s is refused for a shop without a store', async (name) => {
    const { err, code } = await terminal.mandoob([name]);
    expect([code, err]).toEqual([
      1,
      `error: Shop ${terminal.shop.shop_id} is not connected to a Shopify store\n`,
    ]);
  });
});

describe('resync', () => {
  test('imports orders that changed since the last read', async () => {
    await terminal.connect();
    terminal.store.admin.keep(shopifyOrder({ updated_at: new Date().toISOString() }));
    const { out, code } = await terminal.mandoob(['resync']);
    expect(code).toBe(0);
    expect(out).toMatch(/^Read store-\d+\.myshopify\.com since .*: 1 missing orders were read\n$/);
    expect((await terminal.mandoob(['status'])).out).toContain('resync 5001: imported');
    expect((await terminal.mandoob(['resync'])).out).toContain('no orders were missing');
  });

  test('reads from an earlier day with --since', async () => {
    await terminal.connect();
    terminal.store.admin.keep(shopifyOrder());
    expect((await terminal.mandoob(['resync'])).out).toContain('no orders were missing');
    expect((await terminal.mandoob(['resync', '--since', '2026-11-19'])).out).toContain(
      '1 missing orders were read',
    );
    expect((await terminal.mandoob(['resync', '--since', 'monday'])).err).toContain(
      'Enter a day, as 2026-11-20.',
    );
  });
});

test('resync from a day after the last read leaves the skipped days to the next resync', async () => {
  await terminal.connect();
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
  await app.owner
    .updateTable('shopify_polls')
    .set({ polled_until: new Date(ago(6)) })
    .where('shop_id', '=', terminal.shop.shop_id)
    .execute();
  terminal.store.admin.keep(shopifyOrder({ id: '1', name: '#6001', updated_at: ago(4) }));
  terminal.store.admin.keep(shopifyOrder({ id: '2', name: '#6002', updated_at: ago(0) }));
  const since = ['--since', ago(2).slice(0, 10)];
  expect((await terminal.mandoob(['resync', ...since])).out).toContain('1 missing orders were read');
  expect((await terminal.mandoob(['resync'])).out).toContain('1 missing orders were read');
});

test('resync imports an order whose customer was hidden when the store now shows the customer', async () => {
  await terminal.connect();
  const hidden = {
    first_name: null,
    last_name: null,
    name: null,
    phone: null,
    address1: null,
    city: 'Dubai',
  };
  await terminal.receive({ shipping_address: hidden, billing_address: hidden, customer: { id: 77 } });
  expect((await terminal.mandoob(['status'])).out).toContain(
    'Order 5001: Shopify hides the customer from the app',
  );
  terminal.store.admin.keep(shopifyOrder());
  const since = ['--since', '2026-11-20'];
  expect((await terminal.mandoob(['resync', ...since])).out).toContain('1 missing orders were read');
  const { out } = await terminal.mandoob(['status']);
  expect(out).toContain('resync 5001: imported');
  expect(out).toContain('Orders that could not be imported: 0');
  expect((await terminal.mandoob(['resync', ...since])).out).toContain('no orders were missing');
});

describe('disconnect', () => {
  test('removes the webhooks in the store and the credentials here, and pending work stays pending', async () => {
    await terminal.connect();
    const waiting = await terminal.fulfilment({ status: 'waiting', attempts: 0, last_error: null });
    const { out, code } = await terminal.mandoob(['disconnect']);
    expect([code, out]).toEqual([
      0,
      `Disconnected ${terminal.name}.myshopify.com from shop ${terminal.shop.shop_id}\n`,
    ]);
    expect(terminal.store.admin.state.subscriptions).toEqual([]);
    expect(await terminal.opened()).toBeUndefined();
    expect((await terminal.mandoob(['status'])).out).toContain(`Order ${waiting.order_number}: waiting`);
  });

  test('removes the credentials also if the store refuses them', async () => {
    await terminal.connect();
    terminal.store.revokeToken();
    const { out, code } = await terminal.mandoob(['disconnect']);
    expect(code).toBe(0);
    expect(out).toContain('Its webhooks could not be removed there (Shopify refuses the credentials (401))');
    expect(await terminal.opened()).toBeUndefined();
  });
});

test('connect --help explains webhooks and credentials', async () => {
  const { out, code } = await terminal.mandoob(['connect', '--help']);
  expect(code).toBe(0);
  expect(out).toContain('/webhooks/shopify');
  expect(out).toContain('SHOPIFY_TOKEN');
});

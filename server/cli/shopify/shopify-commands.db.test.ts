import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { type ShopifyTerminal, shopifyTerminal } from '../../../tests/support/shopify-terminal.ts';
import { deliverTaken } from '../../../tests/support/taken-delivery.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { addOrder } from '../../../tests/support/test-shop.ts';
import { sql } from '../../platform/database/sql.ts';

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

/** Makes a webhook of order 5001 fail permanently because of an internal error, then repairs the cause. */
async function failTwelveTimes(): Promise<void> {
  await sql`alter table customers add constraint broken check (last_name <> 'Haddad') not valid`.execute(
    app.owner,
  );
  await terminal.receive({});
  const again = sql`update shopify_webhooks set next_attempt_at = now(), attempts = 11 where shop_id = ${terminal.shop.shop_id}`;
  await again.execute(app.owner);
  await terminal.work();
  await sql`alter table customers drop constraint broken`.execute(app.owner);
}

describe('status', () => {
  test('shows the number of webhooks that could not be verified', async () => {
    await terminal.connect();
    expect((await terminal.mandoob(['status'])).out).not.toContain('verified');
    await sql`select count_unverified_shopify_webhooks(${terminal.shop.shop_id}, 41, now())`.execute(
      app.owner,
    );
    await sql`select count_unverified_shopify_webhooks(${terminal.shop.shop_id}, 1, now())`.execute(
      app.owner,
    );
    expect((await terminal.mandoob(['status'])).out).toMatch(
      /Webhooks that could NOT be verified: 42, the last at /,
    );
  });

  test('reports that a shop has no store', async () => {
    expect((await terminal.mandoob(['status'])).out).toContain(
      `Shop ${terminal.shop.shop_id} is not connected to a Shopify store`,
    );
  });

  test('lists failed and pending fulfilments and orders that could not be imported', async () => {
    await terminal.connect();
    const failed = await terminal.fulfilment({
      status: 'failed',
      attempts: 25,
      last_error: 'Shopify responded with status 500',
    });
    const waiting = await terminal.fulfilment({ status: 'waiting', attempts: 0, last_error: null });
    await terminal.receive({ name: '#9001', currency: 'USD' });
    await terminal.receive({ id: '9002', name: '#9002', shipping_address: null, billing_address: null });
    const { out } = await terminal.mandoob(['status']);
    expect(out).toContain('Fulfilments: 1 pending, 1 failed');
    expect(out).toMatch(
      new RegExp(
        `Order ${failed.order_number}: failed .* Shopify responded with status 500 \\(25 attempts, given up\\)`,
      ),
    );
    expect(out).toMatch(new RegExp(`Order ${waiting.order_number}: waiting`));
    expect(out).toContain('Orders that could not be imported: 2');
    expect(out).toContain('Order 9001: the order is in USD, not in AED');
    expect(out).toContain('Order 9002: the order has no address to deliver to');
    expect(out).not.toMatch(/shpat|shpss|Layla/);
  });

  test('limits its lists and shows the number of other entries, and lists all with --all', async () => {
    const count = 53;
    await app.owner
      .insertInto('shopify_orders')
      .values(
        Array.from({ length: count }, (_, index) => ({
          shop_id: terminal.shop.shop_id,
          external_id: String(index),
          order_number: String(7_000 + index),
          external_updated_at: new Date(Date.UTC(2026, 10, 20) + index * 1_000),
          not_taken_because: 'the order is in USD, not in AED',
        })),
      )
      .execute();
    const { out } = await terminal.mandoob(['status']);
    expect(out).toContain(`Orders that could not be imported: ${count}\n`);
    expect(out).toContain('  and 3 more; --all lists them\n');
    expect(out).not.toContain('Order 7002:');
    const all = await terminal.mandoob(['status', '--all']);
    expect(all.out).toContain('Order 7000:');
    expect(all.out).not.toContain('more; --all');
    const { not_taken, not_taken_total } = JSON.parse((await terminal.mandoob(['status', '--json'])).out);
    expect([not_taken.length, not_taken_total]).toEqual([50, count]);
  });

  test('lists collected payments that are not marked as paid, with both amounts, until they are dismissed', async () => {
    await terminal.connect();
    const order = await addOrder(app.owner, terminal.shop, terminal.shop.driver);
    await app.owner.updateTable('orders').set({ external_id: '7001' }).where('id', '=', order.id).execute();
    await sendDelivery(
      app,
      terminal.shop.driver,
      await prepareDelivery(app, terminal.shop, terminal.shop.driver, order),
    );
    expect((await terminal.mandoob(['status'])).out).toContain(
      `Order ${order.order_number}: collected AED 145.00, outstanding in the store unknown: waiting`,
    );
    await app.owner
      .updateTable('store_payments')
      .set({ status: 'listed', outstanding_fils: 12_000 })
      .where('shop_id', '=', terminal.shop.shop_id)
      .execute();
    const { out } = await terminal.mandoob(['status']);
    expect(out).toContain('Payments to be marked in the store: 0 pending, 0 failed, 1 need your action\n');
    expect(out).toContain(
      `Order ${order.order_number}: collected AED 145.00, outstanding in the store AED 120.00: not marked`,
    );
    await app.owner
      .updateTable('store_payments')
      .set({ outstanding_fils: 0, marked_fils: 15_000 })
      .where('shop_id', '=', terminal.shop.shop_id)
      .execute();
    expect((await terminal.mandoob(['status'])).out).toContain(
      `Order ${order.order_number}: collected AED 145.00, but AED 150.00 was marked as paid in the store`,
    );
    await terminal.mandoob(['dismiss', order.order_number]);
    expect((await terminal.mandoob(['status'])).out).toContain('0 need your action');
  });

  test('lists payments that wait for the rest', async () => {
    await terminal.connect();
    const { shop } = terminal;
    const order = await addOrder(app.owner, shop, shop.driver);
    await app.owner.updateTable('orders').set({ external_id: '7001' }).where('id', '=', order.id).execute();
    const short = { taken: { cash_fils: 14_000 }, short_reason: 'No more cash' };
    await deliverTaken(app, shop, shop.driver, order, short);
    const { out } = await terminal.mandoob(['status']);
    expect(out).toContain('0 pending, 0 failed, 0 need your action\n  1 wait for the rest of the payment\n');
    expect(out).toContain(
      `Order ${order.order_number}: collected AED 140.00, AED 5.00 is owed or not matched: not marked yet`,
    );
  });

  test('lists test orders and pickups, which are not delivered', async () => {
    await terminal.connect();
    await terminal.receive({ test: true });
    await terminal.receive({ id: '9003', name: '#9003', shipping_address: null });
    const { out } = await terminal.mandoob(['status']);
    expect(out).toContain('Orders that are not delivered: 2\n');
    expect(out).toContain('  Order 5001: it is a test order\n');
    expect(out).toContain('  Order 9003: it is picked up by the customer\n');
  });

  test('lists an order that was refunded on the road until it is closed', async () => {
    await terminal.connect();
    await terminal.receive({});
    await terminal.receive({ financial_status: 'refunded', updated_at: '2026-11-20T09:30:00+04:00' });
    expect((await terminal.mandoob(['status'])).out).toContain(
      'Order 5001: the order is refunded: its driver',
    );
    await app.owner
      .updateTable('orders')
      .set({ status: 'cancelled' })
      .where('shop_id', '=', terminal.shop.shop_id)
      .execute();
    expect((await terminal.mandoob(['status'])).out).toContain('Orders that could not be imported: 0');
  });

  test("reports that the store's secrets can no longer be opened", async () => {
    await terminal.connect();
    expect((await terminal.mandoob(['status'])).out).not.toContain('NOT WORKING');
    const { out } = await terminal.mandoob(['status'], '', ['another secret of the tests, long enough too']);
    expect(out).toMatch(/NOT WORKING: .* cannot be read with the AUTH_SECRET of this installation/);
  });

  test('lists a failed webhook until a newer one of its order is processed', async () => {
    await terminal.connect();
    await failTwelveTimes();
    expect((await terminal.mandoob(['status'])).out).toContain('Order 5001: it failed here (23514)');
    await terminal.receive({});
    expect((await terminal.mandoob(['status'])).out).toContain('Orders that could not be imported: 0');
  });

  test('compares versions of an order by the store’s timestamp, not by the time of sending', async () => {
    await terminal.connect();
    await failTwelveTimes();
    await app.owner
      .updateTable('shopify_webhooks')
      .set({ triggered_at: new Date('2999-01-01T00:00:00Z') })
      .where('shop_id', '=', terminal.shop.shop_id)
      .execute();
    await terminal.receive({ updated_at: '2026-11-20T09:30:00+04:00' });
    expect((await terminal.mandoob(['status'])).out).toContain('Orders that could not be imported: 0');
  });

  test('prints JSON without secrets', async () => {
    await terminal.connect();
    await terminal.receive({});
    const status = JSON.parse((await terminal.mandoob(['status', '--json'])).out);
    expect(status).toMatchObject({
      shop_id: terminal.shop.shop_id,
      connection: { shop_domain: `${terminal.name}.myshopify.com`, refused_at: null },
      waiting: 0,
      not_taken: [],
      webhooks: [{ topic: 'orders/updated', order_number: '5001', outcome: 'imported' }],
    });
    expect(JSON.stringify(status)).not.toMatch(/sealed|shpat|v1\./);
  });
});

describe('dismiss', () => {
  const USD = 'the order is in USD, not in AED';

  test('removes an order from the list until another reason occurs', async () => {
    await terminal.connect();
    await terminal.receive({ currency: 'USD' });
    expect((await terminal.mandoob(['status'])).out).toContain(`Order 5001: ${USD}`);
    expect((await terminal.mandoob(['dismiss', '#5001'])).out).toBe('Dismissed #5001\n');
    expect((await terminal.mandoob(['status'])).out).toContain('Orders that could not be imported: 0');
    await terminal.receive({ currency: 'USD', updated_at: '2026-11-20T09:30:00+04:00' });
    expect((await terminal.mandoob(['status'])).out).toContain('Orders that could not be imported: 0');
    await terminal.receive({ currency: 'EUR', updated_at: '2026-11-20T09:40:00+04:00' });
    expect((await terminal.mandoob(['status'])).out).toContain('Order 5001: the order is in EUR, not in AED');
  });

  test('removes an unreadable webhook by its listed id, and it is not retried', async () => {
    await terminal.connect();
    await app.owner
      .insertInto('shopify_webhooks')
      .values({
        shop_id: terminal.shop.shop_id,
        id: newId(),
        webhook_id: 'garbage-1',
        topic: 'orders/create',
        payload: '{',
      })
      .execute();
    await terminal.work();
    expect((await terminal.mandoob(['status'])).out).toContain('Webhook garbage-1: the payload is not JSON');
    expect((await terminal.mandoob(['dismiss', 'garbage-1'])).code).toBe(0);
    expect((await terminal.mandoob(['status'])).out).toContain('Orders that could not be imported: 0');
    expect((await terminal.mandoob(['retry'])).out).toBe(
      'To be retried: 0 fulfilments, 0 webhooks, 0 payments\n',
    );
  });

  test('refuses an order that is not listed', async () => {
    await terminal.connect();
    await terminal.receive({});
    const { err, code } = await terminal.mandoob(['dismiss', '5001']);
    expect([code, err]).toEqual([1, 'error: 5001 is not listed in shopify status\n']);
  });
});

describe('retry', () => {
  const read = (id: string) =>
    app.owner
      .selectFrom('order_fulfilments')
      .select(['status', 'attempts', 'last_error'])
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();

  test('retries one order only, or all orders', async () => {
    await terminal.connect();
    const one = await terminal.fulfilment({
      status: 'failed',
      attempts: 25,
      last_error: 'Shopify responded with status 500',
    });
    const two = await terminal.fulfilment({
      status: 'waiting',
      attempts: 3,
      last_error: 'Shopify responded with status 500',
    });
    const { out } = await terminal.mandoob(['retry', `#${one.order_number}`]);
    expect(out).toBe('To be retried: 1 fulfilments, 0 webhooks, 0 payments\n');
    expect(await read(one.id)).toEqual({ status: 'waiting', attempts: 0, last_error: null });
    expect(await read(two.id)).toMatchObject({ attempts: 3 });
    expect((await terminal.mandoob(['retry'])).out).toBe(
      'To be retried: 2 fulfilments, 0 webhooks, 0 payments\n',
    );
    expect(JSON.parse((await terminal.mandoob(['retry', '--json'])).out)).toEqual({
      fulfilments: 2,
      webhooks: 0,
      payments: 0,
    });
    expect(await read(two.id)).toMatchObject({ attempts: 0, last_error: null });
  });

  test('processes an order again that could not be imported', async () => {
    await terminal.connect();
    await terminal.receive({ currency: 'USD' });
    expect((await terminal.mandoob(['retry', '5001'])).out).toBe(
      'To be retried: 0 fulfilments, 1 webhooks, 0 payments\n',
    );
    await terminal.work();
    expect((await terminal.mandoob(['status'])).out).toContain('Order 5001: the order is in USD, not in AED');
  });

  test('processes a failed webhook again by the number of its order', async () => {
    await terminal.connect();
    await failTwelveTimes();
    expect((await terminal.mandoob(['retry', '5001'])).out).toBe(
      'To be retried: 0 fulfilments, 1 webhooks, 0 payments\n',
    );
    await terminal.work();
    expect((await terminal.mandoob(['status'])).out).toContain('orders/updated 5001: imported');
  });

  test('refuses an order without pending or failed work', async () => {
    const { err, code } = await terminal.mandoob(['retry', '4711']);
    expect([code, err]).toEqual([1, 'error: Order 4711 has no pending or failed work\n']);
  });
});

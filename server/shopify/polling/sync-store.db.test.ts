import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { at, type ConnectedStore, connectedStore } from '../../../tests/support/connected-store.ts';
import { BIG_ID, shopifyOrder } from '../../../tests/support/shopify-payload.ts';
import { type ShopifyStore, startShopifyStore } from '../../../tests/support/shopify-store.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../../tests/support/test-app.ts';
import { sql } from '../../platform/database/sql.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { secretBox } from '../../platform/secrets/sealed-secrets.ts';
import { reachStore } from '../store/store-session.ts';
import { refetchOrder } from './poll-orders.ts';
import { shopsToSync } from './store-reading.ts';
import { resyncStore, syncStore } from './sync-store.ts';

const PUBLIC_URL = 'https://shop.example.com';
const HOOK = `${PUBLIC_URL}/webhooks/shopify`;

let app: TestApp;
let connected: ConnectedStore;
let store: ShopifyStore;
const pauses_ms: number[] = [];

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  connected = await connectedStore(app);
  store = await startShopifyStore();
  store.takeToken('shpat_token');
  pauses_ms.length = 0;
  // The orders of these tests changed at 09:00 that day.
  await setPoll({ polled_until: new Date('2026-11-20T09:00:00+04:00') });
});
afterEach(() => store.stop());

const setPoll = (columns: { polled_until?: Date; started_at?: Date | null; leased_until?: Date }) =>
  app.owner.updateTable('shopify_polls').set(columns).where('shop_id', '=', connected.shop.shop_id).execute();

const poll = () =>
  app.owner
    .selectFrom('shopify_polls')
    .selectAll()
    .where('shop_id', '=', connected.shop.shop_id)
    .executeTakeFirstOrThrow();

const connection = () =>
  app.owner
    .selectFrom('shopify_connections')
    .selectAll()
    .where('shop_id', '=', connected.shop.shop_id)
    .executeTakeFirstOrThrow();

const options = () => ({
  owner: app.owner,
  box: secretBox(TEST_SECRETS),
  log: silentLog,
  now: () => new Date(),
  address: store.address,
  answer_ms_max: 1_500,
  public_url: PUBLIC_URL as string | null,
  pause: async (delay_ms: number) => void pauses_ms.push(delay_ms),
});

function run(public_url: string | null = PUBLIC_URL, now = () => new Date()): Promise<boolean> {
  return syncStore({ ...options(), public_url, now }, connected.shop.shop_id);
}

const isDue = async () => (await shopsToSync(app.owner)).includes(connected.shop.shop_id);
const topics = () => store.admin.state.subscriptions.map(({ topic }) => topic).sort();
const operations = () =>
  store.queries().map(({ body }) => /^(?:query|mutation) (\w+)/.exec(String(body.query))?.[1]);

describe('orders without a webhook', () => {
  test('are found by polling for changes, and processed like webhooks', async () => {
    store.admin.keep(shopifyOrder());
    await run();
    await connected.work();
    expect(await connected.inbox()).toMatchObject([
      { topic: 'resync', outcome: 'imported', external_id: BIG_ID, order_number: '5001' },
    ]);
    expect(await connected.order()).toMatchObject({
      order_number: '5001',
      due_amount_fils: 14_500,
      subtotal_fils: 14_000,
      payment_method: 'cash',
      delivery_address: 'Villa 12, Al Wasl Road, Dubai',
      latitude: 25.2048,
      notes: 'Ring twice',
    });
  });

  test('have the same content as a webhook of the same order', async () => {
    await connected.take();
    store.admin.keep(shopifyOrder(at('09:20:00')));
    await run();
    await connected.work();
    expect((await connected.inbox()).at(-1)).toMatchObject({ topic: 'resync', outcome: 'unchanged' });
  });

  test('are stored in the form of a webhook, which a server of the previous version can process', async () => {
    store.admin.keep(shopifyOrder());
    await run();
    const [{ payload } = { payload: null }] = await connected.inbox();
    expect(JSON.parse(payload ?? '{}')).toMatchObject({ financial_status: 'pending' });
  });

  test('are read only if no webhook has reported them', async () => {
    await connected.take();
    store.admin.keep(shopifyOrder());
    await run();
    expect(operations()).not.toContain('PolledOrder');
    expect(await connected.inbox()).toHaveLength(1);
  });

  test('include cancelled orders', async () => {
    await connected.take();
    store.admin.keep(shopifyOrder({ cancelled_at: '2026-11-20T09:10:00+04:00', ...at('09:10:00') }));
    await run();
    await connected.work();
    expect(await connected.order()).toMatchObject({ status: 'cancelled' });
  });

  test('are read in pages, and the position is stored', async () => {
    store.admin.state.page_max = 2;
    const placed = ['1', '2', '3', '4', '5'];
    for (const id of placed) {
      store.admin.keep(shopifyOrder({ id, name: `#600${id}`, ...at(`1${id}:00:00`) }));
    }
    await run();
    const requested = operations().filter((name) => name === 'ChangedOrders');
    expect(requested).toHaveLength(3);
    await connected.work();
    const orders = await app.owner
      .selectFrom('orders')
      .select('order_number')
      .where('shop_id', '=', connected.shop.shop_id)
      .orderBy('order_number')
      .execute();
    expect(orders.map(({ order_number }) => order_number)).toEqual(['6001', '6002', '6003', '6004', '6005']);
    expect((await poll()).polled_until).toEqual(new Date('2026-11-20T15:00:00+04:00'));
  });

  test('are read from the stored position after a failure between pages', async () => {
    store.admin.state.page_max = 1;
    await run();
    store.admin.keep(shopifyOrder({ id: '1', name: '#6001', ...at('11:00:00') }));
    store.admin.keep(shopifyOrder({ id: '2', name: '#6002', ...at('12:00:00') }));
    await setPoll({ started_at: null });
    store.faults.push(null, null, null, null, 'hangs_up');
    await run();
    expect(await poll()).toMatchObject({
      polled_until: new Date('2026-11-20T11:00:00+04:00'),
      last_error: 'Shopify cannot be reached',
    });
    await setPoll({ started_at: null });
    await run();
    expect(await poll()).toMatchObject({ last_error: null, ended_at: expect.any(Date) });
    expect((await connected.inbox()).map(({ topic }) => topic)).toEqual(['resync', 'resync']);
  });

  test('are read up to the server’s own time: a store whose clock is ahead hides no later ones', async () => {
    store.admin.keep(shopifyOrder(at('12:00:00')));
    const eleven = new Date('2026-11-20T11:00:00+04:00');
    await run(PUBLIC_URL, () => eleven);
    expect((await poll()).polled_until).toEqual(eleven);
  });

  test('are read within the store’s rate limits', async () => {
    store.admin.keep(shopifyOrder());
    store.faults.push('throttled');
    await run();
    expect(pauses_ms.length).toBeGreaterThan(0);
    expect(await connected.inbox()).toHaveLength(1);
  });

  test('are read even if one of them cannot be read', async () => {
    store.admin.keep(shopifyOrder({ id: '1', name: '#6001', currency: 'USD', ...at('11:00:00') }));
    store.admin.keep({ ...shopifyOrder({ id: '2', name: null, ...at('11:30:00') }) });
    store.admin.keep(shopifyOrder({ id: '3', name: '#6003', ...at('12:00:00') }));
    await run();
    expect((await poll()).last_error).toBe('Shopify sent order 2 in an unexpected format');
    await connected.work();
    expect((await connected.inbox()).map(({ outcome }) => outcome)).toEqual(['not_taken', 'imported']);
    // The unreadable order is not skipped permanently: it is requested and reported until it can be read.
    await setPoll({ started_at: null });
    await run();
    expect((await poll()).last_error).toBe('Shopify sent order 2 in an unexpected format');
    store.admin.keep(shopifyOrder({ id: '2', name: '#6002', ...at('11:30:00') }));
    await setPoll({ started_at: null });
    await run();
    expect(await poll()).toMatchObject({
      last_error: null,
      polled_until: new Date('2026-11-20T12:00:00+04:00'),
    });
    expect(await connected.inbox()).toHaveLength(3);
  });
});

describe('reading in slices by one worker at a time:', () => {
  const requested = () =>
    store.queries().flatMap(({ body }) => {
      const { id } = body.variables as { id?: string };
      return String(body.query).startsWith('query PolledOrder') ? [id?.split('/').at(-1)] : [];
    });
  const slice = () => syncStore({ ...options(), slice_ms: 0 }, connected.shop.shop_id);
  const keepThree = () => {
    store.admin.state.page_max = 2;
    for (const id of ['1', '2', '3'])
      store.admin.keep(shopifyOrder({ id, name: `#600${id}`, ...at(`1${id}:00:00`) }));
  };
  const press = () => sql`select ask_store_again(${connected.shop.shop_id})`.execute(app.owner);
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);

  test('a slice continues where the previous one ended; a valid lease or a failure delays it', async () => {
    keepThree();
    expect(await slice()).toBe(true);
    expect(requested()).toEqual(['1']);
    // The lease of a dead worker remains until it expires. The next poll waits equally long after a failed
    // and after a completed one.
    await setPoll({ leased_until: minutes(4) });
    expect(await slice()).toBe(false);
    await setPoll({ leased_until: minutes(-1) });
    expect(await isDue()).toBe(true);
    store.faults.push({ status: 503 });
    expect(await slice()).toBe(false);
    expect(await isDue()).toBe(false);
    await setPoll({ started_at: minutes(-16) });
    expect(await slice()).toBe(true);
    expect(await isDue()).toBe(true);
    while (await slice());
    expect(requested()).toEqual(['1', '2', '3']);
    expect(await isDue()).toBe(false);
    expect(await poll()).toMatchObject({
      polled_until: new Date('2026-11-20T13:00:00+04:00'),
      reading_since: null,
      leased_until: null,
      last_error: null,
    });
  });

  test('a request during a reading starts no second reading, and the store is read from the start', async () => {
    keepThree();
    // The first page is read, and then the first order is throttled.
    store.faults.push(null, null, null, null, null, null, null, null, 'throttled');
    let second: boolean | undefined;
    const pause = async () => {
      await press();
      await expect(resyncStore(options(), operator(), { since: undefined })).rejects.toThrow(
        /store_refused|is being read now/,
      );
      second = await run();
    };
    const first = syncStore({ ...options(), pause }, connected.shop.shop_id);
    expect(await first).toBe(true);
    expect(second).toBe(false);
    expect(operations().filter((name) => name === 'ChangedOrders')).toHaveLength(1);
    expect(await isDue()).toBe(true);
    expect(await run()).toBe(false);
    expect(requested()).toEqual(['1', '1', '2', '3']);
    expect(await connected.inbox()).toHaveLength(3);
    expect(await isDue()).toBe(false);
  });

  test('a correction by a user survives a repeated report of the store', async () => {
    await connected.take();
    const { shop } = connected;
    const { id, version } = await connected.orderThere();
    const corrected = await app.send('POST', '/api/desk/orders/correct', {
      as: shop.manager.session_id,
      headers: { 'idempotency-key': newId() },
      body: { ...CONTENTS, order_id: id, seen_version: version, reason: 'Agreed by phone' },
    });
    expect(corrected.status).toBe(200);
    store.admin.keep(shopifyOrder());
    const session = await openStore();
    await refetchOrder({ ...session, owner: app.owner }, BIG_ID);
    await connected.work();
    expect((await connected.inbox()).map(({ outcome }) => outcome)).toEqual(['imported', 'unchanged']);
    expect(await connected.take()).toMatchObject({ outcome: 'unchanged' });
    // The same is true after a name has been given another meaning, and if an earlier build processed that
    // version.
    const own = { kind: 'payment', key: 'cash on delivery cod', name: 'COD', meaning: 'card' };
    await app.owner
      .insertInto('source_names')
      .values({ shop_id: shop.shop_id, ...own, first_seen_at: new Date() })
      .onConflict((row) => row.columns(['shop_id', 'kind', 'key']).doUpdateSet({ meaning: 'card' }))
      .execute();
    expect(await connected.take()).toMatchObject({ outcome: 'unchanged' });
    const older = { taken_word: 'a'.repeat(64) };
    await app.owner.updateTable('shopify_orders').set(older).where('shop_id', '=', shop.shop_id).execute();
    expect(await connected.take()).toMatchObject({ outcome: 'unchanged' });
    expect(await connected.order()).toMatchObject({ due_amount_fils: 12_000, notes: 'By phone' });
    // The next change in the store applies, and is processed once.
    expect(await connected.take({ note: 'Gate 3', ...at('09:30:00') })).toMatchObject({ outcome: 'updated' });
    expect(await connected.order()).toMatchObject({ due_amount_fils: 14_500, notes: 'Gate 3' });
    await changeAfterRefund();
  });

  /** Refunds the order in the store, and then makes an amount due by hand. */
  async function changeAfterRefund(): Promise<void> {
    const refunded = { financial_status: 'refunded', total_outstanding: '0.00', ...at('09:40:00') };
    expect(await connected.take(refunded)).toMatchObject({ outcome: 'updated' });
    const by_hand = { due_amount_fils: 14_500, paid_amount_fils: 0, payment_status: 'pending' as const };
    const { shop_id } = connected.shop;
    await app.owner.updateTable('orders').set(by_hand).where('shop_id', '=', shop_id).execute();
    expect(await connected.take(refunded)).toMatchObject({ outcome: 'unchanged' });
    expect(await connected.order()).toMatchObject({ due_amount_fils: 14_500 });
    const listed = await sql<{
      reason: string;
    }>`select reason from shopify_not_taken(${shop_id})`.execute(app.owner);
    expect(listed.rows).toMatchObject([{ reason: expect.stringContaining('refunded') }]);
  }

  const CONTENTS = {
    customer_name: 'Layla Haddad',
    phone: '+971501234567',
    delivery_address: 'Villa 12, Al Wasl Road, Dubai',
    area: null,
    promised_at: null,
    notes: 'By phone',
    payment_method: 'cash',
    lines: [{ name: 'Dates', sku: null, qty: 1, unit_price_fils: 12_000 }],
    discount_fils: 0,
    shipping_fils: 0,
    paid_amount_fils: 0,
  };
  const operator = () => ({
    kind: 'operator' as const,
    account: 'test',
    shop_id: connected.shop.shop_id,
  });
  async function openStore() {
    const session = await reachStore(options(), connected.shop.shop_id);
    if (!session) throw new Error('there is no store');
    return session;
  }
});

describe('a store', () => {
  test('is due after 15 minutes, and at once if it was never read', async () => {
    expect(await isDue()).toBe(true);
    await run();
    expect(await isDue()).toBe(false);
    await setPoll({ started_at: new Date(Date.now() - 16 * 60_000) });
    expect(await isDue()).toBe(true);
  });

  test('is read by only one of two concurrent workers', async () => {
    await Promise.all([run(), run()]);
    expect(operations().filter((name) => name === 'ChangedOrders')).toHaveLength(1);
  });

  test('is still due after the clock was ahead', async () => {
    await setPoll({ started_at: new Date(Date.now() + 3 * 24 * 3_600_000) });
    expect(await isDue()).toBe(true);
    await run();
    expect(operations()).toContain('ChangedOrders');
  });

  test('is read from the newest known order version if an earlier version connected it', async () => {
    await connected.take();
    await app.owner.deleteFrom('shopify_polls').where('shop_id', '=', connected.shop.shop_id).execute();
    expect(await isDue()).toBe(true);
    await run();
    const requested = store.queries().find(({ body }) => String(body.query).includes('ChangedOrders'));
    // The overlap of 5 minutes before 09:00:05 in Dubai.
    expect(requested?.body.variables).toMatchObject({ query: "updated_at:>='2026-11-20T04:55:05.000Z'" });
  });

  test('is read from no later than the server’s own time if an earlier version connected it', async () => {
    await connected.take();
    await app.owner.deleteFrom('shopify_polls').where('shop_id', '=', connected.shop.shop_id).execute();
    await run(PUBLIC_URL, () => new Date('2026-11-20T08:00:00+04:00'));
    expect((await poll()).polled_until).toEqual(new Date('2026-11-20T08:00:00+04:00'));
  });

  test('is not due if it refuses the credentials', async () => {
    store.revokeToken();
    await run();
    expect(await connection()).toMatchObject({ refused_because: 'Shopify refuses the credentials (401)' });
    expect(await isDue()).toBe(false);
  });

  test('reports a missing scope to read orders, and fulfilment continues', async () => {
    store.admin.state.scopes = ['write_merchant_managed_fulfillment_orders'];
    await run();
    expect(await connection()).toMatchObject({
      refused_at: null,
      missing_scopes: 'read_orders write_orders',
    });
    expect((await poll()).last_error).toContain('Shopify refuses the scopes');
    await setPoll({ started_at: null });
    expect(await isDue()).toBe(true);
  });
});

describe('webhook subscriptions', () => {
  test('are created, and restored if Shopify deletes them', async () => {
    await run();
    expect(topics()).toEqual([
      'ORDERS_CANCELLED',
      'ORDERS_CREATE',
      'ORDERS_DELETE',
      'ORDERS_PAID',
      'ORDERS_UPDATED',
    ]);
    expect(await connection()).toMatchObject({ webhook_url: HOOK, webhooks_problem: null });
    store.admin.state.subscriptions = store.admin.state.subscriptions.slice(1);
    await setPoll({ started_at: null });
    await run();
    expect(topics()).toHaveLength(5);
  });

  test('get the deletion topic if the store was connected before it existed', async () => {
    await run();
    store.admin.state.subscriptions = store.admin.state.subscriptions.filter(
      ({ topic }) => topic !== 'ORDERS_DELETE',
    );
    await setPoll({ started_at: null });
    await run();
    expect(topics()).toContain('ORDERS_DELETE');
  });

  test('keep those of other apps and addresses', async () => {
    const foreign = { id: 'gid://shopify/WebhookSubscription/99', topic: 'ORDERS_PAID', uri: 'https://else' };
    store.admin.state.subscriptions.push(foreign);
    await run();
    expect(store.admin.state.subscriptions).toContainEqual(foreign);
    expect(topics()).toHaveLength(6);
  });

  test.each([null, 'http://127.0.0.1:3000'])('are reported as impossible with PUBLIC_URL %j', async (url) => {
    store.admin.keep(shopifyOrder());
    await run(url);
    expect(topics()).toEqual([]);
    const { webhooks_problem } = await connection();
    expect(webhooks_problem).toMatch(/Shopify sends webhooks to https only: set PUBLIC_URL/);
    // Orders are still polled.
    expect(await connected.inbox()).toHaveLength(1);
  });
});

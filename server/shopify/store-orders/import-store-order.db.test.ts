import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { leftBy } from '../../../tests/support/audit.ts';
import {
  at,
  CANCELLED,
  type ConnectedStore,
  connectedStore,
  PAID,
} from '../../../tests/support/connected-store.ts';
import { BIG_ID, payloadText, shopifyOrder } from '../../../tests/support/shopify-payload.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addOrder } from '../../../tests/support/test-shop.ts';
import { toItem } from '../../orders/lists/order-queries.ts';
import { linesWithProducts } from '../../orders/order-rows.ts';
import { type Database, databaseOf } from '../../platform/database/database.ts';
import type { Around } from '../../platform/database/driver/session.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { processWebhooks } from '../webhooks/process-webhooks.ts';

let app: TestApp;
let store: ConnectedStore;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  store = await connectedStore(app);
});

/** Imports the store's order without its id, as from a file without ids. */
async function importedWithoutId(): Promise<void> {
  await store.take();
  const of_shop = { shop_id: store.shop.shop_id };
  await app.owner
    .deleteFrom('shopify_webhooks')
    .where((row) => row.and(of_shop))
    .execute();
  await app.owner
    .deleteFrom('shopify_orders')
    .where((row) => row.and(of_shop))
    .execute();
  await app.owner
    .updateTable('orders')
    .set({ external_id: null })
    .where((row) => row.and(of_shop))
    .execute();
}

const UPDATED = { topic: 'orders/updated' };

async function lineIds() {
  const rows = await app.owner
    .selectFrom('order_line_items')
    .select('external_id')
    .where('shop_id', '=', store.shop.shop_id)
    .orderBy('position')
    .execute();
  return rows.map(({ external_id }) => external_id);
}

describe('an order of a webhook', () => {
  test('is imported with all digits of its id', async () => {
    expect(await store.take()).toMatchObject({
      outcome: 'imported',
      external_id: BIG_ID,
      order_number: '5001',
    });
    expect(await store.order()).toMatchObject({
      external_id: BIG_ID,
      order_number: '5001',
      status: 'picking',
      payment_method: 'cash',
      payment_status: 'pending',
      due_amount_fils: 14_500,
      latitude: 25.2048,
    });
    expect(await store.events()).toEqual([['imported', { source: 'shopify_webhook' }]]);
  });

  test('keeps the ids of its lines, and gets those that it lacks from the next version', async () => {
    await store.take();
    expect(await lineIds()).toEqual(['9007199254740995', '9007199254740997']);
    const { shop_id } = store.shop;
    await app.owner
      .updateTable('order_line_items')
      .set({ external_id: null })
      .where('shop_id', '=', shop_id)
      .execute();
    const before = await store.orderThere();
    expect(await store.take({ note: 'Knock', ...at('09:02:00') }, UPDATED)).toMatchObject({
      outcome: 'updated',
    });
    expect(await lineIds()).toEqual(['9007199254740995', '9007199254740997']);
    expect((await store.orderThere()).version).toBe(before.version + 1);
  });

  test('keeps the ids of equal lines of which one is removed', async () => {
    const [dates, bread] = shopifyOrder().line_items as Record<string, unknown>[];
    const equal = (id: string) => ({ ...bread, id });
    await store.take({ line_items: [dates, equal('11')], ...at('09:01:00') });
    const amounts = (total: string) => ({
      total_price: total,
      current_total_price: total,
      total_outstanding: total,
    });
    await store.take(
      { line_items: [dates, equal('11'), equal('12')], ...amounts('165.00'), ...at('09:02:00') },
      UPDATED,
    );
    expect(await lineIds()).toEqual(['9007199254740995', '11', '12']);
    await store.take({ line_items: [dates, equal('12')], ...amounts('145.00'), ...at('09:03:00') }, UPDATED);
    expect(await lineIds()).toEqual(['9007199254740995', '12']);
  });

  test('shows the driver the tax of each line, if it is not contained in the prices', async () => {
    const lines = shopifyOrder().line_items as Record<string, unknown>[];
    const taxed = lines.map((line, index) => ({
      ...line,
      tax_lines: [{ rate: 0.05, price: `${6 - index}.00` }],
    }));
    const total = { total_price: '156.00', current_total_price: '156.00', total_outstanding: '156.00' };
    const tax = { total_tax: '11.00', current_total_tax: '11.00', line_items: taxed };
    await store.take({ ...total, ...tax, taxes_included: false });
    const { id } = await store.goOut();
    const taxes = async () => {
      const { shop_id } = store.shop;
      const items = await inTransaction(app.owner, (tx) => linesWithProducts(tx, shop_id, [id]));
      return items.map((item) => toItem(item).tax_fils);
    };
    expect(await taxes()).toEqual([600, 500]);
    await app.owner.updateTable('orders').set({ taxes_included: true }).where('id', '=', id).execute();
    expect(await taxes()).toEqual([undefined, undefined]);
  });

  test('ends with its newest version, whatever the order of its webhooks', async () => {
    const note = (text: string, time: string) =>
      store.take({ note: text, ...at(time) }, { topic: 'orders/updated' });
    expect(await note('second', '09:02:00')).toMatchObject({ outcome: 'imported' });
    expect(await note('first', '09:01:00')).toMatchObject({ outcome: 'stale' });
    expect(await note('third', '09:03:00')).toMatchObject({ outcome: 'updated' });
    expect(await note('third', '09:03:00')).toMatchObject({ outcome: 'unchanged' });
    expect((await store.order())?.notes).toBe('third');
  });

  test('keeps the version sent later of two changes in one second', async () => {
    await store.take(
      { ...PAID, ...at('09:00:05') },
      { topic: 'orders/paid', triggered_at: '2026-11-20T05:00:05.900000001Z' },
    );
    const late = await store.take({}, { triggered_at: '2026-11-20T05:00:05.100000001Z' });
    expect(late).toMatchObject({ outcome: 'stale' });
    expect(await store.order()).toMatchObject({ payment_status: 'paid' });
  });

  test('accepts a version after one with a time of sending in the future', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    await store.take({ note: 'first' }, { triggered_at: soon });
    const next = await store.take({ note: 'second' }, { triggered_at: new Date().toISOString() });
    expect(next).toMatchObject({ outcome: 'updated' });
    expect((await store.order())?.notes).toBe('second');
  });

  test('is listed if its time of change is in the future, and accepts later versions', async () => {
    const ahead = await store.take({ updated_at: '9999-12-31T23:59:59Z' });
    expect(ahead).toMatchObject({ outcome: 'not_taken', reason: 'updated_at: is not a possible time' });
    expect(await store.take()).toMatchObject({ outcome: 'imported' });
  });

  test('ends with the newest of versions that are processed concurrently', async () => {
    const times = ['09:07:00', '09:03:00', '09:09:00', '09:05:00', '09:01:00'];
    for (const time of times) await store.send(payloadText(shopifyOrder({ note: time, ...at(time) })));
    await Promise.all([store.work(), store.work(), store.work()]);
    await sql`update shopify_webhooks set next_attempt_at = now() where shop_id = ${store.shop.shop_id}`.execute(
      app.owner,
    );
    await store.work();
    expect((await store.order())?.notes).toBe('09:09:00');
    expect((await store.inbox()).every(({ outcome }) => outcome !== null && outcome !== 'failed')).toBe(true);
  });

  test('updates the customer’s requests and stores the customer’s language', async () => {
    const withGateCode = (value: string) => ({
      note_attributes: [{ name: 'Gate code', value }],
      customer_locale: 'ar-AE',
    });
    await store.take(withGateCode('1234'));
    expect(await store.order()).toMatchObject({
      requests: [{ name: 'Gate code', text: '1234' }],
      locale: 'ar-AE',
      taxes_included: true,
    });
    expect(await store.take({ ...withGateCode('99'), ...at('09:10:00') })).toMatchObject({
      outcome: 'updated',
    });
    expect(await store.order()).toMatchObject({ requests: [{ name: 'Gate code', text: '99' }] });
  });

  test('takes over edited lines and amounts, and keeps picked quantities, status and driver', async () => {
    await store.take();
    const { id } = await store.goOut();
    await app.owner
      .updateTable('order_line_items')
      .set({ picked_qty: 1, line_total_fils: 6_000 })
      .where('order_id', '=', id)
      .where('position', '=', 1)
      .execute();
    const lines = shopifyOrder().line_items as object[];
    const removed = { ...lines[1], current_quantity: 0 };
    const edit = {
      line_items: [lines[0], removed],
      current_total_price: '125.00',
      total_outstanding: '125.00',
      ...at('09:20:00'),
    };
    expect(await store.take(edit, { topic: 'orders/updated' })).toMatchObject({ outcome: 'updated' });
    expect(await store.order()).toMatchObject({
      status: 'dispatching',
      driver_id: store.shop.driver.driver_id,
      due_amount_fils: 12_500,
    });
    const items = await app.owner
      .selectFrom('order_line_items')
      .selectAll()
      .where('order_id', '=', id)
      .execute();
    expect(items).toMatchObject([{ position: 1, qty: 2, picked_qty: 1, line_total_fils: 6_000 }]);
    expect((await store.events()).at(-1)).toMatchObject([
      'updated',
      { changed: 'amounts, lines', due_from_fils: 14_500, due_to_fils: 12_500 },
    ]);
  });

  test('matches the order that was imported from a file', async () => {
    await importedWithoutId();
    expect(await store.take()).toMatchObject({ outcome: 'unchanged' });
    expect(await store.order()).toMatchObject({ external_id: BIG_ID });
  });

  test.each(['picking', 'cancelled'] as const)(
    'adds its id to an order in %s once, with an audit row and topics',
    async (status) => {
      await importedWithoutId();
      const shops = { shop_id: store.shop.shop_id };
      await app.owner
        .updateTable('orders')
        .set({ status })
        .where((row) => row.and(shops))
        .execute();
      const left = await leftBy(app.owner, () => store.take());
      expect(left.audit).toMatchObject([
        { what: 'take_order', before: { external_id: null }, after: { external_id: BIG_ID } },
      ]);
      expect(left.topics.sort()).toEqual(['orders', 'store']);
      const again = await leftBy(app.owner, () => store.take(at('09:30:00')));
      expect(again).toEqual({ audit: [], topics: [] });
    },
  );

  test('L7: matches an order of a list whose number is written differently', async () => {
    await importedWithoutId();
    const { shop_id } = store.shop;
    await app.owner
      .updateTable('orders')
      .set({ order_number: '\u200E５００１' })
      .where('shop_id', '=', shop_id)
      .execute();
    expect(await store.take()).toMatchObject({ outcome: 'unchanged' });
    expect(await store.order()).toMatchObject({ external_id: BIG_ID, order_number: '\u200E５００１' });
    const other = await store.take({ id: '12', ...at('10:00:00') });
    expect(other).toMatchObject({ reason: 'name: another order has this number: \u200E５００１' });
  });

  test('does not take over the number of another order', async () => {
    await store.take();
    const other = await store.take({ id: '12', ...at('10:00:00') });
    expect(other).toMatchObject({ outcome: 'not_taken', reason: 'name: another order has this number' });
    expect(await store.order()).toMatchObject({ external_id: BIG_ID });
  });
});

describe('the audit names the personal fields that a webhook wrote, without their values:', () => {
  const named = async (changes: Record<string, unknown>) => {
    const { audit } = await leftBy(app.owner, () => store.take(changes));
    expect(JSON.stringify(audit)).not.toMatch(/Layla|Mona|Villa|Tower|Ring|Leave/);
    return audit.map(({ what, personal_fields }) => [what, personal_fields]);
  };

  test('all fields of a new order', async () => {
    expect(await named({})).toEqual([['take_order', ['customer', 'delivery_address', 'notes', 'phone']]]);
  });

  const ADDRESS = shopifyOrder().shipping_address as object;
  test.each([
    ['an address', { shipping_address: { ...ADDRESS, address1: 'Tower 7' } }, ['delivery_address']],
    ['a name', { shipping_address: { ...ADDRESS, first_name: 'Mona', name: 'Mona Haddad' } }, ['customer']],
    ['a note', { note: 'Leave at the door' }, ['notes']],
    ['no personal field for a payment', PAID, []],
  ])('%s', async (_what, changes, fields) => {
    await store.take();
    expect(await named({ ...at('09:20:00'), ...changes })).toEqual([['take_order', fields]]);
  });
});

describe('a payment', () => {
  test('clears the amount due before the delivery and turns cash into online', async () => {
    await store.take();
    expect(await store.take(PAID, { topic: 'orders/paid' })).toMatchObject({ outcome: 'updated' });
    expect(await store.order()).toMatchObject({
      payment_status: 'paid',
      payment_method: 'online',
      due_amount_fils: 0,
      paid_amount_fils: 14_500,
    });
  });

  test('imports the order as paid if it is reported before the order itself', async () => {
    await store.take(PAID, { topic: 'orders/paid' });
    expect(await store.take()).toMatchObject({ outcome: 'stale' });
    expect(await store.order()).toMatchObject({ payment_status: 'paid', due_amount_fils: 0 });
  });

  test('does not change a recorded delivery', async () => {
    await store.take();
    await store.goOut();
    expect((await store.deliver()).status).toBe(200);
    const before = await store.order();
    expect(await store.take(PAID, { topic: 'orders/paid' })).toMatchObject({ outcome: 'unchanged' });
    expect(await store.order()).toEqual(before);
  });
});

describe('a cancellation', () => {
  test('removes an order from its driver’s lists', async () => {
    await store.take();
    await store.goOut();
    expect(await store.listed()).toEqual(['5001']);
    expect(await store.take(CANCELLED, { topic: 'orders/cancelled' })).toMatchObject({
      outcome: 'cancelled',
    });
    expect(await store.listed()).toEqual([]);
    expect(await store.order()).toMatchObject({ status: 'cancelled' });
    const next = await app.send('GET', '/api/orders/next', { as: store.shop.driver.session_id });
    expect((await next.json()).order).toBeNull();
  });

  test('while the driver is offline marks the later delivery as a conflict', async () => {
    await store.take();
    await store.goOut();
    await store.take(CANCELLED, { topic: 'orders/cancelled' });
    expect(await (await store.deliver()).json()).toMatchObject({
      outcome: 'recorded_with_conflict',
      conflict: 'cancelled',
      order: { status: 'cancelled' },
      cash: { success: true, amount_fils: 14_500 },
    });
  });

  test('leaves a delivered order completed and records the conflict once', async () => {
    await store.take();
    await store.goOut();
    await store.deliver();
    expect(await store.take(CANCELLED, { topic: 'orders/cancelled' })).toMatchObject({ outcome: 'conflict' });
    expect(await store.take({ ...CANCELLED, ...at('09:11:00') })).toMatchObject({ outcome: 'unchanged' });
    expect(await store.order()).toMatchObject({ status: 'completed', payment_status: 'paid' });
    expect((await store.events()).filter(([kind]) => kind === 'conflict')).toEqual([
      ['conflict', { conflict: 'cancelled_after_delivery' }],
    ]);
  });

  test('prevents the import of the order if it comes first', async () => {
    expect(await store.take(CANCELLED, { topic: 'orders/cancelled' })).toMatchObject({ outcome: 'left_out' });
    expect(await store.take()).toMatchObject({ outcome: 'stale' });
    expect(await store.order()).toBeUndefined();
  });
});

describe('two orders with one number, from before numbers were compared by key:', () => {
  /** Adds a cancelled order without an id and an open one that repeats its number, with `id_of_repeating`. */
  async function twoOrders(id_of_repeating: string | null = null) {
    const { shop } = store;
    await addOrder(app.owner, shop, shop.driver, { order_number: 'A-1001', status: 'cancelled' });
    const { id } = await addOrder(app.owner, shop, shop.driver, { status: 'picking' });
    const repeating = { order_number: 'a-1001', repeats_number: true, external_id: id_of_repeating };
    await app.owner.updateTable('orders').set(repeating).where('id', '=', id).execute();
  }
  const orders = () =>
    app.owner
      .selectFrom('orders')
      .select(['order_number', 'external_id', 'notes'])
      .where('shop_id', '=', store.shop.shop_id)
      .orderBy('order_number')
      .execute();

  test.each([
    ['a-1001', 'a-1001'],
    ['#A-1001', 'A-1001'],
  ])('%s matches the one with exactly this number', async (name, expected) => {
    await twoOrders();
    await store.take({ name });
    const adopted = (await orders()).filter(({ external_id }) => external_id === BIG_ID);
    expect(adopted).toMatchObject([{ order_number: expected }]);
  });

  test('the other one does not match if the exact number belongs to another id', async () => {
    await twoOrders('77');
    expect(await store.take({ name: 'a-1001' })).toMatchObject({
      outcome: 'not_taken',
      reason: 'name: another order has this number',
    });
    expect((await orders()).map(({ external_id }) => external_id).sort()).toEqual(['77', null]);
  });
});

describe('a webhook that cannot be imported', () => {
  test('is stored with the reason until a later version can be imported', async () => {
    const addressless = { shipping_address: null, billing_address: null };
    expect(await store.take(addressless)).toMatchObject({ outcome: 'not_taken', order_number: '5001' });
    const known = () =>
      app.owner.selectFrom('shopify_orders').selectAll().where('shop_id', '=', store.shop.shop_id).execute();
    expect(await known()).toMatchObject([
      { order_id: null, not_taken_because: 'the order has no address to deliver to' },
    ]);
    expect(await store.order()).toBeUndefined();
    expect(await store.take({ ...at('09:01:00') }, { topic: 'orders/updated' })).toMatchObject({
      outcome: 'imported',
    });
    const placed = await store.orderThere();
    expect(await known()).toMatchObject([{ order_id: placed.id, not_taken_because: null }]);
  });

  test('is skipped and named if the order is a test', async () => {
    expect(await store.take({ test: true })).toMatchObject({
      outcome: 'left_out',
      reason: 'it is a test order',
    });
    expect(await store.order()).toBeUndefined();
    const known = await app.owner
      .selectFrom('shopify_orders')
      .select(['left_out_because', 'not_taken_because'])
      .where('shop_id', '=', store.shop.shop_id)
      .execute();
    expect(known).toEqual([{ left_out_because: 'it is a test order', not_taken_because: null }]);
  });

  test('is listed and not retried if it has no JSON or no order', async () => {
    await store.send('{"id":');
    await store.send('{"hello":"world"}');
    expect(await store.work()).toEqual({ worked: 2, failed: 0 });
    expect((await store.inbox()).map(({ outcome }) => outcome)).toEqual(['not_taken', 'not_taken']);
    expect(await store.work()).toEqual({ worked: 0, failed: 0 });
  });

  test('is retried later after an internal error and then succeeds', async () => {
    await sql`alter table customers add constraint broken check (last_name <> 'Haddad') not valid`.execute(
      app.owner,
    );
    await store.send(payloadText(shopifyOrder()));
    expect(await store.work()).toEqual({ worked: 0, failed: 1 });
    expect(await store.inbox()).toMatchObject([{ outcome: null, reason: 'it failed here (23514)' }]);
    await sql`alter table customers drop constraint broken`.execute(app.owner);
    expect(await store.work()).toEqual({ worked: 0, failed: 0 });
    await sql`update shopify_webhooks set next_attempt_at = now() where shop_id = ${store.shop.shop_id}`.execute(
      app.owner,
    );
    expect(await store.work()).toEqual({ worked: 1, failed: 0 });
    expect(await store.inbox()).toMatchObject([{ outcome: 'imported', reason: null }]);
  });

  test('is given up after the twelfth failure', async () => {
    await store.send(payloadText(shopifyOrder()));
    await sql`update shopify_webhooks set attempts = 11 where shop_id = ${store.shop.shop_id}`.execute(
      app.owner,
    );
    const lost = losing(async () => undefined);
    expect(await processWebhooks(lost, silentLog, { shop_id: store.shop.shop_id, now })).toMatchObject({
      failed: 1,
    });
    expect(await store.inbox()).toMatchObject([{ outcome: 'failed', reason: 'it failed here (Error)' }]);
    expect(await store.work()).toEqual({ worked: 0, failed: 0 });
  });

  test('has its order’s id if it is a deletion that is given up', async () => {
    await store.send(`{"id":${BIG_ID}}`, { topic: 'orders/delete' });
    await sql`update shopify_webhooks set attempts = 11 where shop_id = ${store.shop.shop_id}`.execute(
      app.owner,
    );
    const lost = losing(async () => undefined);
    await processWebhooks(lost, silentLog, { shop_id: store.shop.shop_id, now });
    expect(await store.inbox()).toMatchObject([{ outcome: 'failed', external_id: BIG_ID }]);
  });

  test('changes nothing if another worker has processed it meanwhile', async () => {
    await store.send(payloadText(shopifyOrder()));
    const lost = losing(async () => {
      expect(await store.work()).toEqual({ worked: 1, failed: 0 });
    });
    await processWebhooks(lost, silentLog, { shop_id: store.shop.shop_id, now });
    expect(await store.inbox()).toMatchObject([{ outcome: 'imported', reason: null }]);
  });

  const now = () => new Date();

  /** Returns a database that loses its first commit; `meanwhile` runs before the failure is reported. */
  function losing(meanwhile: () => Promise<void>): Database {
    let is_lost = false;
    const around: Around = async ({ statements, pid }, send) => {
      if (is_lost || statements.at(-1)?.text !== 'commit') return send();
      is_lost = true;
      await app.database.owner.query('select pg_terminate_backend($1, 10000)', [pid]);
      await meanwhile();
      throw new Error('lost');
    };
    return databaseOf(app.database.owner, { around });
  }
});

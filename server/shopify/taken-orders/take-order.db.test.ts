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
import { type Database, databaseOf } from '../../platform/database/database.ts';
import type { Around } from '../../platform/database/driver/session.ts';
import { sql } from '../../platform/database/sql.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { workWebhooks } from '../webhooks/work-webhooks.ts';

let app: TestApp;
let store: ConnectedStore;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  store = await connectedStore(app);
});

/** The order of the store, as a file without ids brings it. */
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

describe('orders in', () => {
  test('a new order is imported, with every digit of its id', async () => {
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

  test('the newest version stays, in whichever order they come', async () => {
    const note = (text: string, time: string) =>
      store.take({ note: text, ...at(time) }, { topic: 'orders/updated' });
    expect(await note('second', '09:02:00')).toMatchObject({ outcome: 'imported' });
    expect(await note('first', '09:01:00')).toMatchObject({ outcome: 'stale' });
    expect(await note('third', '09:03:00')).toMatchObject({ outcome: 'updated' });
    expect(await note('third', '09:03:00')).toMatchObject({ outcome: 'unchanged' });
    expect((await store.order())?.notes).toBe('third');
  });

  test('within one second what was sent later is newer', async () => {
    await store.take(
      { ...PAID, ...at('09:00:05') },
      { topic: 'orders/paid', triggered_at: '2026-11-20T05:00:05.900000001Z' },
    );
    const late = await store.take({}, { triggered_at: '2026-11-20T05:00:05.100000001Z' });
    expect(late).toMatchObject({ outcome: 'stale' });
    expect(await store.order()).toMatchObject({ payment_status: 'paid' });
  });

  test('a time of sending that lies ahead of ours does not keep the next version away', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    await store.take({ note: 'first' }, { triggered_at: soon });
    const next = await store.take({ note: 'second' }, { triggered_at: new Date().toISOString() });
    expect(next).toMatchObject({ outcome: 'updated' });
    expect((await store.order())?.notes).toBe('second');
  });

  test('an order that says it changed in the future is listed, and keeps no later version away', async () => {
    const ahead = await store.take({ updated_at: '9999-12-31T23:59:59Z' });
    expect(ahead).toMatchObject({ outcome: 'not_taken', reason: 'updated_at: is no time of an order' });
    expect(await store.take()).toMatchObject({ outcome: 'imported' });
  });

  test('worked at the same time, the versions of one order still end with the newest', async () => {
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

  test('the customer’s requests follow the store, and the customer’s language is kept', async () => {
    const asked = (value: string) => ({
      note_attributes: [{ name: 'Gate code', value }],
      customer_locale: 'ar-AE',
    });
    await store.take(asked('1234'));
    expect(await store.order()).toMatchObject({
      requests: [{ name: 'Gate code', text: '1234' }],
      locale: 'ar-AE',
      taxes_included: true,
    });
    expect(await store.take({ ...asked('99'), ...at('09:10:00') })).toMatchObject({ outcome: 'updated' });
    expect(await store.order()).toMatchObject({ requests: [{ name: 'Gate code', text: '99' }] });
  });

  test('an edit changes lines and amounts, keeps what was picked, and leaves status and driver', async () => {
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

  test('an order imported from a file before is the same order', async () => {
    await importedWithoutId();
    expect(await store.take()).toMatchObject({ outcome: 'unchanged' });
    expect(await store.order()).toMatchObject({ external_id: BIG_ID });
  });

  test.each(['picking', 'cancelled'] as const)(
    'the id that an order in %s gets leaves an audit row and topics, once',
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

  test('L7: an order of a list whose number is written differently is the same order', async () => {
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

  test('the number of another order is not taken over', async () => {
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

  test('all of an order that is new', async () => {
    expect(await named({})).toEqual([['take_order', ['customer', 'delivery_address', 'notes', 'phone']]]);
  });

  const ADDRESS = shopifyOrder().shipping_address as object;
  test.each([
    ['an address', { shipping_address: { ...ADDRESS, address1: 'Tower 7' } }, ['delivery_address']],
    ['a name', { shipping_address: { ...ADDRESS, first_name: 'Mona', name: 'Mona Haddad' } }, ['customer']],
    ['a note', { note: 'Leave at the door' }, ['notes']],
    ['nothing of a person where it is paid', PAID, []],
  ])('%s', async (_what, changes, fields) => {
    await store.take();
    expect(await named({ ...at('09:20:00'), ...changes })).toEqual([['take_order', fields]]);
  });
});

describe('payment', () => {
  test('paid meanwhile: nothing is due, and cash becomes online', async () => {
    await store.take();
    expect(await store.take(PAID, { topic: 'orders/paid' })).toMatchObject({ outcome: 'updated' });
    expect(await store.order()).toMatchObject({
      payment_status: 'paid',
      payment_method: 'online',
      due_amount_fils: 0,
      paid_amount_fils: 14_500,
    });
  });

  test('paid before it was ever told of', async () => {
    await store.take(PAID, { topic: 'orders/paid' });
    expect(await store.take()).toMatchObject({ outcome: 'stale' });
    expect(await store.order()).toMatchObject({ payment_status: 'paid', due_amount_fils: 0 });
  });

  test('paid after its delivery: the delivery stays as it was recorded', async () => {
    await store.take();
    await store.goOut();
    expect((await store.deliver()).status).toBe(200);
    const before = await store.order();
    expect(await store.take(PAID, { topic: 'orders/paid' })).toMatchObject({ outcome: 'unchanged' });
    expect(await store.order()).toEqual(before);
  });
});

describe('a cancellation', () => {
  test('takes an order from its driver’s lists', async () => {
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

  test('while the driver had no signal: his delivery is recorded beside it', async () => {
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

  test('after the delivery: the order stays completed and the conflict is told once', async () => {
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

  test('that comes before the order itself: the order never appears', async () => {
    expect(await store.take(CANCELLED, { topic: 'orders/cancelled' })).toMatchObject({ outcome: 'left_out' });
    expect(await store.take()).toMatchObject({ outcome: 'stale' });
    expect(await store.order()).toBeUndefined();
  });
});

describe('of two orders that had one number before numbers were compared by their keys', () => {
  /** The holder of the key is cancelled; the order that repeats its number is open. Neither has an id. */
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
  ])('%s is the one with exactly this number', async (name, expected) => {
    await twoOrders();
    await store.take({ name });
    const adopted = (await orders()).filter(({ external_id }) => external_id === BIG_ID);
    expect(adopted).toMatchObject([{ order_number: expected }]);
  });

  test('the other one is not taken for an order whose exact number has another id', async () => {
    await twoOrders('77');
    expect(await store.take({ name: 'a-1001' })).toMatchObject({
      outcome: 'not_taken',
      reason: 'name: another order has this number',
    });
    expect((await orders()).map(({ external_id }) => external_id).sort()).toEqual(['77', null]);
  });
});

describe('what cannot be taken', () => {
  test('is kept with the reason until a later version can be', async () => {
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

  test('a test order and a pickup are left out, and named', async () => {
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

  test('a payload that is no JSON or no order is listed and not tried again', async () => {
    await store.send('{"id":');
    await store.send('{"hello":"world"}');
    expect(await store.work()).toEqual({ worked: 2, failed: 0 });
    expect((await store.inbox()).map(({ outcome }) => outcome)).toEqual(['not_taken', 'not_taken']);
    expect(await store.work()).toEqual({ worked: 0, failed: 0 });
  });

  test('an internal failure is tried again later and then succeeds', async () => {
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

  test('what fails the twelfth time is given up', async () => {
    await store.send(payloadText(shopifyOrder()));
    await sql`update shopify_webhooks set attempts = 11 where shop_id = ${store.shop.shop_id}`.execute(
      app.owner,
    );
    const lost = losing(async () => undefined);
    expect(await workWebhooks(lost, silentLog, { shop_id: store.shop.shop_id, now })).toMatchObject({
      failed: 1,
    });
    expect(await store.inbox()).toMatchObject([{ outcome: 'failed', reason: 'it failed here (Error)' }]);
    expect(await store.work()).toEqual({ worked: 0, failed: 0 });
  });

  test('a deletion that is given up names its order by the id', async () => {
    await store.send(`{"id":${BIG_ID}}`, { topic: 'orders/delete' });
    await sql`update shopify_webhooks set attempts = 11 where shop_id = ${store.shop.shop_id}`.execute(
      app.owner,
    );
    const lost = losing(async () => undefined);
    await workWebhooks(lost, silentLog, { shop_id: store.shop.shop_id, now });
    expect(await store.inbox()).toMatchObject([{ outcome: 'failed', external_id: BIG_ID }]);
  });

  test('a failure that is told after another worker took the webhook changes nothing', async () => {
    await store.send(payloadText(shopifyOrder()));
    const lost = losing(async () => {
      expect(await store.work()).toEqual({ worked: 1, failed: 0 });
    });
    await workWebhooks(lost, silentLog, { shop_id: store.shop.shop_id, now });
    expect(await store.inbox()).toMatchObject([{ outcome: 'imported', reason: null }]);
  });

  const now = () => new Date();

  /** The database, with its first transaction lost once its work is done; `meanwhile` runs before that is known. */
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

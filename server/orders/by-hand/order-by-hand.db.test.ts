import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { response as nextOrder } from '../../../contract/operations/dashboard/deliveries/read-next-order.schema.ts';
import {
  type OrderPage,
  response as orderPage,
} from '../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { connectedStore } from '../../../tests/support/connected-store.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import {
  addOrder,
  createTestShop,
  type TestOrder,
  type TestShop,
  type TestStaff,
} from '../../../tests/support/test-shop.ts';
import { sql } from '../../platform/database/sql.ts';

let app: TestApp;
let shop: TestShop;
let other: TestShop;
let order: TestOrder;

beforeAll(async () => {
  app = await createTestApp();
  other = await createTestShop(app.owner, 'Another Shop');
});
afterAll(() => app.drop());
/** A shop with one order, out with its driver: AED 145.00 in cash. */
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  order = await addOrder(app.owner, shop, shop.driver);
});

type Given = { as?: TestStaff; command_id?: string };

function read(as = shop.manager, order_id = order.id) {
  return app.send('GET', `/api/desk/order?order_id=${order_id}`, { as: as.session_id });
}
async function page(order_id = order.id): Promise<OrderPage> {
  return orderPage.parse(await (await read(shop.admin, order_id)).json());
}
function command(path: string, body: object, { as = shop.manager, command_id = newId() }: Given = {}) {
  const headers = { 'idempotency-key': command_id };
  return app.send('POST', `/api/desk/orders/${path}`, { as: as.session_id, body, headers });
}

const CONTENTS = {
  customer_name: 'Layla Haddad',
  phone: '+971501234567',
  delivery_address: 'Marina Gate 1, Apt 1204',
  area: null,
  promised_at: null,
  notes: null,
  payment_method: 'cash',
  lines: [{ name: 'Dates', sku: null, qty: 1, unit_price_fils: 14_500 }],
  discount_fils: 0,
  shipping_fils: 0,
  paid_amount_fils: 0,
};

/** The current contents of the order, with the given changes. */
async function correction(changes: object = {}) {
  const { order: seen, items } = await page();
  const { delivery_address, area, promised_at, notes, payment_method, version } = seen;
  const lines = items.map(({ product: { name, sku }, qty, unit_price_fils }) => ({
    name,
    sku,
    qty,
    unit_price_fils,
  }));
  return {
    ...CONTENTS,
    ...{ delivery_address, area, promised_at, notes, payment_method, lines },
    ...{ order_id: order.id, seen_version: version, reason: 'The customer called', ...changes },
  };
}
const correct = async (changes: object, given?: Given) =>
  command('correct', await correction(changes), given);
const add = (changes: object, given?: Given) =>
  command('add', { ...CONTENTS, order_number: '7001', driver_id: null, ...changes }, given);
const codeOf = async (response: Promise<Response>) =>
  ((await (await response).json()) as { code: string }).code;

async function counts() {
  const tables = ['orders', 'order_events', 'order_amounts', 'audit_events', 'feed'] as const;
  const all = tables.map((table) =>
    app.owner
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('shop_id', '=', shop.shop_id)
      .executeTakeFirstOrThrow(),
  );
  return (await Promise.all(all)).map(({ count }) => Number(count));
}

describe('the page of an order', () => {
  test('shows the delivery with both timestamps, its proofs, and the author of each change', async () => {
    await correct({ shipping_fils: 1_000, area: 'Marina', reason: 'Delivery was forgotten' });
    const prepared = await prepareDelivery(app, shop, shop.driver, { ...order, due_amount_fils: 15_500 });
    expect((await sendDelivery(app, shop.driver, prepared)).status).toBe(200);
    const shown = await page();
    expect(shown.order).toMatchObject({
      status: 'completed',
      driver: 'Dawood Driver',
      area: 'Marina',
      total_amount_fils: 15_500,
    });
    expect(shown.former_amounts).toMatchObject([{ due_amount_fils: 14_500 }]);
    expect(shown.assignments).toMatchObject([{ driver: 'Dawood Driver', ended_at: null }]);
    const [delivery] = shown.deliveries;
    expect(delivery).toMatchObject({
      driver: 'Dawood Driver',
      tender: 'cash',
      collected_fils: 15_500,
      conflict: null,
    });
    const [delivered, corrected] = shown.history;
    expect(delivered).toMatchObject({
      kind: 'delivered',
      by: { kind: 'staff', name: 'Dawood Driver' },
      occurred_at: delivery?.delivered_at,
    });
    expect(corrected).toMatchObject({
      kind: 'updated',
      by: { kind: 'staff', name: 'Mona Manager' },
      reason: 'Delivery was forgotten',
    });
    expect(corrected?.steps).toEqual([
      { what: 'shipping_fils', name: null, from: 0, to: 1_000 },
      { what: 'total_amount_fils', name: null, from: 14_500, to: 15_500 },
      { what: 'due_amount_fils', name: null, from: 14_500, to: 15_500 },
      { what: 'area', name: null, from: null, to: 'Marina' },
    ]);

    for (const as of [shop.admin, shop.manager]) {
      for (const proof of [delivery?.photo, delivery?.note]) {
        const signed = await app.send('POST', '/storage/v1/object/sign', { as: as.session_id, body: proof });
        expect(signed.status).toBe(200);
        const { signed_url } = (await signed.json()) as { signed_url: string };
        expect((await app.send('GET', signed_url)).status).toBe(200);
      }
    }
    const views = app.owner.selectFrom('audit_events').select('user_id').where('what', '=', 'look_at_file');
    expect(await views.where('shop_id', '=', shop.shop_id).execute()).toHaveLength(4);
  });

  test('is for managers and admins of the order’s shop', async () => {
    expect([(await read(shop.admin)).status, (await read(shop.manager)).status]).toEqual([200, 200]);
    expect([(await read(shop.driver)).status, (await read(shop.stranger)).status]).toEqual([403, 403]);
    expect((await read(other.admin)).status).toBe(404);
  });
});

describe('a correction by hand', () => {
  test('changes the order, keeps the former amount, notifies the driver on the road and shows them the change', async () => {
    const lines = [{ name: 'Dates', sku: null, qty: 3, unit_price_fils: 5_000 }];
    const changes = {
      lines,
      discount_fils: 500,
      paid_amount_fils: 2_000,
      customer_name: 'Layla bint Ahmad',
      notes: 'Ring',
      promised_at: '2026-11-24T14:00:00.000Z',
    };
    const response = await correct({ ...changes, payment_method: 'card' });
    expect(await response.json()).toMatchObject({
      version: 2,
      changed: ['amounts', 'customer', 'lines', 'notes', 'payment', 'promised'],
    });
    const shown = await page();
    expect(shown.order).toMatchObject({
      ...{
        subtotal_fils: 15_000,
        discount_fils: 500,
        total_amount_fils: 14_500,
        paid_amount_fils: 2_000,
        due_amount_fils: 12_500,
      },
      ...{
        payment_method: 'card',
        payment_status: 'pending',
        version: 2,
        notes: 'Ring',
        promised_at: '2026-11-24T14:00:00.000Z',
      },
      customer: { first_name: 'Layla', last_name: 'bint Ahmad', phone: '+971501234567' },
    });
    const notifications = await app.owner
      .selectFrom('feed')
      .selectAll()
      .where('shop_id', '=', shop.shop_id)
      .execute();
    expect(notifications).toMatchObject([
      { topic: 'orders', subject_id: order.id, audience: 'desk', user_ids: [shop.driver.user_id] },
    ]);
    const next = await app.send('GET', '/api/orders/next', { as: shop.driver.session_id });
    expect(nextOrder.parse(await next.json()).order).toMatchObject({
      due_amount_fils: 12_500,
      notes: 'Ring',
    });
    const audit = app.owner.selectFrom('audit_events').selectAll().where('shop_id', '=', shop.shop_id);
    expect(await audit.execute()).toMatchObject([
      {
        what: 'correct_order',
        before: { due_amount_fils: 14_500 },
        after: { due_amount_fils: 12_500 },
        personal_fields: ['customer', 'notes', 'reason'],
      },
    ]);
  });

  test('without a difference writes nothing; an order paid in full is never in cash', async () => {
    const before = await counts();
    expect(await (await correct({})).json()).toMatchObject({ version: 1, changed: [] });
    expect((await counts()).slice(0, 4)).toEqual(before.slice(0, 4));
    await correct({ paid_amount_fils: 14_500 });
    expect((await page()).order).toMatchObject({
      payment_method: 'online',
      payment_status: 'paid',
      due_amount_fils: 0,
    });
  });

  test('S4: keeps the part that the store sends separately in the total', async () => {
    // Goods for AED 145.00, of which the store has sent AED 45.00.
    await app.owner
      .updateTable('order_line_items')
      .set({ unit_price_fils: 10_000, line_total_fils: 10_000 })
      .where('order_id', '=', order.id)
      .execute();
    await correct({ delivery_address: 'Villa 3' });
    expect((await page()).order).toMatchObject({
      delivery_address: 'Villa 3',
      subtotal_fils: 14_500,
      total_amount_fils: 14_500,
      due_amount_fils: 14_500,
    });
    await correct({ lines: [{ name: 'Honey', sku: null, qty: 1, unit_price_fils: 3_000 }] });
    expect((await page()).order).toMatchObject({ subtotal_fils: 7_500, due_amount_fils: 7_500 });
  });

  test('is rejected if the order has changed meanwhile; one of two concurrent corrections succeeds', async () => {
    const seen = await correction({ notes: 'first' });
    const both = await Promise.all([
      command('correct', seen),
      command('correct', { ...seen, notes: 'second' }, { as: shop.admin }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [refused] = both.filter(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({ code: 'order_moved', nothing_recorded: true });
    expect((await page()).order.version).toBe(2);
  });

  test('is recorded once if it is sent several times', async () => {
    const command_id = newId();
    const body = await correction({ shipping_fils: 700 });
    const responses = await Promise.all(
      [1, 2, 3].map(async () => (await command('correct', body, { command_id })).text()),
    );
    expect(new Set(responses).size).toBe(1);
    expect((await page()).history.filter(({ kind }) => kind === 'updated')).toHaveLength(1);
    expect(await codeOf(command('correct', { ...body, notes: 'other' }, { command_id }))).toBe(
      'command_reused',
    );
  });

  test('L7: rejects another spelling of a used number and names the order that has it', async () => {
    expect((await add({ order_number: 'A-1001' })).status).toBe(200);
    for (const order_number of ['a-1001', '\u200EA-1001', 'Ａ-１００１', 'A-10\u200B01']) {
      const response = await (await add({ order_number })).json();
      expect(response).toMatchObject({
        code: 'already_exists',
        detail: 'order_number: is taken by order A-1001',
      });
    }
    expect((await counts())[0]).toBe(2);
    const response = await add({ order_number: '\u200F b-7 \u2069' });
    expect(await response.json()).toMatchObject({ order_number: 'b-7' });
  });

  test('writes nothing if it is invalid or not permitted', async () => {
    const body = await correction();
    const before = await counts();
    const refused = async (changes: object, given?: Given) =>
      codeOf(command('correct', { ...body, ...changes }, given));
    expect(await refused({ order_id: newId() })).toBe('not_found');
    expect(await refused({ notes: 'x' }, { as: other.admin })).toBe('not_found');
    expect(await refused({ notes: 'x' }, { as: shop.driver })).toBe('no_access');
    expect(await refused({ notes: 'x' }, { as: shop.stranger })).toBe('no_access');
    for (const changes of [
      { reason: ' ' },
      { reason: 'two\nlines' },
      { customer_name: '' },
      { delivery_address: ' ' },
      { lines: [] },
      { discount_fils: 14_501 },
      { paid_amount_fils: 14_501 },
      { shipping_fils: 1_000_000_000 },
    ]) {
      const response = await command('correct', { ...body, ...changes });
      expect(await response.json()).toMatchObject({
        code: 'invalid_input',
        errors: [
          { pointer: `/${Object.keys(changes)[0] === 'shipping_fils' ? 'lines' : Object.keys(changes)[0]}` },
        ],
      });
    }
    expect(await counts()).toEqual(before);
    await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order));
    expect(await refused({ notes: 'x' })).toBe('order_closed');
  });
});

describe('an order added by hand', () => {
  test('is stored under its number with its author, and assigned to its driver', async () => {
    const begin = await app.send('GET', '/api/desk/order-to-add', { as: shop.manager.session_id });
    const { order_number, of_store, drivers } = (await begin.json()) as Record<string, unknown>;
    expect(order_number).toBe(String(Number(order.order_number) + 1));
    expect([of_store, drivers]).toMatchObject([
      false,
      [{ full_name: 'Dawood Driver' }, { full_name: 'Dina Driver' }],
    ]);
    const { driver_id } = shop.driver2;
    const response = await add({
      order_number: '#7001',
      driver_id,
      discount_fils: 500,
      shipping_fils: 1_000,
    });
    const { order_id } = (await response.json()) as { order_id: string };
    const shown = await page(order_id);
    expect(shown.order).toMatchObject({
      ...{ order_number: '7001', status: 'picking', driver_id, external_id: null },
      ...{
        subtotal_fils: 14_500,
        total_amount_fils: 15_000,
        due_amount_fils: 15_000,
        payment_status: 'pending',
      },
    });
    const by = { kind: 'staff', name: 'Mona Manager' };
    expect(shown.history).toMatchObject([
      { kind: 'assigned', by },
      { kind: 'imported', source: 'desk', by },
    ]);
    const audit = app.owner.selectFrom('audit_events').select('what').where('shop_id', '=', shop.shop_id);
    expect(await audit.execute()).toEqual([{ what: 'add_order' }]);
  });

  test('in a shop with a store continues the sequence of such orders after 300 newer orders of the store', async () => {
    const store = await connectedStore(app);
    const first = await addOrder(app.owner, store.shop, shop.stranger, { order_number: 'H-120' });
    // Two older orders added by hand, and 300 newer ones of the store.
    await sql`
      insert into orders (shop_id, id, order_number, customer_id, payment_method, payment_status, subtotal_fils, total_amount_fils, due_amount_fils,
        delivery_address, created_at)
      select shop_id, gen_random_uuid(), case when at < 0 then 'H-' || (100 + at) else (5000 + at)::text end, customer_id, payment_method, payment_status,
        subtotal_fils, total_amount_fils, due_amount_fils, delivery_address, created_at + at * interval '1 minute'
      from orders, generate_series(-2, 300) at where id = ${first.id} and at <> 0`.execute(app.owner);
    const begin = () => app.send('GET', '/api/desk/order-to-add', { as: store.shop.manager.session_id });
    expect(await (await begin()).json()).toMatchObject({ of_store: true, order_number: 'H-121' });
  });

  test('is never in cash if it is already paid', async () => {
    const { order_id } = (await (await add({ paid_amount_fils: 14_500 }, { as: shop.admin })).json()) as {
      order_id: string;
    };
    expect((await page(order_id)).order).toMatchObject({
      payment_method: 'online',
      payment_status: 'paid',
      due_amount_fils: 0,
    });
  });

  test('is added once if it is sent again or by two users at once', async () => {
    const command_id = newId();
    const responses = await Promise.all([1, 2].map(async () => (await add({}, { command_id })).text()));
    expect(new Set(responses).size).toBe(1);
    const two = await Promise.all([
      add({ order_number: '7002' }),
      add({ order_number: ' #7002' }, { as: shop.admin }),
    ]);
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await counts())[0]).toBe(3);
  });

  test('writes nothing if it is invalid or not permitted', async () => {
    const before = await counts();
    expect(await codeOf(add({ order_number: `#${order.order_number}` }))).toBe('already_exists');
    expect(await codeOf(add({ driver_id: other.driver.driver_id }))).toBe('not_found');
    expect(await codeOf(add({}, { as: shop.driver }))).toBe('no_access');
    expect(await codeOf(add({}, { as: shop.stranger }))).toBe('no_access');
    for (const changes of [
      { order_number: '##1' },
      { order_number: '1\u0007' },
      { customer_name: '' },
      { discount_fils: 14_501 },
    ]) {
      const [field] = Object.keys(changes);
      expect(await (await add(changes)).json()).toMatchObject({
        code: 'invalid_input',
        errors: [{ pointer: `/${field}` }],
      });
    }
    await app.owner
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', shop.driver2.user_id)
      .execute();
    expect(await codeOf(add({ driver_id: shop.driver2.driver_id }))).toBe('staff_disabled');
    expect(await counts()).toEqual(before);
    const same_number = await add({ order_number: order.order_number }, { as: other.manager });
    expect(same_number.status).toBe(200);
  });
});

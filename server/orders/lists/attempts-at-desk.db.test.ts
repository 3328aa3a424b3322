import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { response as orderPage } from '../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { response as deskOrders } from '../../../contract/operations/desk/orders/list-desk-orders.schema.ts';
import { response as foundOrders } from '../../../contract/operations/desk/orders/search-desk-orders.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { viewCounts } from '../../../contract/schemas/desk-orders.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { attemptOf, attemptWithPhoto, undoAttemptOf } from '../../../tests/support/test-attempt.ts';
import { jpegBytes } from '../../../tests/support/test-delivery.ts';
import { bytesOf, refused, sign } from '../../../tests/support/test-files.ts';
import {
  addOrder,
  createTestShop,
  type TestOrder,
  type TestShop,
  type TestStaff,
} from '../../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

async function read(path: string, { session_id }: TestStaff = shop.manager): Promise<unknown> {
  const response = await app.send('GET', path, { as: session_id });
  expect(response.status).toBe(200);
  return response.json();
}

const view = async (name: string, more = '') =>
  deskOrders.parse(await read(`/api/desk/orders?view=${name}${more}`)).orders;
const counts = async () => viewCounts.parse(await read('/api/desk/order-counts')).counts;
const page = async ({ id }: { id: string }) => orderPage.parse(await read(`/api/desk/order?order_id=${id}`));
const add = (order: Parameters<typeof addOrder>[3] = {}) => addOrder(app.owner, shop, shop.driver, order);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

async function post(path: string, body: object, as: TestStaff): Promise<void> {
  const headers = { 'idempotency-key': newId() };
  const response = await app.send('POST', path, { as: as.session_id, body, headers });
  expect(response.status).toBe(200);
}

/** Sends an order out again or back to the shop, as the desk decides. */
async function move({ id: order_id }: { id: string }, action: 'dispatch' | 'return'): Promise<void> {
  const { version } = await app.owner
    .selectFrom('orders')
    .select('version')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  await post(`/api/desk/orders/${action}`, { orders: [{ order_id, version }] }, shop.manager);
}

test('an attempt puts its order into the view with reason, time, number and photo until the desk decides', async () => {
  const [younger, older, quiet] = [await add({ minutes_ago: 200 }), await add(), await add()];
  const at = minutesAgo(30);
  const next = { day: '2098-11-21', from: '10:00', to: '12:00' };
  const changes = { reason: 'asked_for_another_time', note: 'After the school run', next, occurred_at: at };
  await attemptOf(app, shop.driver, older, changes);
  const { attempt_id, photo } = await attemptWithPhoto(app, shop, shop.driver, younger);
  const orders = await view('not_delivered', '&sort=attempted&way=up');
  expect(orders.map(({ id }) => id)).toEqual([older.id, younger.id]);
  expect(orders.map(({ attempt }) => attempt)).toMatchObject([
    {
      reason: 'asked_for_another_time',
      reason_label: null,
      note: 'After the school run',
      occurred_at: at,
      number: 1,
      next,
      photo: null,
    },
    {
      id: attempt_id,
      reason: 'nobody_home',
      note: null,
      next: null,
      photo: { bucket: 'order-deliveries', ...photo },
    },
  ]);
  expect(orders[0]).toMatchObject({ driver_name: 'Dawood Driver', status: 'dispatched' });
  expect(await counts()).toMatchObject({ not_delivered: 2, missing_goods: 0 });
  const words = encodeURIComponent(younger.order_number);
  const found = foundOrders.parse(await read(`/api/desk/order-search?words=${words}`)).orders;
  expect(found).toMatchObject([{ attempt: { id: attempt_id }, missing: null }]);
  const all = await view('all');
  expect(all.find(({ id }) => id === quiet.id)).toMatchObject({ attempt: null, missing: null });
  await Promise.all([older, younger].map((order) => move(order, 'dispatch')));
  expect(await view('not_delivered')).toEqual([]);
  expect((await counts()).not_delivered).toBe(0);
});

test('the page of an order has all of its attempts, and the list counts those that are not undone', async () => {
  const order = await add();
  const first = await attemptOf(app, shop.driver, order, { reason: 'no_money' });
  await move(order, 'dispatch');
  const second = await attemptOf(app, shop.driver, order);
  await undoAttemptOf(app, shop.driver, second);
  const third = await attemptWithPhoto(app, shop, shop.driver, order);
  const { attempts = [] } = await page(order);
  const facts = { driver: 'Dawood Driver', conflict: null, position: null, erased_at: null };
  expect(attempts).toMatchObject([
    { ...facts, id: first.attempt_id, number: 1, reason: 'no_money', is_open: false, undone: false },
    { id: second.attempt_id, number: 2, is_open: false, undone: true, photo: null },
    { ...facts, id: third.attempt_id, number: 3, is_open: true, undone: false, photo: third.photo },
  ]);
  expect((await view('not_delivered')).map(({ attempt }) => attempt?.number)).toEqual([2]);
});

test('an attempt that conflicts with a change is on the page and not in the view', async () => {
  const order = await add();
  const [{ version = 1 } = {}] = (await view('all')).filter(({ id }) => id === order.id);
  const given = { orders: [{ order_id: order.id, version }], driver_id: shop.driver2.driver_id };
  await post('/api/desk/orders/assign', given, shop.admin);
  await attemptOf(app, shop.driver, order, { reason: 'other', note: 'The street is closed' });
  expect(await view('not_delivered')).toEqual([]);
  expect((await page(order)).attempts).toMatchObject([
    { conflict: 'reassigned', is_open: false, note: 'The street is closed' },
  ]);
});

test('the photo is readable by its driver, managers and admins, and each view is in the audit of the order', async () => {
  const order = await add();
  const { photo, attempt_id } = await attemptWithPhoto(app, shop, shop.driver, order);
  const other = await createTestShop(app.owner, 'Another Shop');
  for (const person of [shop.driver, shop.manager, shop.admin]) {
    const { signed_url } = (await (await sign(app, person, photo.path)).json()) as { signed_url: string };
    expect(await bytesOf(await app.send('GET', signed_url))).toEqual(jpegBytes(attempt_id));
  }
  for (const person of [shop.driver2, other.admin])
    expect(await refused(sign(app, person, photo.path))).toMatchObject({ status: 404, code: 'not_found' });
  const about = encodeURIComponent(`#${order.order_number}`);
  const audited = (await read(`/api/desk/audit?about=${about}`, shop.admin)) as {
    events: { what: string }[];
  };
  expect(audited.events.filter(({ what }) => what === 'look_at_file')).toHaveLength(3);
});

test('orders with missing goods are in their view before they leave and on the road, until a complete check', async () => {
  const [out, packed] = [await add({ status: 'dispatched' }), await add({ status: 'packed' })];
  const lineOf = async ({ id }: TestOrder) => {
    const line = app.owner.selectFrom('order_line_items').select('id').where('order_id', '=', id);
    return (await line.executeTakeFirstOrThrow()).id;
  };
  const lines = { [out.id]: await lineOf(out), [packed.id]: await lineOf(packed) };
  const check = (qty: number) => {
    const stops = Object.entries(lines).map(([order_id, item_id]) => ({
      order_id,
      missing: qty === 0 ? [] : [{ item_id, qty }],
    }));
    const clock = { occurred_at: new Date().toISOString(), clock_offset_ms: 0 };
    return post('/api/stops/loading', { check_id: newId(), stops, ...clock }, shop.driver);
  };
  await check(2);
  // At most the picked quantity is missing.
  const missing = [{ name: expect.stringMatching(/^Dates /), qty: 1 }];
  const orders = await view('missing_goods');
  expect(new Map(orders.map((order) => [order.id, order.missing]))).toEqual(
    new Map([out, packed].map(({ id }) => [id, missing])),
  );
  expect((await counts()).missing_goods).toBe(2);
  // Goods that came back are checked again before they count as missing; a payment moves no goods.
  await move(out, 'return');
  await app.owner.updateTable('orders').set({ payment_method: 'card' }).where('id', '=', packed.id).execute();
  expect((await view('missing_goods')).map(({ id }) => id)).toEqual([packed.id]);
  await check(0);
  expect(await view('missing_goods')).toEqual([]);
  expect((await counts()).missing_goods).toBe(0);
});

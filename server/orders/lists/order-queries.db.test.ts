import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { response as assignedOrders } from '../../../contract/operations/dashboard/deliveries/list-assigned-orders.schema.ts';
import { response as stops } from '../../../contract/operations/dashboard/deliveries/list-stops.schema.ts';
import { response as nextOrder } from '../../../contract/operations/dashboard/deliveries/read-next-order.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { assignOrder, moveOrder } from '../../../tests/support/operations.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestOrder,
  type TestShop,
  type TestStaff,
} from '../../../tests/support/test-shop.ts';
import { databaseOf, runTransaction } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { listAssignedOrders, readNextOrder } from './order-queries.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  await app.drop();
});
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

async function get(path: string, { session_id }: { session_id: string }) {
  const response = await app.send('GET', path, { as: session_id });
  return { status: response.status, body: (await response.json()) as { code?: string } };
}

async function assigned(staff: TestStaff) {
  return assignedOrders.parse((await get('/api/orders/assigned', staff)).body).orders;
}

async function next(staff: TestStaff, order_id?: string) {
  const query = order_id === undefined ? '' : `?order_id=${order_id}`;
  return nextOrder.parse((await get(`/api/orders/next${query}`, staff)).body);
}

describe.each(['/api/orders/assigned', '/api/orders/next', '/api/orders/stops'])('%s', (path) => {
  test('is permitted to drivers and to managers with a driver record only', async () => {
    expect((await app.send('GET', path)).status).toBe(401);
    expect(await get(path, shop.admin)).toMatchObject({ status: 403, body: { code: 'no_access' } });
    expect(await get(path, shop.stranger)).toMatchObject({ status: 403, body: { code: 'no_access' } });
    expect(await get(path, shop.manager)).toMatchObject({ status: 404, body: { code: 'driver_not_found' } });
    expect((await get(path, shop.driver)).status).toBe(200);
    const driving_manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Maha Manager', true);
    expect((await get(path, driving_manager)).status).toBe(200);
  });

  test('rejects a driver without a driver record', async () => {
    const recordless = await addStaff(app.owner, shop.shop_id, 'Driver', 'No Record', false);
    expect(await get(path, recordless)).toMatchObject({ status: 404, body: { code: 'driver_not_found' } });
  });
});

test('the assigned orders are the driver’s own open orders, oldest first', async () => {
  const statuses = ['picking', 'packed', 'dispatched', 'dispatching', 'delivering'] as const;
  const orders: TestOrder[] = [];
  for (const [index, status] of statuses.entries()) {
    orders.push(await addOrder(app.owner, shop, shop.driver, { status, minutes_ago: 10 + index }));
  }
  await addOrder(app.owner, shop, shop.driver, { status: 'cancelled' });
  await addOrder(app.owner, shop, shop.driver2);
  const other = await createTestShop(app.owner, 'Other Shop');
  await addOrder(app.owner, other, other.driver);

  const seen = await assigned(shop.driver);
  expect(seen.map(({ id }) => id)).toEqual(orders.map(({ id }) => id).reverse());
  expect(seen[0]).toMatchObject({
    status: 'delivering',
    driver_id: shop.driver.driver_id,
    total_amount_fils: 14_500,
    customer: { first_name: 'Layla', last_name: 'Haddad', phone: '+971501234567' },
  });
});

test('a manager who delivers sees only their own orders', async () => {
  const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Maha Manager', true);
  const others = await addOrder(app.owner, shop, shop.driver);
  const own = await addOrder(app.owner, shop, manager);
  expect((await assigned(manager)).map(({ id }) => id)).toEqual([own.id]);
  expect(await next(manager, others.id)).toMatchObject({ order: { id: own.id }, draft_gone: 'unknown' });
});

describe('the next order', () => {
  test('is the oldest on the road, with its items', async () => {
    expect(await next(shop.driver)).toEqual({ order: null, draft_gone: null });
    await addOrder(app.owner, shop, shop.driver, { status: 'dispatched', minutes_ago: 90 });
    const older = await addOrder(app.owner, shop, shop.driver, { status: 'delivering', minutes_ago: 80 });
    await addOrder(app.owner, shop, shop.driver, { minutes_ago: 70 });
    const { order } = await next(shop.driver);
    expect(order).toMatchObject({
      id: older.id,
      items: [{ qty: 1, picked_qty: null, line_total_fils: 14_500, product: { barcode: null, sku: null } }],
    });
  });

  test('shows picked quantities', async () => {
    const { id } = await addOrder(app.owner, shop, shop.driver);
    await app.owner
      .updateTable('order_line_items')
      .set({ picked_qty: 0, line_total_fils: 0 })
      .where('order_id', '=', id)
      .execute();
    const { order } = await next(shop.driver);
    expect(order?.items).toMatchObject([
      { qty: 1, picked_qty: 0, unit_price_fils: 14_500, line_total_fils: 0 },
    ]);
    expect(order?.due_amount_fils).toBe(14_500);
  });

  test('is the drafted order while it is deliverable, and gives the reason when it no longer is', async () => {
    const oldest = await addOrder(app.owner, shop, shop.driver, { minutes_ago: 80 });
    const drafted = await addOrder(app.owner, shop, shop.driver, { minutes_ago: 70 });
    const key = { shop_id: shop.shop_id, order_id: drafted.id };
    const now = new Date();
    const nextDrafted = () => next(shop.driver, drafted.id);
    expect(await nextDrafted()).toMatchObject({ order: { id: drafted.id }, draft_gone: null });

    await inTransaction(app.owner, (tx) => moveOrder(tx, { ...key, to: 'packed', now }));
    expect(await nextDrafted()).toMatchObject({ order: { id: oldest.id }, draft_gone: 'not_deliverable' });
    const driver_id = shop.driver2.driver_id ?? 0;
    await inTransaction(app.owner, (tx) => assignOrder(tx, { ...key, driver_id }));
    expect(await nextDrafted()).toMatchObject({ order: { id: oldest.id }, draft_gone: 'reassigned' });
    await inTransaction(app.owner, (tx) => moveOrder(tx, { ...key, to: 'cancelled', now }));
    expect(await nextDrafted()).toMatchObject({ order: { id: oldest.id }, draft_gone: 'cancelled' });
    expect(await next(shop.driver, newId())).toMatchObject({ draft_gone: 'unknown' });
  });

  test('from another shop is unknown, like one that never existed', async () => {
    const other = await createTestShop(app.owner, 'Other Shop');
    const foreign = await addOrder(app.owner, other, other.driver);
    expect(await next(shop.driver, foreign.id)).toEqual({ order: null, draft_gone: 'unknown' });
  });

  test('rejects a malformed id and names the field', async () => {
    const response = await get('/api/orders/next?order_id=12', shop.driver);
    expect(response).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect(JSON.stringify(response.body)).toContain('order_id');
  });
});

test('the number of queries does not depend on the number of orders', async () => {
  let queries = 0;
  const counted = databaseOf(app.database.owner, {
    around: ({ statements }, send) => {
      queries += statements.filter(({ text }) => text.startsWith('select')).length;
      return send();
    },
  });
  const { user_id, driver_id } = shop.driver;
  const driver = { shop_id: shop.shop_id, user_id, driver_id: driver_id ?? 0 };
  const orders: TestOrder[] = [];
  for (let made = 0; made < 12; made++) orders.push(await addOrder(app.owner, shop, shop.driver));
  await runTransaction(counted, async (tx) => {
    queries = 0;
    expect(await listAssignedOrders(tx, driver)).toHaveLength(12);
    expect(queries).toBe(1);
    queries = 0;
    await readNextOrder(tx, driver, new Date(), orders[3]?.id);
    expect(queries).toBe(4);
  });
});

test('a stop has the agreed time of its next attempt until the desk decides', async () => {
  const order = await addOrder(app.owner, shop, shop.driver, { status: 'delivering' });
  const next_time = { day: '2026-12-01', from: '14:00', to: null };
  const body = {
    ...{ attempt_id: newId(), order_id: order.id, reason: 'asked_for_another_time', note: null, photo: null },
    ...{ next: next_time, position: null, occurred_at: new Date().toISOString(), clock_offset_ms: 0 },
  };
  const headers = { 'Idempotency-Key': newId() };
  const sent = await app.send('POST', '/api/attempts', { as: shop.driver.session_id, body, headers });
  expect(sent.status).toBe(200);
  const stop = async () => stops.parse((await get('/api/orders/stops', shop.driver)).body).stops[0];
  expect(await stop()).toMatchObject({ attempt: { id: body.attempt_id, next: next_time } });
  await app.owner
    .updateTable('delivery_attempts')
    .set({ next_day: null, next_from: null })
    .where('id', '=', body.attempt_id)
    .execute();
  expect(await stop()).toMatchObject({ attempt: { id: body.attempt_id, next: null } });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ENDPOINTS } from '../../contract/operations/endpoints.ts';
import { newId } from '../../contract/rules/ids.ts';
import { type OrdersDone, ordersDone } from '../../contract/schemas/desk-orders.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { problemOf } from '../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { waitingForLocks } from '../../tests/support/waiting-for-locks.ts';
import { sql } from '../platform/database/sql.ts';
import { inTransaction } from '../platform/database/transactions.ts';

/** Orders are assigned while the driver is being disabled or stops delivering: the two are serialized. */

let app: TestApp;
let shop: TestShop;
let order_id: string;
let driver_id: number;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  order_id = (await addOrder(app.owner, shop, { driver_id: null }, { status: 'packed' })).id;
  driver_id = shop.driver.driver_id ?? 0;
});

const post = (path: string, body: object, by: TestStaff, command_id = newId()) =>
  app.send('POST', path, { as: by.session_id, body, headers: { 'idempotency-key': command_id } });
const orders = () => [{ order_id, version: 1 }];
const assign = () => post(ENDPOINTS.assign_orders.path, { orders: orders(), driver_id }, shop.manager);
const moveStop = () => {
  const taken = { order_id, version: 1 };
  const arrangement = { arrangement_id: newId(), from_arrangement: null, order_ids: [order_id] };
  return post(ENDPOINTS.arrange_driver_stops.path, { ...arrangement, driver_id, taken }, shop.manager);
};
const LEAVING = {
  disabled: () => post('/api/staff/disable', { staff_id: shop.driver.user_id }, shop.admin),
  'an Admin': () => post('/api/staff/change', { staff_id: shop.driver.user_id, role: 'Admin' }, shop.admin),
};
const resultsOf = async (response: Response): Promise<OrdersDone['results']> =>
  ordersDone.parse(await response.json()).results;
const driverNow = async () => {
  const order = app.owner.selectFrom('orders').select('driver_id').where('id', '=', order_id);
  return (await order.executeTakeFirstOrThrow()).driver_id;
};

/**
 * Starts `first` while a row is locked, then `then`. Unlocks the row when `then` has finished or also waits.
 */
async function meanwhile(
  lock: 'orders' | 'driver_stops',
  first: () => Promise<Response>,
  then: () => Promise<Response>,
) {
  return await inTransaction(app.owner, async (tx) => {
    const row =
      lock === 'orders'
        ? sql`orders where id = ${order_id}`
        : sql`driver_stops where driver_id = ${driver_id}`;
    await sql`select from ${row} for update`.execute(tx);
    const waiting = first();
    await expect.poll(() => waitingForLocks(app.owner)).toBe(1);
    let finished = false;
    const other = then().finally(() => {
      finished = true;
    });
    await expect.poll(async () => finished || (await waitingForLocks(app.owner)) === 2).toBe(true);
    return [waiting, other] as const;
  });
}

test.each([
  ['assigned', 'disabled', assign, 'staff_disabled'],
  ['assigned', 'an Admin', assign, 'cannot_deliver'],
  ['moved on the board', 'disabled', moveStop, 'staff_disabled'],
] as const)('an order is not %s if its driver is concurrently %s', async (_given, leaving, give, code) => {
  const [given, left] = await meanwhile('orders', give, LEAVING[leaving]);
  expect((await left).status).toBe(200);
  expect((await problemOf(await given)).code).toBe(code);
  expect(await driverNow()).toBeNull();
});

test('Undo does not assign an order to a driver who is concurrently disabled', async () => {
  await app.owner.updateTable('orders').set({ driver_id }).where('id', '=', order_id).execute();
  const { rows } = await sql<{ version: number }>`select version from orders where id = ${order_id}`.execute(
    app.owner,
  );
  const command_id = newId();
  const seen = [{ order_id, version: rows[0]?.version }];
  expect(
    (await post(ENDPOINTS.unassign_orders.path, { orders: seen }, shop.manager, command_id)).status,
  ).toBe(200);
  const undo = () => post(ENDPOINTS.undo_orders.path, { command_id }, shop.manager);
  const [undone, left] = await meanwhile('orders', undo, LEAVING.disabled);
  expect((await left).status).toBe(200);
  expect(await resultsOf(await undone)).toMatchObject([{ outcome: 'skipped', because: 'cannot_deliver' }]);
  expect(await driverNow()).toBeNull();
});

test('a driver being assigned orders cannot become an Admin, but may be disabled', async () => {
  await app.owner
    .insertInto('driver_stops')
    .values({ shop_id: shop.shop_id, driver_id, order_ids: [] })
    .execute();
  const [given, refused] = await meanwhile('driver_stops', assign, LEAVING['an Admin']);
  expect(await resultsOf(await given)).toMatchObject([{ outcome: 'done' }]);
  expect((await problemOf(await refused)).code).toBe('has_open_orders');
  expect((await LEAVING.disabled()).status).toBe(200);
  expect(await driverNow()).toBe(driver_id);
});

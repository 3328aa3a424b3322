import { afterEach, beforeEach, expect, test } from 'vitest';
import { OPEN_STATUSES } from '../../contract/rules/orders/order-life.ts';
import { type Database, databaseOf } from '../../server/platform/database/database.ts';
import { verifyCash } from '../../server/verification/verify-cash.ts';
import { build } from '../../tests/support/query-builder.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';
import { makeDemoShop } from './demo-shop.ts';
import { isDemo, isEmpty } from './shop-state.ts';

let test_database: TestDatabase;
let owner: Database;

beforeEach(async () => {
  test_database = await createTestDatabase();
  owner = databaseOf(test_database.owner);
});
afterEach(async () => {
  await test_database.drop();
});

const PASSWORD = 'mandoob-demo';

test('the demo shop has one account of each role, a second driver, and cash that adds up', async () => {
  expect([await isEmpty(owner), await isDemo(owner)]).toEqual([true, false]);
  await makeDemoShop(owner, { password: PASSWORD });
  expect([await isEmpty(owner), await isDemo(owner)]).toEqual([false, true]);

  expect(await build(owner).selectFrom('shops').select(['name', 'time_zone']).execute()).toEqual([
    { name: 'Al Barsha Fresh Market', time_zone: 'Asia/Dubai' },
  ]);
  const staff = await build(owner)
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.id', 'u.id')
    .leftJoin('drivers as d', 'd.user_id', 'u.id')
    .leftJoin('cash_tracking as c', 'c.user_id', 'u.id')
    .select(['u.email', 'p.role', 'd.status', 'c.cash_on_hand_fils'])
    .orderBy('u.email')
    .execute();
  expect(staff).toEqual([
    { email: 'admin@demo.mandoob.example', role: 'Admin', status: null, cash_on_hand_fils: 200_000 },
    { email: 'driver2@demo.mandoob.example', role: 'Driver', status: 'available', cash_on_hand_fils: 25_000 },
    { email: 'driver@demo.mandoob.example', role: 'Driver', status: 'delivering', cash_on_hand_fils: null },
    { email: 'manager@demo.mandoob.example', role: 'Manager', status: null, cash_on_hand_fils: null },
  ]);
  expect(await verifyCash(owner)).toEqual([]);
});

test('the driver has orders in every open status, of each payment, and with picked, short and unpicked lines', async () => {
  await makeDemoShop(owner, { password: PASSWORD });
  const orders = await build(owner)
    .selectFrom('orders as o')
    .innerJoin('drivers as d', 'd.id', 'o.driver_id')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .innerJoin('customers as c', 'c.id', 'o.customer_id')
    .selectAll('o')
    .select('c.first_name')
    .where('u.email', '=', 'driver@demo.mandoob.example')
    .execute();
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(OPEN_STATUSES));

  const deliverable = orders.filter(({ status }) => status === 'dispatching' || status === 'delivering');
  const kinds = deliverable.map(
    ({ payment_method, payment_status }) => `${payment_method} ${payment_status}`,
  );
  expect(kinds).toEqual(expect.arrayContaining(['cash pending', 'card pending', 'online paid']));
  expect(deliverable.some(({ first_name }) => /\p{Script=Arabic}/u.test(first_name))).toBe(true);
  expect(deliverable.some(({ latitude }) => latitude !== null)).toBe(true);
  expect(deliverable.every(({ dispatching_started_at }) => dispatching_started_at !== null)).toBe(true);

  const lines = await build(owner).selectFrom('order_line_items').selectAll().execute();
  expect(lines.some(({ picked_qty, qty }) => picked_qty === qty)).toBe(true);
  expect(lines.some(({ picked_qty, qty }) => picked_qty !== null && picked_qty < qty)).toBe(true);
  expect(lines.some(({ picked_qty }) => picked_qty === null)).toBe(true);
});

test('two servers that start concurrently make one demo shop', async () => {
  await Promise.all([
    makeDemoShop(owner, { password: PASSWORD }),
    makeDemoShop(owner, { password: PASSWORD }),
  ]);
  expect(await build(owner).selectFrom('shops').select('id').execute()).toHaveLength(1);
  expect(await build(owner).selectFrom('orders').select('id').execute()).toHaveLength(24);
});

test('refuses a database that contains a real shop', async () => {
  await build(owner).insertInto('shops').values({ name: 'A real shop' }).execute();
  await expect(makeDemoShop(owner, { password: PASSWORD })).rejects.toThrow('empty database');
  expect(await isDemo(owner)).toBe(false);
});

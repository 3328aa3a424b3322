import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportResponse } from '../../contract/operations/desk/reports/read-report.schema.ts';
import type { ReportName } from '../../contract/rules/reports/reports.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { attemptOf, undoAttemptOf } from '../../tests/support/test-attempt.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import {
  addOrder,
  createTestShop,
  type TestOrder,
  type TestShop,
  type TestStaff,
} from '../../tests/support/test-shop.ts';

/** The reports of attempts, over a shop with first attempts, later ones, undone ones and conflicts. */

let app: TestApp;
let shop: TestShop;
let open: TestOrder;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  const { driver, driver2 } = shop;
  const at_first = await order(driver, 'Marina');
  await deliver(driver, at_first);
  const at_second = await order(driver, 'Marina');
  await attemptOf(app, driver, at_second);
  await deliver(driver, at_second);
  const after_undone = await order(driver, 'ديرة');
  await undoAttemptOf(app, driver, await attemptOf(app, driver, after_undone));
  await deliver(driver, after_undone);
  open = await order(driver2, 'Marina');
  await attemptOf(app, driver2, open, { reason: 'other', note: 'a "dog"\nbarks' });
  await attemptOf(app, driver2, open, { reason: 'no_money' });
  const cancelled = await order(driver2, null);
  await change(cancelled, { status: 'cancelled' });
  await attemptOf(app, driver2, cancelled);
  // The shop names a reason differently from now on.
  await nameReason('unreachable', 'Phone off, 3 times_');
  await attemptOf(app, driver2, await order(driver2, 'Jumeirah'));
  const elsewhere = await createTestShop(app.owner, 'Another Shop');
  await attemptOf(app, elsewhere.driver, await addOrder(app.owner, elsewhere, elsewhere.driver));
});
afterAll(() => app.drop());

const DAYS = 'from=2020-01-01&to=2029-12-30';

async function report(name: ReportName, filters = '', by: TestStaff = shop.manager): Promise<ReportResponse> {
  const path = `/api/desk/reports?report=${name}&${DAYS}${filters}`;
  const response = await app.send('GET', path, { as: by.session_id });
  expect({ name, status: response.status }).toEqual({ name, status: 200 });
  return response.json();
}

async function order(driver: TestStaff, area: string | null): Promise<TestOrder> {
  const added = await addOrder(app.owner, shop, driver);
  await change(added, { area });
  return added;
}

async function change({ id }: TestOrder, to: { area?: string | null; status?: 'cancelled' }): Promise<void> {
  await app.owner.updateTable('orders').set(to).where('id', '=', id).execute();
}

async function deliver(driver: TestStaff, to: TestOrder): Promise<void> {
  const sent = await sendDelivery(app, driver, await prepareDelivery(app, shop, driver, to));
  expect(sent.status).toBe(200);
}

async function nameReason(key: string, label: string): Promise<void> {
  const needs = { needs_photo: false, needs_note: false, needs_time: false };
  const row = { shop_id: shop.shop_id, key, label, position: 0, ...needs };
  await app.owner.insertInto('attempt_reasons').values(row).execute();
}

test('the list has every attempt with its order, reason, conflict and hour, and marks undone ones', async () => {
  const { rows, totals } = await report('attempts', '&way=up');
  expect(totals).toEqual({ rows: 6, late: 0, sums: {} });
  expect(
    rows.map((row) => [row.area, row.driver_name, row.attempt_reason, row.number, row.conflict, row.undone]),
  ).toEqual([
    ['Marina', 'Dawood Driver', 'unreachable', 1, null, false],
    ['ديرة', 'Dawood Driver', 'unreachable', 1, null, true],
    ['Marina', 'Dina Driver', 'other', 1, null, false],
    ['Marina', 'Dina Driver', 'no_money', 2, 'not_out_for_delivery', false],
    [null, 'Dina Driver', 'unreachable', 1, 'cancelled', false],
    ['Jumeirah', 'Dina Driver', 'Phone off, 3 times_', 1, null, false],
  ]);
  expect(rows[2]).toMatchObject({
    order_id: open.id,
    order_number: open.order_number,
    note: 'a "dog"\nbarks',
    late: false,
    erased_at: null,
    hour: expect.stringMatching(/^\d\d:00$/),
  });
  const shown = async (filters: string) => (await report('attempts', filters)).totals?.rows;
  expect(await shown('&undone=no')).toBe(5);
  expect(await shown('&undone=yes')).toBe(1);
  expect(await shown(`&user_id=${shop.driver.user_id}&undone=no`)).toBe(1);
  expect(await shown('&late=yes')).toBe(0);
});

test('attempts by reason have the latest label of each reason, the most frequent first', async () => {
  const { rows, totals } = await report('attempt_reasons');
  expect(rows.map((row) => [row.id, row.attempt_reason, row.attempts, row.attempted_orders])).toEqual([
    ['unreachable', 'Phone off, 3 times_', 3, 3],
    ['no_money', 'no_money', 1, 1],
    ['other', 'other', 1, 1],
  ]);
  expect(totals?.sums).toEqual({ attempts: 5 });
});

test('by driver, area and hour, a delivery counts as first unless an earlier attempt was not undone', async () => {
  const figures = ({ rows }: ReportResponse, name: string) =>
    rows.map((row) => [
      row[name],
      row.attempts,
      row.attempted_orders,
      row.delivered,
      row.delivered_first,
      row.first_share,
    ]);
  expect(figures(await report('attempt_drivers'), 'driver_name')).toEqual([
    ['Dawood Driver', 1, 1, 3, 2, 66],
    ['Dina Driver', 4, 3, 0, 0, null],
  ]);
  expect(figures(await report('attempt_areas'), 'area')).toEqual([
    ['Marina', 3, 2, 2, 1, 50],
    ['Jumeirah', 1, 1, 0, 0, null],
    [null, 1, 1, 0, 0, null],
    ['ديرة', 0, 0, 1, 1, 100],
  ]);
  const of_driver = `&user_id=${shop.driver2.user_id}`;
  expect(figures(await report('attempt_areas', of_driver), 'area')[0]).toEqual(['Marina', 2, 1, 0, 0, null]);
  const sums = { attempts: 5, delivered: 3, delivered_first: 2 };
  for (const name of ['attempt_drivers', 'attempt_areas', 'attempt_hours'] as const)
    expect({ name, sums: (await report(name)).totals?.sums }).toEqual({ name, sums });
  const [first, ...rest] = (await report('attempt_areas')).rows;
  expect((await report('attempt_areas', `&after=${first?.id}`)).rows).toEqual(rest);
});

test('an attempt belongs to the business day and the hour of the shop in which it happened', async () => {
  const happened_at = new Date('2021-03-05T20:30:00Z');
  const { rows } = await app.database.owner.query<{ id: string }>(
    'update delivery_attempts set occurred_at = $2 where shop_id = $1 and reason_label is not null returning id',
    [shop.shop_id, happened_at],
  );
  const on = (name: ReportName, day: string) =>
    app
      .send('GET', `/api/desk/reports?report=${name}&from=${day}&to=${day}`, { as: shop.admin.session_id })
      .then((response) => response.json());
  expect((await on('attempts', '2021-03-05')).rows).toEqual([]);
  expect((await on('attempts', '2021-03-06')).rows).toMatchObject([
    { id: rows[0]?.id, hour: '00:00', late: true },
  ]);
  expect(await on('attempt_hours', '2021-03-06')).toMatchObject({
    rows: [{ id: '00', hour: '00:00', attempts: 1, delivered: 0, first_share: null }],
    totals: { late: 1 },
  });
  expect((await report('attempts', '&late=yes')).totals?.rows).toBe(1);
});

test('an erased order shows neither the customer nor the note, and a driver reads no report', async () => {
  await app.database.owner.query(
    "update delivery_attempts set note = 'erased', erased_at = now() where shop_id = $1 and order_id = $2",
    [shop.shop_id, open.id],
  );
  const { rows } = await report('attempts', `&user_id=${shop.driver2.user_id}`);
  const erased = rows.filter(({ order_id }) => order_id === open.id);
  expect(erased).toHaveLength(2);
  for (const row of erased)
    expect(row).toMatchObject({ customer_name: 'erased', note: 'erased', erased_at: expect.any(String) });
  for (const name of ['attempts', 'attempt_areas']) {
    const path = `/api/desk/reports?report=${name}&${DAYS}`;
    expect((await app.send('GET', path, { as: shop.driver.session_id })).status).toBe(403);
  }
});

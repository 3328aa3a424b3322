import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { problemOf } from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const change = (body: object, by: TestStaff = shop.admin, command_id = newId()) =>
  app.send('POST', '/api/shop', { as: by.session_id, body, headers: { 'idempotency-key': command_id } });
const read = async (by: TestStaff) => (await app.send('GET', '/api/shop', { as: by.session_id })).json();

test('an Admin changes only the given fields of their own shop, once for a repeated command', async () => {
  const other = await createTestShop(app.owner, 'Another Shop');
  const before = await read(other.manager);
  const command_id = newId();
  const body = { name: ' Al Noor ', promise_hours: 3 };
  const { audit, topics } = await leftBy(app.owner, async () => {
    const sent = await Promise.all([1, 2].map(() => change(body, shop.admin, command_id)));
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  });
  expect(audit).toMatchObject([
    { what: 'change_shop', before: { promise_hours: null }, after: { name: 'Al Noor', promise_hours: 3 } },
  ]);
  expect(topics.sort()).toEqual(['orders', 'shop']);
  const now = {
    name: 'Al Noor',
    time_zone: 'Asia/Dubai',
    promise_hours: 3,
    erase_customers_after_days: null,
    country: 'AE',
  };
  expect(await read(shop.manager)).toEqual(now);
  // Concurrent changes of different fields do not overwrite one another.
  await Promise.all([change({ time_zone: 'Europe/Berlin' }), change({ promise_hours: null })]);
  expect(await read(shop.admin)).toEqual({ ...now, time_zone: 'Europe/Berlin', promise_hours: null });
  expect((await leftBy(app.owner, () => change({ name: 'Al Noor' }))).audit).toEqual([]);
  for (const bad of [
    {},
    { name: ' ' },
    { time_zone: 'Mars/Base' },
    { time_zone: '+04:00' },
    { promise_hours: 0 },
    { promise_hours: 721 },
  ])
    expect((await change(bad)).status).toBe(422);
  for (const nobody of [shop.manager, shop.driver, shop.stranger])
    expect(await problemOf(await change(body, nobody))).toEqual({ status: 403, code: 'no_access' });
  for (const nobody of [shop.driver, shop.stranger])
    expect((await app.send('GET', '/api/shop', { as: nobody.session_id })).status).toBe(403);
  expect(await read(other.manager)).toEqual(before);
});

test.each([
  ['NET', 'is unknown to the database'],
  ['IST', 'means India in one system and Israel in another'],
  ['CET', 'lacks summer time in the database'],
])('rejects the time zone %s, which %s, with an error on its field', async (time_zone) => {
  const refused = await change({ time_zone, name: 'Al Noor' });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/time_zone' }],
  });
  expect(await read(shop.admin)).toMatchObject({ name: 'Test Shop', time_zone: 'Asia/Dubai' });
});

test('the database counts the orders of a day in every accepted time zone', async () => {
  for (const time_zone of ['UTC', 'Etc/GMT+4', 'asia/kathmandu', 'EST', 'Europe/Brussels', 'Asia/Calcutta']) {
    expect({ time_zone, status: (await change({ time_zone })).status }).toEqual({ time_zone, status: 200 });
    expect((await app.send('GET', '/api/desk/order-counts', { as: shop.manager.session_id })).status).toBe(
      200,
    );
  }
});

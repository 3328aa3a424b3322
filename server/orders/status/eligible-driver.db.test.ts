import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addStaff, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { eligibleDriver, type NamedDriver } from './assign-order.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

const resolve = (driver: NamedDriver, shop_id = shop.shop_id) =>
  inTransaction(app.owner, (tx) => eligibleDriver(tx, shop_id, driver));

async function emailOf(user_id: string): Promise<string> {
  const user = app.owner.selectFrom('users').select('email').where('id', '=', user_id);
  return (await user.executeTakeFirstOrThrow()).email;
}

/** A user of the shop, named by driver record, if there is one, and by e-mail address. */
async function person(role: string | null, with_record: boolean): Promise<NamedDriver[]> {
  const { user_id, driver_id } = await addStaff(app.owner, shop.shop_id, role, 'Some Body', with_record);
  const email = await emailOf(user_id);
  return driver_id === null ? [{ email }] : [{ driver_id }, { email }];
}

test('a driver delivers, and so does a manager with a driver record', async () => {
  const { driver_id } = shop.driver;
  expect(await resolve({ driver_id: driver_id ?? 0 })).toBe(driver_id);
  for (const named of await person('Manager', true)) expect(await resolve(named)).toBeGreaterThan(0);
});

test.each([
  ['an admin with an earlier driver record', 'Admin', true, 'cannot_deliver'],
  ['a user without a role', null, true, 'cannot_deliver'],
  ['a manager without a driver record', 'Manager', false, 'driver_not_found'],
])('%s cannot deliver, whether named by record or by e-mail', async (_who, role, with_record, code) => {
  for (const named of await person(role, with_record)) {
    await expect(resolve(named)).rejects.toMatchObject({ code });
  }
});

test('disabled staff cannot deliver', async () => {
  const named = await person('Driver', true);
  await app.owner
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('email', '=', named.flatMap((one) => ('email' in one ? one.email : []))[0] ?? '')
    .execute();
  for (const one of named) await expect(resolve(one)).rejects.toMatchObject({ code: 'staff_disabled' });
});

test('a driver delivers in their own shop only', async () => {
  const { shop_id } = await createTestShop(app.owner, 'Another Shop');
  const { driver_id, user_id } = shop.driver;
  const email = await emailOf(user_id);
  await expect(resolve({ driver_id: driver_id ?? 0 }, shop_id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(resolve({ email }, shop_id)).rejects.toMatchObject({ code: 'staff_elsewhere' });
});

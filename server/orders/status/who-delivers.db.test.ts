import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addStaff, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { type NamedDriver, whoDelivers } from './assign-order.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

const asked = (driver: NamedDriver, shop_id = shop.shop_id) =>
  inTransaction(app.owner, (tx) => whoDelivers(tx, shop_id, driver));

async function emailOf(user_id: string): Promise<string> {
  const user = app.owner.selectFrom('users').select('email').where('id', '=', user_id);
  return (await user.executeTakeFirstOrThrow()).email;
}

/** Somebody of the shop, by record where there is one and by e-mail address. */
async function person(role: string | null, with_record: boolean): Promise<NamedDriver[]> {
  const { user_id, driver_id } = await addStaff(app.owner, shop.shop_id, role, 'Some Body', with_record);
  const email = await emailOf(user_id);
  return driver_id === null ? [{ email }] : [{ driver_id }, { email }];
}

test('a driver delivers, and a manager with a driver record', async () => {
  const { driver_id } = shop.driver;
  expect(await asked({ driver_id: driver_id ?? 0 })).toBe(driver_id);
  for (const named of await person('Manager', true)) expect(await asked(named)).toBeGreaterThan(0);
});

test.each([
  ['an admin, whose record is of earlier', 'Admin', true, 'cannot_deliver'],
  ['somebody without a role', null, true, 'cannot_deliver'],
  ['a manager without a driver record', 'Manager', false, 'driver_not_found'],
])('%s does not, named either way', async (_who, role, with_record, code) => {
  for (const named of await person(role, with_record)) {
    await expect(asked(named)).rejects.toMatchObject({ code });
  }
});

test('disabled staff do not deliver', async () => {
  const named = await person('Driver', true);
  await app.owner
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('email', '=', named.flatMap((one) => ('email' in one ? one.email : []))[0] ?? '')
    .execute();
  for (const one of named) await expect(asked(one)).rejects.toMatchObject({ code: 'staff_disabled' });
});

test('a driver delivers in his own shop only', async () => {
  const { shop_id } = await createTestShop(app.owner, 'Another Shop');
  const { driver_id, user_id } = shop.driver;
  const email = await emailOf(user_id);
  await expect(asked({ driver_id: driver_id ?? 0 }, shop_id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(asked({ email }, shop_id)).rejects.toMatchObject({ code: 'staff_elsewhere' });
});

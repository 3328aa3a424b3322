import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { disableStaff } from '../../tests/support/operations.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { bookedBy, ok } from '../../tests/support/test-differences.ts';
import { adjust, prepareSettlement, sendCommand } from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { runAs, SERVER } from '../operations/run-as.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { Problem } from '../platform/problem.ts';
import { changeStaff } from './change-staff.ts';

/** An open shortage or over stays with its shop, and never prevents the end of an access. */

let app: TestApp;
let shop: TestShop;
let other: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  other = await createTestShop(app.owner, 'Other Shop');
});

const move = () =>
  inTransaction(app.owner, (tx) =>
    runAs(tx, { ...SERVER, shop_id: shop.shop_id }, changeStaff, {
      user_id: shop.driver.user_id,
      shop_id: other.shop_id,
    }),
  );
const moveDirectly = () =>
  app.database.owner.query('update profiles set shop_id = $1 where id = $2', [
    other.shop_id,
    shop.driver.user_id,
  ]);

test.each([
  ['shortage', 79_000],
  ['over', 81_000],
] as const)(
  'a driver without cash cannot change shop before the %s is settled',
  async (_account, amount_fils) => {
    await adjust(app, shop, shop.driver, 80_000);
    const difference_id = await bookedBy(app, shop, { amount_fils });
    const refusal = await move().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Problem);
    expect(refusal).toMatchObject({ code: 'holds_cash', facts: { held_fils: 0, open_fils: 1_000 } });
    await expect(moveDirectly()).rejects.toThrow('cannot change shop');
    for (const paid of [400, 600]) {
      await expect(moveDirectly()).rejects.toThrow('cannot change shop');
      const part = await prepareSettlement(app, shop, { difference_id, amount_fils: paid });
      await ok(sendCommand(app, 'settlement', shop.manager, part));
    }
    expect(await move()).toMatchObject({ shop_id: other.shop_id });
  },
);

test('a shortage and an over of the same amount both prevent a change of shop', async () => {
  await adjust(app, shop, shop.driver, 80_000);
  await bookedBy(app, shop, { amount_fils: 79_000 });
  await bookedBy(app, shop, { amount_fils: 1_000 });
  await expect(move()).rejects.toMatchObject({ code: 'holds_cash', facts: { open_fils: 2_000 } });
});

test('a driver with cash, a shortage and an over can be disabled at once', async () => {
  await adjust(app, shop, shop.driver, 80_000);
  await bookedBy(app, shop, { amount_fils: 79_000 });
  await bookedBy(app, shop, { amount_fils: 500 });
  await adjust(app, shop, shop.driver, 2_000);
  const found = app.owner.selectFrom('users').select('email').where('id', '=', shop.driver.user_id);
  const { email } = await found.executeTakeFirstOrThrow();
  const profile = () => app.send('GET', '/api/profile', { as: shop.driver.session_id });
  expect((await profile()).status).toBe(200);
  await inTransaction(app.owner, (tx) => disableStaff(tx, email));
  expect((await profile()).status).toBe(401);
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import { cashOf } from './balances.ts';
import { bookAdjustment } from './operator-bookings.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const adjust = (amount_fils: number, reason = 'counted again', id = newId()) =>
  inTransaction(app.owner, (tx) =>
    bookAdjustment(tx, {
      id,
      shop_id: shop.shop_id,
      user_id: shop.driver.user_id,
      amount_fils,
      reason,
      occurred_at: new Date(),
    }),
  );
const held = () => inTransaction(app.owner, (tx) => cashOf(tx, shop.shop_id, shop.driver.user_id));
const differences = async () =>
  (await verifyCash(app.owner)).filter(({ shop_id }) => shop_id === shop.shop_id);

it('an adjustment moves cash up or down, and the cash book verifies', async () => {
  await adjust(10_000);
  await adjust(-14_500, 'lost on the way');
  expect((await held()).cash_on_hand_fils).toBe(-4_500);
  expect(await differences()).toEqual([]);
  const { rows } = await app.database.owner.query(
    'select amount_fils, reason from cash_adjustments where shop_id = $1 order by recorded_at',
    [shop.shop_id],
  );
  expect(rows).toEqual([
    { amount_fils: 10_000, reason: 'counted again' },
    { amount_fils: -14_500, reason: 'lost on the way' },
  ]);
});

it('repeating the same adjustment books it once', async () => {
  const id = newId();
  expect(await adjust(10_000, 'found', id)).toMatchObject({ success: true });
  expect(await adjust(10_000, 'found', id)).toBeNull();
  expect((await held()).cash_on_hand_fils).toBe(10_000);
});

it('an adjustment cannot be changed, needs a reason and must not be zero', async () => {
  await adjust(10_000);
  const { owner } = app.database;
  await expect(owner.query("update cash_adjustments set reason = 'another'")).rejects.toThrow('append-only');
  await expect(owner.query('delete from cash_adjustments')).rejects.toThrow('append-only');
  await expect(owner.query('truncate cash_adjustments')).rejects.toThrow('append-only');
  await expect(adjust(100, ' ')).rejects.toThrow('cash_adjustments_reason_check');
  await expect(adjust(0)).rejects.toThrow('cash_adjustments_amount_fils_check');
});

it('verification reports an adjustment without its movement and a movement without its adjustment', async () => {
  await adjust(10_000);
  const { owner } = app.database;
  const as_damage = async (statement: string) => {
    await owner.query('alter table cash_adjustments disable trigger user');
    await owner.query('alter table cash_movements disable trigger user');
    await owner.query(statement, [shop.shop_id]);
    await owner.query('alter table cash_adjustments enable trigger user');
    await owner.query('alter table cash_movements enable trigger user');
  };
  await as_damage('update cash_adjustments set amount_fils = -amount_fils where shop_id = $1');
  expect(await differences()).toMatchObject([
    { kind: 'wrong_movement', expected_fils: 10_000, found_fils: 10_000 },
  ]);
  await as_damage('update cash_adjustments set amount_fils = 20000 where shop_id = $1');
  expect(await differences()).toMatchObject([
    { kind: 'wrong_movement', expected_fils: 20_000, found_fils: 10_000 },
  ]);
  await as_damage('delete from cash_adjustments where shop_id = $1');
  expect(await differences()).toMatchObject([
    { kind: 'unexplained_movement', found_fils: 10_000, text: 'no cash adjustment explains this movement' },
  ]);
  await as_damage('delete from cash_movements where shop_id = $1');
  await owner.query('delete from cash_tracking_parts where shop_id = $1', [shop.shop_id]);
  await owner.query(
    "insert into cash_adjustments (shop_id, id, user_id, amount_fils, reason) values ($1, gen_random_uuid(), $2, -700, 'x')",
    [shop.shop_id, shop.driver.user_id],
  );
  expect(await differences()).toMatchObject([
    {
      kind: 'missing_movement',
      expected_fils: 700,
      found_fils: null,
      holder: 'Dawood Driver',
      expected_route: 'Dawood Driver -> adjustment',
    },
  ]);
});

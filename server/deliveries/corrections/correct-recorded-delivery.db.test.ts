import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { leftBy } from '../../../tests/support/audit.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  correctOwn,
  type Delivered,
  deliver,
  prepareCorrection,
  sendByManager,
} from '../../../tests/support/test-corrections.ts';
import { accountOf, listedDifferences, ok } from '../../../tests/support/test-differences.ts';
import {
  cashOnHand,
  prepareDrop,
  prepareSettlement,
  problemOf,
  recorded,
  sendCommand,
} from '../../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from '../../../tests/support/test-shop.ts';
import { verifyNamedFiles } from '../../files/verify-named-files.ts';
import { verifyCash } from '../../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  expect(await verifyCash(app.owner)).toEqual([]);
  expect(await verifyNamedFiles(app.owner)).toEqual([]);
  await app.drop();
});
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

type Facts = Parameters<typeof prepareCorrection>[4];
const held = () => cashOnHand(app, shop.driver);
const prepared = (of: Delivered, facts?: Facts, by: TestStaff = shop.manager) =>
  prepareCorrection(app, shop, by, of, facts);
const correct = async (of: Delivered, facts?: Facts) =>
  ok(sendByManager(app, shop.manager, await prepared(of, facts)));
const refused = async (of: Delivered, by: TestStaff, facts?: Facts) =>
  problemOf(await sendByManager(app, by, await prepared(of, facts)));

it('a Manager corrects a delivery directly: the cash on hand follows', async () => {
  const delivered = await deliver(app, shop);
  const left = await leftBy(app.owner, async () => {
    expect(await correct(delivered)).toMatchObject({
      ...{ number: 1, cash_before_fils: 14_500, cash_fils: 14_000 },
      ...{ difference_id: null, account: null },
    });
  });
  expect(await held()).toBe(14_000);
  expect(left.audit).toMatchObject([
    {
      what: 'correct_recorded_delivery',
      user_id: shop.manager.user_id,
      subject_id: delivered.order.id,
      before: { cash_fils: 14_500 },
      after: { cash_fils: 14_000, difference_id: null },
    },
  ]);
  expect(left.topics).toEqual(expect.arrayContaining(['orders', 'cash']));
});

it('after cash was handed in the difference is short or over, is listed and can be settled', async () => {
  const delivered = await deliver(app, shop);
  await recorded(app, shop, 'drop', await prepareDrop(app, shop, { amount_fils: 14_500 }));
  const short = await ok<{ difference_id: string }>(
    sendByManager(
      app,
      shop.manager,
      await prepared(delivered, { cash_fils: 15_000, short_reason: null, photo: true }),
    ),
  );
  expect(await correct(delivered, { number: 2, cash_fils: 14_900, short_reason: null })).toMatchObject({
    account: 'over',
  });
  expect(await held()).toBe(0);
  expect([await accountOf(app, shop.driver, 'shortage'), await accountOf(app, shop.driver, 'over')]).toEqual([
    500, 100,
  ]);
  const { open } = await listedDifferences(app, shop.admin);
  const { id: order_id, order_number } = delivered.order;
  expect(open).toMatchObject([
    {
      id: short.difference_id,
      account: 'shortage',
      amount_fils: 500,
      correction: { order_id, order_number },
    },
    { account: 'over', amount_fils: 100, correction: { order_id, order_number } },
  ]);
  const of = { difference_id: short.difference_id, from: shop.driver, amount_fils: 500 };
  await ok(sendCommand(app, 'settlement', shop.manager, await prepareSettlement(app, shop, of)));
  expect(await accountOf(app, shop.driver, 'shortage')).toBe(0);
});

it('two corrections at once: one is recorded, and the other Manager reloads', async () => {
  const other = await addStaff(app.owner, shop.shop_id, 'Manager', 'Maryam Manager', false);
  const delivered = await deliver(app, shop);
  const sent = await Promise.all(
    [shop.manager, other].map(async (by) => [by, await prepared(delivered, {}, by)] as const),
  );
  const answers = await Promise.all(sent.map(([by, one]) => sendByManager(app, by, one)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await held()).toBe(14_000);
  const [by, first] = answers[0]?.status === 200 ? (sent[0] ?? []) : (sent[1] ?? []);
  if (!by || !first) throw new Error('nothing was sent');
  expect((await sendByManager(app, by, first)).status).toBe(200);
  expect(await held()).toBe(14_000);
});

it('follows the driver’s own correction', async () => {
  const delivered = await deliver(app, shop, { tender: 'card_machine' });
  await correctOwn(app, shop, delivered, { cash_fils: 14_500, short_reason: null });
  expect(await refused(delivered, shop.manager)).toEqual({ status: 409, code: 'delivery_corrected' });
  await correct(delivered, { number: 2, cash_fils: 0, card_fils: 14_500, short_reason: null });
  expect(await held()).toBe(0);
});

it('is refused for own deliveries, without a reason, and for other roles and shops', async () => {
  const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Delivering Manager', true);
  const own = await deliver(app, shop, { by: manager });
  const by_self = await prepareCorrection(app, shop, manager, own);
  expect(await problemOf(await sendByManager(app, manager, by_self))).toEqual({
    ...{ status: 422, code: 'own_delivery' },
  });
  const unexplained = await sendByManager(app, shop.manager, await prepared(own), ' ');
  expect(unexplained.status).toBe(422);
  for (const by of [shop.admin, shop.driver, shop.stranger])
    expect((await refused(own, by)).status).toBe(403);
  const elsewhere = await createTestShop(app.owner, 'Other Shop');
  expect(await refused(own, elsewhere.manager)).toEqual({ status: 404, code: 'not_found' });
  const unknown = { ...own, confirmation_id: own.order.id };
  expect(await refused(unknown, shop.manager)).toEqual({ status: 404, code: 'not_found' });
  expect(await cashOnHand(app, manager)).toBe(14_500);
});

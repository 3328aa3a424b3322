import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { collected, owedOrder, sendMatch, sendWaiver } from '../../../tests/support/owed-order.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { approvalsIn, ok } from '../../../tests/support/test-approvals.ts';
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { verifyCash } from '../../verification/verify-cash.ts';

/** Payments after the delivery, decisions about references and waivers, changed by a superuser. */

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  for (const table of [
    'order_payments',
    'payment_matches',
    'order_waivers',
    'order_balances',
    'order_events',
    'commands',
    'cash_movements',
    'orders',
  ]) {
    await app.database.owner.query(`alter table ${table} disable trigger user`);
  }
  // Balances are kept by triggers.
  for (const [table, name] of [
    ['order_payments', 'order_payments_keep_balance'],
    ['payment_matches', 'payment_matches_keep_balance'],
    ['order_waivers', 'order_waivers_keep_balance'],
  ]) {
    await app.database.owner.query(`alter table ${table} enable trigger ${name}`);
  }
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  const { driver, manager, admin } = shop;
  const order = await owedOrder(app, shop, { cash_fils: 13_000 });
  const link = { amount_fils: 300, reference: 'LINK-1' };
  const payment = await collected(app, shop, driver, order, { taken: { cash_fils: 500, link } });
  const match = { source_id: payment.id, tender: 'payment_link', ...link, outcome: 'received' } as const;
  await ok(sendMatch(app, manager, match));
  const { approval_id } = await ok<{ approval_id: string }>(
    sendWaiver(app, manager, { order_id: order.id, amount_fils: 700 }),
  );
  await ok(approvalsIn(app, shop).decide(admin, approval_id));
  await owedOrder(app, shop);
});

const found = async () =>
  (await verifyCash(app.owner))
    .filter(({ shop_id }) => shop_id === shop.shop_id)
    .map(({ kind, text }) => `${kind}: ${text}`);

it('reports nothing in an unchanged book', async () => {
  expect(await found()).toEqual([]);
});

const OTHER = `(select id from orders where shop_id = $1 and payment_status = 'pending')`;

it.each([
  ['a deleted payment', 'delete from order_payments where shop_id = $1', 'unexplained_movement'],
  [
    'another amount of cash',
    'update order_payments set cash_fils = 501 where shop_id = $1',
    'wrong_movement',
  ],
  [
    'another amount by card',
    'update order_payments set card_fils = 1 where shop_id = $1',
    'the order’s history differs',
  ],
  [
    'another time',
    `update order_payments set occurred_at = recorded_at + interval '1 s' where shop_id = $1`,
    'it happened after it was recorded',
  ],
  [
    'another order',
    `update order_payments set order_id = ${OTHER} where shop_id = $1`,
    'it belongs to another order’s delivery',
  ],
  [
    'a deleted movement',
    `delete from cash_movements where shop_id = $1 and reason = 'order_payment'`,
    'missing_movement',
  ],
  [
    'a payment that its history lacks',
    `delete from order_events where shop_id = $1 and kind = 'paid'`,
    'the order’s history has no entry for it',
  ],
  ['a deleted match', 'delete from payment_matches where shop_id = $1', 'unexplained_answer'],
  [
    'another outcome of a match',
    `update payment_matches set outcome = 'not_received' where shop_id = $1`,
    'the reply of its command differs: outcome',
  ],
  [
    'another reference of a match',
    `update payment_matches set reference = 'LINK-2' where shop_id = $1`,
    'no such payment was recorded',
  ],
  [
    'another amount of a match',
    'update payment_matches set amount_fils = 299 where shop_id = $1',
    'no such payment was recorded',
  ],
  [
    'a deleted waiver',
    'delete from order_waivers where shop_id = $1',
    'it was approved, but its change is not recorded',
  ],
  [
    'another amount of a waiver',
    'update order_waivers set amount_fils = 701 where shop_id = $1',
    'the recorded change is not the requested one',
  ],
  [
    'another order of a waiver',
    `update order_waivers set order_id = ${OTHER} where shop_id = $1`,
    'it is in another order’s history',
  ],
  ['what is open', 'update order_balances set owed_fils = owed_fils + 1 where shop_id = $1', 'wrong_order'],
  [
    'the payment status',
    `update orders set payment_status = 'paid' where shop_id = $1 and payment_status = 'pending'`,
    'wrong_order',
  ],
  [
    'the reply of a payment',
    `update commands set body = replace(body, '"owed_fils":700', '"owed_fils":0') where shop_id = $1 and endpoint = 'collect_owed'`,
    'the reply of its command differs: amount owed',
  ],
  [
    'the reply of a match',
    `update commands set body = replace(body, '"received"', '"not_received"') where shop_id = $1 and endpoint = 'match_payment'`,
    'the reply of its command differs: outcome',
  ],
  [
    'the reply of a request',
    `update commands set body = replace(body, '"approval_id":"0', '"approval_id":"1') where shop_id = $1 and endpoint = 'request_waiver'`,
    'the reply of its command differs: approval',
  ],
])('reports %s', async (_, statement, expected) => {
  await app.database.owner.query(statement, [shop.shop_id]);
  expect(await found()).toContainEqual(expect.stringContaining(expected));
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenPayments } from '../../contract/operations/desk/payments/list-open-payments.schema.ts';
import { owedOrder } from '../../tests/support/owed-order.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { type ApprovalsIn, approvalsIn, ok } from '../../tests/support/test-approvals.ts';
import {
  ownExpenses,
  prepareExpense,
  requestedExpense,
  sendExpense,
  spentBy,
} from '../../tests/support/test-expenses.ts';
import { adjust, cashOnHand, problemOf } from '../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { verifyCash } from '../verification/verify-cash.ts';

/** Customers who are paid back from the cash of a Manager or an Admin. */

let app: TestApp;
let shop: TestShop;
let approvals: ApprovalsIn;
/** The customer has paid 500 fils too much. */
let order: { id: string; order_number: string };

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  expect(await verifyCash(app.owner)).toEqual([]);
  await app.drop();
});
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  approvals = approvalsIn(app, shop);
  await adjust(app, shop, shop.manager, 10_000);
  order = await owedOrder(app, shop, { cash_fils: 15_000 });
});

type Refund = { by?: TestStaff; amount_fils?: number };
const refundOf = ({ by = shop.manager, amount_fils = 500 }: Refund = {}) => ({
  ...{ by, amount_fils, kind: 'customer_refund', order_id: order.id },
});
const refund = (given: Refund = {}) => requestedExpense(app, shop, refundOf(given));
const send = async (given: Refund = {}) =>
  sendExpense(app, given.by ?? shop.manager, await prepareExpense(app, shop, refundOf(given)));
const owedToCustomer = async () => {
  const found = app.owner.selectFrom('order_balances').select('refund_fils').where('order_id', '=', order.id);
  return (await found.executeTakeFirst())?.refund_fils;
};

it('a refund reduces what is owed to the customer once it is approved, also in parts', async () => {
  const first = await refund({ amount_fils: 200 });
  expect([await owedToCustomer(), await cashOnHand(app, shop.manager)]).toEqual([500, 10_000]);
  const { pending } = await approvals.list(shop.admin);
  expect(pending).toMatchObject([
    { expense: { kind: 'customer_refund', order: { order_id: order.id, order_number: order.order_number } } },
  ]);
  await ok(approvals.decide(shop.admin, first));
  expect([await owedToCustomer(), await cashOnHand(app, shop.manager)]).toEqual([300, 9_800]);
  await ok(approvals.decide(shop.manager, await refund({ by: shop.admin, amount_fils: 300 })));
  expect([await owedToCustomer(), await spentBy(app, shop.admin)]).toEqual([0, 300]);
  expect((await ownExpenses(app, shop.manager)).expenses).toMatchObject([
    { order: { order_number: order.order_number }, state: 'approved' },
  ]);
});

it('more than is owed and not requested yet is refused with what is left', async () => {
  expect(await (await send({ amount_fils: 501 })).json()).toMatchObject({
    code: 'more_than_open',
    current_fils: 500,
  });
  const pending = await refund({ amount_fils: 400 });
  expect(await (await send({ amount_fils: 101 })).json()).toMatchObject({
    code: 'more_than_open',
    current_fils: 100,
  });
  await ok(approvals.decide(shop.admin, pending, 'refused', { reason: 'The customer was not there' }));
  await refund({ amount_fils: 500 });
});

it('the list of open payments shows the pending refunds of each order', async () => {
  const pending = async () => {
    const read = app.send('GET', '/api/desk/payments?list=refunds', { as: shop.admin.session_id });
    return (await ok<OpenPayments>(read)).rows.map(({ refund_pending_fils }) => refund_pending_fils);
  };
  expect(await pending()).toEqual([0]);
  const first = await refund({ amount_fils: 200 });
  const second = await refund({ by: shop.admin, amount_fils: 100 });
  expect(await pending()).toEqual([300]);
  await ok(approvals.decide(shop.admin, first));
  await ok(approvals.decide(shop.manager, second, 'refused', { reason: 'The customer was not there' }));
  expect(await pending()).toEqual([0]);
});

it('two refunds at once of the same order are requested one after another', async () => {
  const sent = await Promise.all([send(), send({ by: shop.admin })]);
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('two approvals at once never pay back more than is owed', async () => {
  const second = await addStaff(app.owner, shop.shop_id, 'Manager', 'Second Manager', false);
  const ids = [await refund({ amount_fils: 250 }), await refund({ by: second, amount_fils: 250 })];
  const decided = await Promise.all(ids.map((id) => approvals.decide(shop.admin, id)));
  expect(decided.map(({ status }) => status)).toEqual([200, 200]);
  expect(await owedToCustomer()).toBe(0);
});

it('an approval is refused with what is still owed if that has fallen since the request', async () => {
  const id = await refund();
  await app.owner
    .updateTable('order_balances')
    .set({ refund_fils: 300 })
    .where('order_id', '=', order.id)
    .execute();
  const response = await approvals.decide(shop.admin, id);
  expect(await response.json()).toMatchObject({ code: 'more_than_open', current_fils: 300 });
  expect(await spentBy(app, shop.manager)).toBe(0);
  await app.owner
    .updateTable('order_balances')
    .set({ refund_fils: 500 })
    .where('order_id', '=', order.id)
    .execute();
  await ok(approvals.decide(shop.admin, id));
});

it('an order of another shop and an order without a balance have nothing to pay back', async () => {
  const other = await createTestShop(app.owner);
  const prepared = await prepareExpense(app, other, { ...refundOf(), by: other.manager });
  expect((await problemOf(await sendExpense(app, other.manager, prepared))).code).toBe('not_found');
  const paid = await owedOrder(app, shop, { cash_fils: 14_000 });
  order = paid;
  expect(await (await send({ amount_fils: 1 })).json()).toMatchObject({
    code: 'more_than_open',
    current_fils: 0,
  });
});

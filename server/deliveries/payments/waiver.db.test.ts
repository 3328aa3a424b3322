import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { collected, openOf, owedOrder, sendWaiver } from '../../../tests/support/owed-order.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { type ApprovalsIn, approvalsIn, ok } from '../../../tests/support/test-approvals.ts';
import { problemOf } from '../../../tests/support/test-handover.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestShop,
  type TestStaff,
} from '../../../tests/support/test-shop.ts';
import { verifyCash } from '../../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;
let approvals: ApprovalsIn;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  // The operator of this test has no terminal, which names commands and their input, and its clock is set.
  const by_test =
    /^(there is no command decideApproval|it was recorded by another kind of command|it was recorded at another time)/;
  expect((await verifyCash(app.owner)).filter(({ text }) => !by_test.test(text))).toEqual([]);
  await app.drop();
});
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  approvals = approvalsIn(app, shop);
});
afterEach(() => {
  app.clock.now = null;
});

async function requested(by: TestStaff, order_id: string, amount_fils = 500): Promise<string> {
  const reply = await ok<{ approval_id: string }>(sendWaiver(app, by, { order_id, amount_fils }));
  return reply.approval_id;
}

const refusedRequest = async (by: TestStaff, order_id: string, amount_fils = 500) =>
  problemOf(await sendWaiver(app, by, { order_id, amount_fils }));
const refusedDecision = async (...given: Parameters<ApprovalsIn['decide']>) =>
  problemOf(await approvals.decide(...given));
const DAY_MS = 86_400_000;

describe('a waiver', () => {
  it('approved by another person is owed by no one, and the order is paid', async () => {
    const order = await owedOrder(app, shop);
    const approval_id = await requested(shop.manager, order.id);
    expect(await openOf(app, order)).toMatchObject({ owed_fils: 500 });
    const { pending } = await approvals.list(shop.admin);
    expect(pending).toMatchObject([
      {
        id: approval_id,
        kind: 'waiver',
        user_id: shop.driver.user_id,
        amount_fils: 500,
        order: { id: order.id, order_number: order.order_number },
        changes: [],
        may_approve: true,
      },
    ]);
    const rows = await ok<{ rows: object[] }>(
      app.send('GET', '/api/desk/payments', { as: shop.admin.session_id }),
    );
    expect(rows.rows).toMatchObject([{ waiver_fils: 500 }]);
    await ok(approvals.decide(shop.admin, approval_id));
    expect(await openOf(app, order)).toEqual({
      owed_fils: 0,
      unmatched_fils: 0,
      refund_fils: 0,
      payment_status: 'paid',
    });
  });

  it('for a part leaves the rest owed, also if the operator approves it', async () => {
    const order = await owedOrder(app, shop);
    await approvals.operatorDecides(await requested(shop.admin, order.id, 200));
    expect(await openOf(app, order)).toMatchObject({ owed_fils: 300, payment_status: 'pending' });
  });

  it('is not approved by its requester or by the Manager who delivered', async () => {
    const delivering = await addStaff(app.owner, shop.shop_id, 'Manager', 'Majid Manager', true);
    const order = await owedOrder(app, shop, { cash_fils: 14_000 }, delivering);
    const approval_id = await requested(shop.admin, order.id);
    expect(await refusedDecision(shop.admin, approval_id)).toMatchObject({ code: 'own_request' });
    expect(await refusedDecision(delivering, approval_id)).toMatchObject({ code: 'own_account_change' });
    await ok(approvals.decide(shop.manager, approval_id));
  });

  it('is at most what is owed, at the request and at the approval', async () => {
    const order = await owedOrder(app, shop);
    expect(await refusedRequest(shop.manager, order.id, 501)).toEqual({
      status: 409,
      code: 'more_than_open',
    });
    expect(await refusedRequest(shop.manager, order.id, 0)).toEqual({ status: 422, code: 'invalid_amount' });
    const approval_id = await requested(shop.manager, order.id);
    await collected(app, shop, shop.driver, order, { taken: { cash_fils: 100 } });
    const decided = await approvals.decide(shop.admin, approval_id);
    expect(await decided.json()).toMatchObject({ code: 'more_than_open', current_fils: 400 });
    expect(await openOf(app, order)).toMatchObject({ owed_fils: 400 });
  });

  it('and a payment at once never leave less than nothing owed', async () => {
    const order = await owedOrder(app, shop);
    const approval_id = await requested(shop.manager, order.id);
    const [paid, decided] = await Promise.all([
      collected(app, shop, shop.driver, order),
      approvals.decide(shop.admin, approval_id),
    ]);
    expect([200, 409]).toContain(decided.status);
    expect(paid.excess_fils).toBe(decided.status === 200 ? 500 : 0);
    expect(await openOf(app, order)).toMatchObject({ owed_fils: 0, payment_status: 'paid' });
  });

  it('is refused of an order that is not delivered or of another shop, and for drivers', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    expect(await refusedRequest(shop.manager, order.id)).toMatchObject({ code: 'more_than_open' });
    const owed = await owedOrder(app, shop);
    const elsewhere = await createTestShop(app.owner, 'Elsewhere');
    expect(await refusedRequest(elsewhere.admin, owed.id)).toEqual({ status: 404, code: 'not_found' });
    expect(await refusedRequest(shop.driver, owed.id)).toEqual({ status: 403, code: 'no_access' });
  });

  it('is requested once if the request is repeated', async () => {
    const order = await owedOrder(app, shop);
    const command_id = newId();
    const input = { order_id: order.id, amount_fils: 500 };
    const texts = await Promise.all(
      [1, 2].map(async () => (await sendWaiver(app, shop.manager, input, command_id)).text()),
    );
    expect(texts[1]).toBe(texts[0]);
    expect((await approvals.list(shop.admin)).pending).toHaveLength(1);
  });

  it('is approved within 90 days, and then expires', async () => {
    const order = await owedOrder(app, shop);
    const approval_id = await requested(shop.manager, order.id);
    app.clock.now = new Date(Date.now() + 91 * DAY_MS);
    expect(await refusedDecision(shop.admin, approval_id)).toEqual({ status: 409, code: 'approval_expired' });
    app.clock.now = new Date(Date.now() + 89 * DAY_MS);
    await ok(approvals.decide(shop.admin, approval_id));
  });
});

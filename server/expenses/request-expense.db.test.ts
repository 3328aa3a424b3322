import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalDecided } from '../../contract/operations/desk/approvals/decide-approval.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { leftBy } from '../../tests/support/audit.ts';
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
import { verifyNamedFiles } from '../files/verify-named-files.ts';
import { verifyCash } from '../verification/verify-cash.ts';

/** Expenses from a person's cash: the request, its approval, and what the book shows afterwards. */

let app: TestApp;
let shop: TestShop;
let approvals: ApprovalsIn;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  // The operator of this test has no terminal, which names commands and their input.
  const by_operator = /^(there is no command decideApproval|it was recorded by another kind of command)/;
  const found = (await verifyCash(app.owner)).filter(({ text }) => !by_operator.test(text));
  expect(found).toEqual([]);
  expect(await verifyNamedFiles(app.owner)).toEqual([]);
  await app.drop();
});
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  approvals = approvalsIn(app, shop);
  await adjust(app, shop, shop.driver, 10_000);
});

const refusal = async (sent: Promise<Response>) => (await problemOf(await sent)).code;
const send = async (changes: Parameters<typeof prepareExpense>[2] = {}) =>
  sendExpense(app, changes.by ?? shop.driver, await prepareExpense(app, shop, changes));
const expenses = () =>
  app.owner.selectFrom('expenses').selectAll().where('shop_id', '=', shop.shop_id).orderBy('id').execute();
const disable = (who: TestStaff) =>
  ok(
    app.send('POST', '/api/staff/disable', {
      as: shop.admin.session_id,
      body: { staff_id: who.user_id },
      headers: { 'idempotency-key': newId() },
    }),
  );

describe('a request', () => {
  it('changes no cash until another user approves it, and then reduces the cash of the person', async () => {
    const prepared = await prepareExpense(app, shop, { amount_fils: 2_550, note: 'Mall of the Emirates' });
    let approval_id = '';
    const left = await leftBy(app.owner, async () => {
      ({ approval_id } = await ok<{ approval_id: string }>(sendExpense(app, shop.driver, prepared)));
    });
    const { user_id } = shop.driver;
    const { reference, slip, occurred_at } = prepared.input;
    expect(left.audit).toMatchObject([
      {
        what: 'request_expense',
        after: { user_id, amount_fils: 2_550, reference, expense_kind: 'parking' },
        personal_fields: ['reason'],
      },
    ]);
    expect(await cashOnHand(app, shop.driver)).toBe(10_000);
    const { pending } = await approvals.list(shop.manager);
    expect(pending).toMatchObject([
      {
        ...{
          id: approval_id,
          kind: 'expense',
          amount_fils: 2_550,
          reason: 'Mall of the Emirates',
          reference,
        },
        expense: { kind: 'parking', is_allowed: true, slip, occurred_at, order: null },
        changes: [{ account: 'cash', user_id, before_fils: 10_000, after_fils: 7_450 }],
        may_approve: true,
      },
    ]);
    const { changes } = await ok<ApprovalDecided>(approvals.decide(shop.manager, approval_id));
    expect(changes).toMatchObject([{ account: 'cash', before_fils: 10_000, after_fils: 7_450 }]);
    expect([await cashOnHand(app, shop.driver), await spentBy(app, shop.driver)]).toEqual([7_450, 2_550]);
    expect(await expenses()).toMatchObject([
      {
        user_id,
        kind: 'parking',
        amount_fils: 2_550,
        note: 'Mall of the Emirates',
        slip_url: slip.path,
        approval_id,
      },
    ]);
  });

  it('the expense of a Manager or an Admin is approved by another one, not by the person', async () => {
    await adjust(app, shop, shop.manager, 5_000);
    const of_manager = await requestedExpense(app, shop, { by: shop.manager, kind: 'fuel' });
    expect(await refusal(approvals.decide(shop.manager, of_manager))).toBe('own_request');
    await ok(approvals.decide(shop.admin, of_manager));
    const of_admin = await requestedExpense(app, shop, { by: shop.admin });
    await ok(approvals.decide(shop.manager, of_admin));
    expect([await cashOnHand(app, shop.manager), await cashOnHand(app, shop.admin)]).toEqual([3_000, -2_000]);
  });

  it('is decided by the operator of a shop with one Manager', async () => {
    const id = await requestedExpense(app, shop, { by: shop.manager });
    await approvals.operatorDecides(id);
    expect(await spentBy(app, shop.manager)).toBe(2_000);
  });

  it('sent again under the same id is stored once', async () => {
    const prepared = await prepareExpense(app, shop);
    const replies = [];
    for (const _ of [1, 2]) replies.push(await (await sendExpense(app, shop.driver, prepared)).text());
    expect(replies[1]).toBe(replies[0]);
    expect((await approvals.list(shop.manager)).pending).toHaveLength(1);
  });

  it('sent twice at once is stored once', async () => {
    const prepared = await prepareExpense(app, shop);
    const replies = await Promise.all([1, 2].map(() => sendExpense(app, shop.driver, prepared)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await approvals.list(shop.manager)).pending).toHaveLength(1);
  });

  it('with the reference of another one is refused for the same person, also at once, and stored for another person', async () => {
    const at = new Date(Date.now() - 60_000);
    const first = await prepareExpense(app, shop, { at });
    const second = { ...(await prepareExpense(app, shop, { at })), command_id: newId() };
    const sent = await Promise.all([first, second].map((one) => sendExpense(app, shop.driver, one)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = sent.find(({ status }) => status === 409);
    expect(refused && (await problemOf(refused)).code).toBe('reference_taken');
    const of_other = await prepareExpense(app, shop, { at, by: shop.driver2 });
    await ok(sendExpense(app, shop.driver2, of_other));
    for (const { id } of (await approvals.list(shop.manager)).pending)
      await ok(approvals.decide(shop.manager, id));
    expect(await expenses()).toHaveLength(2);
  });

  it('a kind that the shop no longer allows is stored, and the approver sees it', async () => {
    await app.owner
      .updateTable('shops')
      .set({ expense_kinds: ['fuel', 'Ferry'] })
      .where('id', '=', shop.shop_id)
      .execute();
    for (const kind of ['parking', 'Ferry']) await requestedExpense(app, shop, { kind });
    await requestedExpense(app, shop, { kind: 'parking', by: shop.manager });
    const { pending } = await approvals.list(shop.admin);
    expect(pending.map(({ expense }) => [expense?.kind, expense?.is_allowed])).toEqual([
      ['parking', false],
      ['Ferry', true],
      ['parking', true],
    ]);
  });

  it('made without signal keeps its time, at most seven days before its arrival', async () => {
    const day_ms = 24 * 3_600_000;
    for (const days of [3, 30]) {
      await requestedExpense(app, shop, { at: new Date(Date.now() - days * day_ms) });
    }
    const { pending } = await approvals.list(shop.manager);
    const ages = pending.map(({ expense, requested_at }) =>
      Math.round((Date.parse(requested_at) - Date.parse(expense?.occurred_at ?? '')) / day_ms),
    );
    expect(ages).toEqual([3, 7]);
  });

  it.each([
    ['no amount', { amount_fils: 0 }, 'invalid_amount'],
    ['a negative amount', { amount_fils: -1 }, 'invalid_input'],
    ['another reference', { reference: 'FL-1795174612555' }, 'invalid_input'],
    [
      'a slip of another path',
      { slip: { path: 'EX/2026-11/EX-1795174612555.jpg', sha256: 'a'.repeat(64) } },
      'invalid_input',
    ],
    ['a kind without text', { kind: '  ' }, 'invalid_input'],
    ['a refund without an order', { kind: 'customer_refund' }, 'invalid_input'],
    ['an order without a refund', { order_id: newId() }, 'invalid_input'],
    ['a refund by a driver', { kind: 'customer_refund', order_id: newId() }, 'no_access'],
  ])('with %s is refused', async (_, changes, code) => {
    const prepared = await prepareExpense(app, shop);
    const sent = sendExpense(app, shop.driver, { ...prepared, input: { ...prepared.input, ...changes } });
    expect(await refusal(sent)).toBe(code);
  });

  it('without its slip is refused, and stored once the slip is uploaded', async () => {
    const prepared = await prepareExpense(app, shop);
    const path = prepared.input.slip.path;
    const other = { ...prepared, input: { ...prepared.input, slip: { path, sha256: 'b'.repeat(64) } } };
    expect(await refusal(sendExpense(app, shop.driver, other))).toBe('file_missing');
    await ok(sendExpense(app, shop.driver, prepared));
  });

  it('with a time that no device had is refused', async () => {
    const at = new Date(Date.now() + 3 * 24 * 3_600_000);
    const prepared = await prepareExpense(app, shop, { at, occurred_at: new Date().toISOString() });
    expect(await refusal(sendExpense(app, shop.driver, prepared))).toBe('device_time_off');
  });

  it('a user without a role and a driver without a driver record are refused', async () => {
    const prepared = await prepareExpense(app, shop);
    expect(await refusal(sendExpense(app, shop.stranger, prepared))).toBe('no_access');
    const unassigned = await addStaff(app.owner, shop.shop_id, 'Driver', 'Not Yet Driving', false);
    expect(await refusal(sendExpense(app, unassigned, prepared))).toBe('driver_not_found');
  });
});

describe('the slip', () => {
  const open = (by: TestStaff, slip: { path: string; sha256: string }) =>
    app.send('POST', '/storage/v1/object/sign', {
      as: by.session_id,
      body: { bucket: 'cash-handovers', ...slip },
    });

  it('is seen by the person, Managers and Admins, and not by other drivers', async () => {
    const prepared = await prepareExpense(app, shop);
    await ok(sendExpense(app, shop.driver, prepared));
    const { slip } = prepared.input;
    const { driver, driver2, manager, admin } = shop;
    const other = await createTestShop(app.owner);
    const by = [driver, manager, admin, driver2, other.driver, other.admin];
    const seen = await Promise.all(by.map(async (one) => (await open(one, slip)).status));
    expect(seen).toEqual([200, 200, 200, 404, 404, 404]);
  });
});

describe('a decision', () => {
  it('refuses an expense with a reason, which its person reads, and changes nothing', async () => {
    const id = await requestedExpense(app, shop);
    await ok(approvals.decide(shop.manager, id, 'refused', { reason: 'The slip is of another day' }));
    expect(await ownExpenses(app, shop.driver)).toMatchObject({
      expenses: [{ approval_id: id, state: 'refused', reason: 'The slip is of another day' }],
      pending_fils: 0,
    });
    expect([await cashOnHand(app, shop.driver), await expenses()]).toEqual([10_000, []]);
  });

  it.each(['approved', 'refused'] as const)(
    'by two users at once, one of them %s, counts once',
    async (outcome) => {
      const id = await requestedExpense(app, shop);
      const second = await addStaff(app.owner, shop.shop_id, 'Manager', 'Second Manager', false);
      const sent = await Promise.all([
        approvals.decide(shop.manager, id),
        approvals.decide(second, id, outcome),
      ]);
      expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await spentBy(app, shop.driver)).toBe(10_000 - (await cashOnHand(app, shop.driver)));
    },
  );

  it('approves two expenses of one person at once one after another', async () => {
    const ids = [await requestedExpense(app, shop), await requestedExpense(app, shop, { amount_fils: 500 })];
    const decided = await Promise.all(
      ids.map((id) => ok<ApprovalDecided>(approvals.decide(shop.manager, id))),
    );
    const after = decided.map(({ changes }) => changes[0]?.after_fils);
    expect(Math.min(...after.map(Number))).toBe(7_500);
    expect(await cashOnHand(app, shop.driver)).toBe(7_500);
  });

  it('approves the expense of a person who was disabled meanwhile', async () => {
    const id = await requestedExpense(app, shop);
    await disable(shop.driver);
    await ok(approvals.decide(shop.manager, id));
    expect(await cashOnHand(app, shop.driver)).toBe(8_000);
  });

  it('is possible for 90 days', async () => {
    const [first, second] = [await requestedExpense(app, shop), await requestedExpense(app, shop)];
    const day_ms = 24 * 3_600_000;
    app.clock.now = new Date(Date.now() + 89 * day_ms);
    await ok(approvals.operatorDecides(first).then(() => new Response('{}')));
    app.clock.now = new Date(Date.now() + 91 * day_ms);
    await expect(approvals.operatorDecides(second)).rejects.toMatchObject({ code: 'approval_expired' });
    app.clock.now = null;
    expect(await spentBy(app, shop.driver)).toBe(2_000);
  });

  it('a Manager of another shop finds no request', async () => {
    const id = await requestedExpense(app, shop);
    const other = await createTestShop(app.owner);
    expect(await refusal(approvals.decide(other.manager, id))).toBe('not_found');
  });
});

describe('the list of own expenses', () => {
  it('shows the own ones with their state, newest first, to every role', async () => {
    const approved = await requestedExpense(app, shop);
    const pending = await requestedExpense(app, shop, {
      kind: 'other',
      note: 'Ice for the fish',
      amount_fils: 700,
    });
    await requestedExpense(app, shop, { by: shop.driver2 });
    await requestedExpense(app, shop, { by: shop.manager });
    await ok(approvals.decide(shop.admin, approved));
    expect(await ownExpenses(app, shop.driver)).toMatchObject({
      pending_fils: 700,
      expenses: [
        { approval_id: pending, state: 'pending', kind: 'other', note: 'Ice for the fish', decided_at: null },
        { approval_id: approved, state: 'approved', amount_fils: 2_000, reason: null },
      ],
    });
    expect((await ownExpenses(app, shop.manager)).expenses).toHaveLength(1);
    expect((await ownExpenses(app, shop.admin)).expenses).toEqual([]);
    expect((await app.send('GET', '/api/expenses', { as: shop.stranger.session_id })).status).toBe(403);
  });
});

it('no request of a user adds an approved expense without an approval', async () => {
  await requestedExpense(app, shop);
  expect(await send({ amount_fils: 0 }).then(({ status }) => status)).toBe(422);
  expect(await expenses()).toEqual([]);
});

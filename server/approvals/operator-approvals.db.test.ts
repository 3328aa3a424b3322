import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { type ApprovalsIn, approvalsIn, ok, refusedCode } from '../../tests/support/test-approvals.ts';
import {
  adjust,
  cashOnHand,
  issue,
  prepareDeposit,
  prepareFloat,
  prepareVoid,
  problemOf,
  recorded,
} from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { listApprovals } from './list-approvals.ts';
import { requestAdjustment } from './request-adjustment.ts';

let app: TestApp;
let shop: TestShop;
let approvals: ApprovalsIn;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  approvals = approvalsIn(app, shop);
});
afterEach(() => {
  app.clock.now = null;
});

const disable = ({ user_id }: TestStaff) =>
  app.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', user_id).execute();
const limitFloats = (float_limit_fils: number) =>
  app.owner.updateTable('shops').set({ float_limit_fils }).where('id', '=', shop.shop_id).execute();

describe('the operator', () => {
  it('approves a request of staff', async () => {
    const approval_id = await approvals.requestAdjustment(shop.admin);
    const left = await leftBy(app.owner, async () => {
      expect(await approvals.operatorDecides(approval_id)).toMatchObject({
        outcome: 'approved',
        changes: [{ account: 'cash', before_fils: 0, after_fils: -1_000 }],
      });
    });
    expect(await cashOnHand(app, shop.driver)).toBe(-1_000);
    expect(left.audit).toMatchObject([{ what: 'decide_approval', user_id: null, operator: 'omar' }]);
    expect((await approvals.list(shop.admin)).decided).toMatchObject([
      { decision: { outcome: 'approved', by: { user_id: null, full_name: 'omar' } } },
    ]);
  });

  it('approves requests in a shop with a single Admin and no Manager', async () => {
    await disable(shop.manager);
    const approval_id = await approvals.requestAdjustment(shop.admin, { of: shop.admin });
    expect(await problemOf(await approvals.decide(shop.admin, approval_id))).toMatchObject({
      code: 'own_request',
    });
    await approvals.operatorDecides(approval_id);
    expect(await cashOnHand(app, shop.admin)).toBe(-1_000);
  });

  it('approves once if the command is repeated, and not after another decision', async () => {
    const approval_id = await approvals.requestAdjustment(shop.admin);
    const command_id = newId();
    const replies = await Promise.all(
      [1, 2, 3].map(() => approvals.operatorDecides(approval_id, 'approved', { command_id })),
    );
    expect(replies).toEqual([replies[0], replies[0], replies[0]]);
    expect(await cashOnHand(app, shop.driver)).toBe(-1_000);
    expect(await refusedCode(approvals.operatorDecides(approval_id))).toBe('approval_decided');
  });

  it('approves the void of a deposit and a float above the limit', async () => {
    await adjust(app, shop, shop.manager, 20_000);
    const record_id = await recorded(app, shop, 'deposit', await prepareDeposit(app, shop));
    const of = { record_type: 'deposit', record_id, by: shop.manager } as const;
    const voided = await approvals.requestSigned('void', shop.manager, await prepareVoid(app, shop, of));
    await limitFloats(5_000);
    const float = await approvals.requestSigned('float_request', shop.manager, await prepareFloat(app, shop));
    for (const approval_id of [voided, float]) await approvals.operatorDecides(approval_id);
    expect(await cashOnHand(app, shop.manager)).toBe(20_000);
    expect(await cashOnHand(app, shop.admin)).toBe(10_000);
  });

  it('does not approve a request of an operator, under whatever account', async () => {
    const approval_id = await approvals.operatorAdjusts();
    for (const account of ['omar', 'olga'])
      expect(await refusedCode(approvals.operatorDecides(approval_id, 'approved', { account }))).toBe(
        'own_request',
      );
    expect(await cashOnHand(app, shop.driver)).toBe(0);
  });

  it('withdraws only a request of an operator', async () => {
    const [own, of_staff] = [
      await approvals.operatorAdjusts(),
      await approvals.requestAdjustment(shop.admin),
    ];
    expect(await refusedCode(approvals.operatorDecides(of_staff, 'withdrawn'))).toBe('not_own_request');
    await approvals.operatorDecides(own, 'withdrawn', { account: 'olga' });
    expect(await problemOf(await approvals.decide(shop.admin, own))).toMatchObject({
      code: 'approval_decided',
    });
  });

  it('finds no request of another shop, and approves none that has expired', async () => {
    const other = approvalsIn(app, await createTestShop(app.owner, 'Another Shop'));
    const approval_id = await approvals.requestAdjustment(shop.admin);
    expect(await refusedCode(other.operatorDecides(approval_id))).toBe('not_found');
    app.clock.now = new Date(Date.now() + 25 * 60 * 60 * 1000);
    expect(await refusedCode(approvals.operatorDecides(approval_id))).toBe('approval_expired');
  });

  it('lists the requests with their changes, and which it may approve', async () => {
    const [own, of_staff] = [
      await approvals.operatorAdjusts(),
      await approvals.requestAdjustment(shop.admin),
    ];
    const operator = { kind: 'operator', account: 'olga', shop_id: shop.shop_id } as const;
    const { pending } = await inTransaction(app.owner, (tx) => listApprovals(tx, operator, new Date()));
    expect(pending).toMatchObject([
      { id: own, may_approve: false, is_own: true, requested_by: { user_id: null, full_name: 'omar' } },
      { id: of_staff, may_approve: true, is_own: false, changes: [{ after_fils: -1_000 }] },
    ]);
  });
});

describe('a request of the operator', () => {
  it('is approved by staff, even by the person whose cash it changes', async () => {
    const approval_id = await approvals.operatorAdjusts({ of: shop.admin });
    expect((await approvals.list(shop.admin)).pending).toMatchObject([
      { may_approve: true, is_own: false, requested_by: { user_id: null, full_name: 'omar' } },
    ]);
    await ok(approvals.decide(shop.admin, approval_id));
    expect(await cashOnHand(app, shop.admin)).toBe(-1_000);
  });

  it('is withdrawn by no member of staff', async () => {
    const approval_id = await approvals.operatorAdjusts();
    const response = await approvals.decide(shop.admin, approval_id, 'withdrawn');
    expect(await problemOf(response)).toEqual({ status: 422, code: 'not_own_request' });
  });

  it('is stored once if the command is repeated', async () => {
    const command_id = newId();
    const input = { user_id: shop.driver.user_id, amount_fils: 5, reason: 'Found' };
    const send = () => approvals.operate(requestAdjustment, input, { command_id });
    const replies = [await send(), await send()];
    expect(replies[1]).toEqual(replies[0]);
    expect((await approvals.list(shop.admin)).pending).toHaveLength(1);
  });

  it('for cash from the safe moves the cash once it is approved', async () => {
    const approval_id = await approvals.operatorIssues(shop.driver, 70_000);
    expect(await cashOnHand(app, shop.driver)).toBe(0);
    expect((await approvals.list(shop.manager)).pending).toMatchObject([
      { kind: 'issue', amount_fils: 70_000, reason: null, changes: [{ before_fils: 0, after_fils: 70_000 }] },
    ]);
    await ok(approvals.decide(shop.manager, approval_id));
    expect(await cashOnHand(app, shop.driver)).toBe(70_000);
    const moved = app.owner.selectFrom('cash_movements').select(['from_holder', 'reason', 'source_type']);
    expect(await moved.where('shop_id', '=', shop.shop_id).execute()).toEqual([
      { from_holder: 'safe', reason: 'issue', source_type: 'cash_issue' },
    ]);
  });

  it('for cash from the safe is refused for a wrong amount, a disabled person or another shop’s', async () => {
    const other = await createTestShop(app.owner, 'Another Shop');
    expect(await refusedCode(approvals.operatorIssues(shop.driver, 0))).toBe('invalid_amount');
    expect(await refusedCode(approvals.operatorIssues(shop.driver, -5))).toBe('invalid_amount');
    expect(await refusedCode(approvals.operatorIssues(other.driver, 5))).toBe('not_found');
    const approval_id = await approvals.operatorIssues(shop.driver, 5);
    await disable(shop.driver);
    expect(await refusedCode(approvals.operatorIssues(shop.driver, 5))).toBe('staff_disabled');
    expect(await problemOf(await approvals.decide(shop.admin, approval_id))).toEqual({
      status: 409,
      code: 'staff_disabled',
    });
    expect(await cashOnHand(app, shop.driver)).toBe(0);
  });
});

it('a person keeps the cash that was issued before, whatever is requested', async () => {
  await issue(app, shop, shop.driver, 900);
  const approval_id = await approvals.operatorIssues(shop.driver, 100);
  await ok(approvals.decide(shop.admin, approval_id, 'refused'));
  expect(await cashOnHand(app, shop.driver)).toBe(900);
});

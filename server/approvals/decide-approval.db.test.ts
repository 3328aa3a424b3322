import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApprovalDecided } from '../../contract/operations/desk/approvals/decide-approval.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { openTransaction } from '../../tests/support/open-transaction.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { type ApprovalsIn, approvalsIn, ok } from '../../tests/support/test-approvals.ts';
import { adjust, cashOnHand, problemOf, whileBroken } from '../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { waitingForLocks } from '../../tests/support/waiting-for-locks.ts';
import { lockBalancesIn } from '../cash/balances.ts';

let app: TestApp;
let shop: TestShop;
let approvals: ApprovalsIn;
let second_admin: TestStaff;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  approvals = approvalsIn(app, shop);
  second_admin = await addStaff(app.owner, shop.shop_id, 'Admin', 'Aisha Admin', false);
});
afterEach(() => {
  app.clock.now = null;
});

const held = () => cashOnHand(app, shop.driver);
const refused = async (...given: Parameters<ApprovalsIn['decide']>) =>
  problemOf(await approvals.decide(...given));
const later = (ms: number) => {
  app.clock.now = new Date(Date.now() + ms);
};
const DAY_MS = 24 * 60 * 60 * 1000;

describe('an approval', () => {
  it('stores the cash before and after in the order in which two at once change it', async () => {
    await adjust(app, shop, shop.driver, 5_000);
    const ids = [
      await approvals.requestAdjustment(shop.admin),
      await approvals.requestAdjustment(shop.admin),
    ];
    const tx = await openTransaction(app.owner);
    await lockBalancesIn(tx, shop.shop_id, [shop.driver.user_id]);
    const both = ids.map((id) => ok<ApprovalDecided>(approvals.decide(shop.manager, id)));
    await vi.waitFor(async () => expect(await waitingForLocks(app.owner)).toBe(2));
    await tx.commit();
    const changes = (await Promise.all(both)).flatMap((decided) => decided.changes);
    expect(changes.map(({ before_fils, after_fils }) => [before_fils, after_fils]).sort()).toEqual([
      [4_000, 3_000],
      [5_000, 4_000],
    ]);
  });

  it('adjusts the cash, and is listed with the cash before and after', async () => {
    await adjust(app, shop, shop.driver, 5_000);
    const approval_id = await approvals.requestAdjustment(shop.admin);
    const { user_id, full_name } = shop.driver;
    const change = { account: 'cash', user_id, full_name, before_fils: 5_000, after_fils: 4_000 };
    const left = await leftBy(app.owner, async () => {
      const decided = await ok(approvals.decide(shop.manager, approval_id));
      expect(decided).toEqual({ approval_id, outcome: 'approved', changes: [change] });
    });
    expect(await held()).toBe(4_000);
    expect(left.audit).toMatchObject([
      {
        what: 'decide_approval',
        user_id: shop.manager.user_id,
        subject_id: approval_id,
        before: { outcome: 'pending' },
        after: { outcome: 'approved', kind: 'adjustment', user_id, amount_fils: -1_000 },
      },
    ]);
    await adjust(app, shop, shop.driver, 900);
    expect(await approvals.list(shop.admin)).toMatchObject({
      pending: [],
      decided: [
        {
          id: approval_id,
          changes: [change],
          decision: { outcome: 'approved', by: { user_id: shop.manager.user_id }, reason: null },
          may_approve: false,
          is_own: true,
        },
      ],
    });
  });

  it('is given by another Admin as well as by a Manager', async () => {
    for (const [by, with_approval] of [
      [shop.admin, second_admin],
      [shop.admin, shop.manager],
      [shop.manager, shop.admin],
    ] as const) {
      const approval_id = await approvals.requestAdjustment(by);
      await ok(approvals.decide(with_approval, approval_id));
    }
    expect(await held()).toBe(-3_000);
  });

  it('is never given by the user who made the request, who cannot refuse it either', async () => {
    for (const by of [shop.admin, shop.manager]) {
      const approval_id = await approvals.requestAdjustment(by);
      expect(await refused(by, approval_id)).toEqual({ status: 422, code: 'own_request' });
      expect(await refused(by, approval_id, 'refused')).toEqual({ status: 422, code: 'own_request' });
    }
    expect(await held()).toBe(0);
  });

  it('is never given by the person whose cash it changes', async () => {
    const approval_id = await approvals.requestAdjustment(shop.admin, { of: shop.manager });
    const { pending } = await approvals.list(shop.manager);
    expect(pending).toMatchObject([{ may_approve: false, is_own: false }]);
    expect(await refused(shop.manager, approval_id)).toEqual({ status: 422, code: 'own_account_change' });
    expect((await approvals.list(second_admin)).pending).toMatchObject([{ may_approve: true }]);
    await ok(approvals.decide(second_admin, approval_id));
    expect(await cashOnHand(app, shop.manager)).toBe(-1_000);
  });

  it('may be refused by the person whose cash it would change', async () => {
    const approval_id = await approvals.requestAdjustment(shop.admin, { of: shop.manager });
    await ok(approvals.decide(shop.manager, approval_id, 'refused'));
    expect(await cashOnHand(app, shop.manager)).toBe(0);
  });

  it('is given for a user’s request about their own cash, by another user', async () => {
    const approval_id = await approvals.requestAdjustment(shop.admin, { of: shop.admin });
    expect(await refused(shop.admin, approval_id)).toEqual({ status: 422, code: 'own_request' });
    await ok(approvals.decide(shop.manager, approval_id));
    expect(await cashOnHand(app, shop.admin)).toBe(-1_000);
  });

  it('is given once if two users approve at once', async () => {
    const approval_id = await approvals.requestAdjustment(shop.admin);
    const both = [shop.manager, second_admin].map((by) => approvals.decide(by, approval_id));
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    expect(await held()).toBe(-1_000);
    for (const by of [shop.manager, second_admin])
      expect(await refused(by, approval_id)).toEqual({ status: 409, code: 'approval_decided' });
  });

  it('and a withdrawal at once have one outcome', async () => {
    const approval_id = await approvals.requestAdjustment(shop.admin);
    const [approved, withdrawn] = await Promise.all([
      approvals.decide(shop.manager, approval_id),
      approvals.decide(shop.admin, approval_id, 'withdrawn'),
    ]);
    expect([approved.status, withdrawn.status].sort()).toEqual([200, 409]);
    expect(await held()).toBe(approved.status === 200 ? -1_000 : 0);
    const [decided] = (await approvals.list(shop.admin)).decided;
    expect(decided?.decision?.outcome).toBe(approved.status === 200 ? 'approved' : 'withdrawn');
  });

  it('is made once if the same command is sent three times at once, and replayed', async () => {
    const approval_id = await approvals.requestAdjustment(shop.admin);
    const command_id = newId();
    const send = async () =>
      (await approvals.decide(shop.manager, approval_id, 'approved', { command_id })).text();
    const replies = await Promise.all([send(), send(), send()]);
    expect(new Set([...replies, await send()]).size).toBe(1);
    expect(JSON.parse(replies[0] ?? '')).toMatchObject({ outcome: 'approved' });
    expect(await held()).toBe(-1_000);
  });

  it('leaves nothing behind if the change fails, and succeeds afterwards with the same command', async () => {
    const approval_id = await approvals.requestAdjustment(shop.admin);
    const command_id = newId();
    const send = () => approvals.decide(shop.manager, approval_id, 'approved', { command_id });
    await whileBroken(app, 'cash_movements', async () => {
      expect((await send()).status).toBe(503);
    });
    expect((await approvals.list(shop.manager)).pending).toHaveLength(1);
    await ok(send());
    expect(await held()).toBe(-1_000);
  });

  it('is refused once the person works in another shop', async () => {
    const other = await createTestShop(app.owner, 'Another Shop');
    const approval_id = await approvals.requestAdjustment(shop.admin, { of: shop.driver2 });
    await app.owner
      .updateTable('profiles')
      .set({ shop_id: other.shop_id })
      .where('id', '=', shop.driver2.user_id)
      .execute();
    expect(await refused(shop.manager, approval_id)).toEqual({ status: 404, code: 'not_found' });
    expect(await cashOnHand(app, shop.driver2)).toBe(0);
    await ok(approvals.decide(shop.manager, approval_id, 'refused'));
  });
});

describe('a request', () => {
  it('is refused with a reason, and then stays as it is', async () => {
    const approval_id = await approvals.requestAdjustment(shop.admin);
    await ok(approvals.decide(shop.manager, approval_id, 'refused', { reason: ' Count it again ' }));
    expect(await held()).toBe(0);
    expect((await approvals.list(shop.admin)).decided).toMatchObject([
      {
        id: approval_id,
        changes: [],
        decision: {
          outcome: 'refused',
          by: { user_id: shop.manager.user_id, full_name: shop.manager.full_name },
          reason: 'Count it again',
        },
      },
    ]);
    for (const outcome of ['approved', 'refused'] as const)
      expect(await refused(second_admin, approval_id, outcome)).toEqual({
        status: 409,
        code: 'approval_decided',
      });
    expect(await refused(shop.admin, approval_id, 'withdrawn')).toMatchObject({ code: 'approval_decided' });
  });

  it('is withdrawn only by the user who made it', async () => {
    const approval_id = await approvals.requestAdjustment(shop.admin);
    for (const by of [shop.manager, second_admin])
      expect(await refused(by, approval_id, 'withdrawn')).toEqual({ status: 422, code: 'not_own_request' });
    await ok(approvals.decide(shop.admin, approval_id, 'withdrawn'));
    expect(await refused(shop.manager, approval_id)).toEqual({ status: 409, code: 'approval_decided' });
    expect(await held()).toBe(0);
  });

  it('is approved within 24 hours, and then expires', async () => {
    const [early, late] = [
      await approvals.requestAdjustment(shop.admin),
      await approvals.requestAdjustment(shop.admin),
    ];
    later(DAY_MS - 60_000);
    await ok(approvals.decide(shop.manager, early));
    later(DAY_MS + 60_000);
    for (const outcome of ['approved', 'refused'] as const)
      expect(await refused(shop.manager, late, outcome)).toEqual({ status: 409, code: 'approval_expired' });
    expect(await refused(shop.admin, late, 'withdrawn')).toEqual({ status: 409, code: 'approval_expired' });
    expect(await held()).toBe(-1_000);
    const listed = await approvals.list(shop.manager);
    expect(listed.pending).toEqual([]);
    expect(listed.decided).toMatchObject([
      { id: late, changes: [], decision: { outcome: 'expired', by: null }, may_approve: false },
      { id: early, decision: { outcome: 'approved' } },
    ]);
  });

  it('is decided by managers and admins of its shop only', async () => {
    const other = await createTestShop(app.owner, 'Another Shop');
    const approval_id = await approvals.requestAdjustment(shop.admin);
    for (const by of [shop.driver, shop.stranger])
      expect(await refused(by, approval_id)).toEqual({ status: 403, code: 'no_access' });
    for (const by of [other.admin, other.manager]) {
      for (const outcome of ['approved', 'refused', 'withdrawn'] as const)
        expect(await refused(by, approval_id, outcome)).toEqual({ status: 404, code: 'not_found' });
    }
    expect(await refused(shop.manager, newId())).toEqual({ status: 404, code: 'not_found' });
    expect(await held()).toBe(0);
  });

  it('is refused with an unknown outcome or a blank reason', async () => {
    const approval_id = await approvals.requestAdjustment(shop.admin);
    const blank = await approvals.decide(shop.manager, approval_id, 'refused', { reason: '  ' });
    expect(await problemOf(blank)).toEqual({ status: 422, code: 'invalid_input' });
    const body = { approval_id, outcome: 'expired', reason: null };
    const unknown = await approvals.post('/api/desk/approvals/decide', shop.manager, body);
    expect(await problemOf(unknown)).toEqual({ status: 422, code: 'invalid_input' });
  });

  it('is one of the last 50 that are listed as decided, the newest first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 51; count += 1) ids.push(await approvals.requestAdjustment(shop.admin));
    for (const id of ids) await ok(approvals.decide(shop.admin, id, 'withdrawn'));
    const { decided } = await approvals.list(shop.manager);
    expect(decided.map(({ id }) => id)).toEqual(ids.slice(1).reverse());
  });
});

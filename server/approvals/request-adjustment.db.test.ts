import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { type ApprovalsIn, approvalsIn, ok, refusedCode } from '../../tests/support/test-approvals.ts';
import { adjust, cashOnHand, problemOf, whileBroken } from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';

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

describe('a request to adjust cash', () => {
  it('changes nothing until it is approved, and shows the cash before and after', async () => {
    await adjust(app, shop, shop.driver, 5_000);
    const approval_id = await approvals.requestAdjustment(shop.admin, { reason: ' Counted again ' });
    expect(await cashOnHand(app, shop.driver)).toBe(5_000);
    const listed = await approvals.list(shop.manager);
    const { user_id, full_name } = shop.driver;
    expect(listed.decided).toEqual([]);
    expect(listed.pending).toMatchObject([
      {
        id: approval_id,
        kind: 'adjustment',
        user_id,
        full_name,
        amount_fils: -1_000,
        reason: 'Counted again',
        reference: null,
        requested_by: { user_id: shop.admin.user_id, full_name: shop.admin.full_name },
        changes: [{ account: 'cash', user_id, full_name, before_fils: 5_000, after_fils: 4_000 }],
        decision: null,
        may_approve: true,
        is_own: false,
      },
    ]);
    expect((await approvals.list(shop.admin)).pending).toMatchObject([{ may_approve: false, is_own: true }]);
  });

  it('shows the cash of the present book, not that of the request', async () => {
    await approvals.requestAdjustment(shop.admin);
    await adjust(app, shop, shop.driver, 7_000);
    const [pending] = (await approvals.list(shop.manager)).pending;
    expect(pending?.changes).toMatchObject([{ before_fils: 7_000, after_fils: 6_000 }]);
  });

  it('expires 24 hours after it was made', async () => {
    const approval_id = await approvals.requestAdjustment(shop.admin);
    const [pending] = (await approvals.list(shop.manager)).pending;
    expect(pending?.id).toBe(approval_id);
    const lasts_ms = Date.parse(pending?.expires_at ?? '') - Date.parse(pending?.requested_at ?? '');
    expect(lasts_ms).toBe(24 * 60 * 60 * 1000);
  });

  it('may be about a person who is disabled, or without a role', async () => {
    const { user_id } = shop.driver2;
    await app.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', user_id).execute();
    for (const of of [shop.driver2, shop.stranger]) {
      const approval_id = await approvals.requestAdjustment(shop.admin, { of, amount_fils: 300 });
      await ok(approvals.decide(shop.manager, approval_id));
      expect(await cashOnHand(app, of)).toBe(300);
    }
  });

  it('is refused without an amount, a reason or a person of this shop', async () => {
    const other = await createTestShop(app.owner, 'Another Shop');
    const refused = async (adjusted: object) =>
      problemOf(await approvals.sendAdjustment(shop.admin, adjusted));
    expect(await refused({ amount_fils: 0 })).toEqual({ status: 422, code: 'invalid_amount' });
    expect(await refused({ amount_fils: 1_000_000_001 })).toEqual({ status: 422, code: 'invalid_input' });
    expect(await refused({ amount_fils: 1.5 })).toEqual({ status: 422, code: 'invalid_input' });
    for (const reason of ['', '  ', 'x'.repeat(501)])
      expect(await refused({ reason })).toEqual({ status: 422, code: 'invalid_input' });
    for (const of of [other.driver, { user_id: newId() }])
      expect(await refused({ of })).toEqual({ status: 404, code: 'not_found' });
    expect(await refusedCode(approvals.operatorAdjusts({ of: other.driver }))).toBe('not_found');
    expect(await refusedCode(approvals.operatorAdjusts({ amount_fils: 0 }))).toBe('invalid_amount');
    expect((await approvals.list(shop.manager)).pending).toEqual([]);
  });

  it('is made by managers and admins only, who see no request of another shop', async () => {
    const other = await createTestShop(app.owner, 'Another Shop');
    await approvals.requestAdjustment(shop.manager);
    for (const by of [shop.driver, shop.stranger]) {
      expect(await problemOf(await approvals.sendAdjustment(by))).toEqual({ status: 403, code: 'no_access' });
      const listed = await app.send('GET', '/api/desk/approvals', { as: by.session_id });
      expect(await problemOf(listed)).toEqual({ status: 403, code: 'no_access' });
    }
    expect(await approvalsIn(app, other).list(other.admin)).toMatchObject({ pending: [], decided: [] });
  });

  it('is stored once if the same command is sent three times at once, and replayed', async () => {
    const command_id = newId();
    const send = () => approvals.sendAdjustment(shop.admin, {}, command_id).then((sent) => sent.text());
    const replies = await Promise.all([send(), send(), send()]);
    expect(new Set([...replies, await send()]).size).toBe(1);
    expect((await approvals.list(shop.manager)).pending).toHaveLength(1);
    const reused = await approvals.sendAdjustment(shop.admin, { amount_fils: 5 }, command_id);
    expect(await problemOf(reused)).toEqual({ status: 422, code: 'command_reused' });
  });

  it('lists the people whose cash can be adjusted, with their cash', async () => {
    await adjust(app, shop, shop.driver, 5_000);
    const { people } = await approvals.list(shop.manager);
    expect(people).toHaveLength(5);
    const { user_id, full_name } = shop.driver;
    expect(people).toContainEqual({ user_id, full_name, held_fils: 5_000 });
  });

  it('leaves nothing behind if it fails', async () => {
    await whileBroken(app, 'approvals', async () => {
      expect(await problemOf(await approvals.sendAdjustment(shop.admin))).toEqual({
        status: 503,
        code: 'unavailable',
      });
    });
    expect((await approvals.list(shop.manager)).pending).toEqual([]);
  });
});

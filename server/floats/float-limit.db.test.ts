import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { type ApprovalsIn, approvalsIn, ok } from '../../tests/support/test-approvals.ts';
import {
  cashOnHand,
  issue,
  type Prepared,
  prepareFloat,
  problemOf,
  sendCommand,
} from '../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';

/** The limit of floats in these tests; a prepared float has 10,000 fils. */
const LIMIT_FILS = 9_999;

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
  await limit(LIMIT_FILS);
});
afterEach(() => {
  app.clock.now = null;
});

const limit = (float_limit_fils: number | null) =>
  app.owner.updateTable('shops').set({ float_limit_fils }).where('id', '=', shop.shop_id).execute();
const record = (float: Prepared<object>, by = shop.manager) => sendCommand(app, 'float', by, float);
const request = (float: Prepared<object>, by = shop.manager) => sendCommand(app, 'float_request', by, float);
const refused = async (sent: Promise<Response>) => problemOf(await sent);
const held = () => cashOnHand(app, shop.admin);
const floats = async () =>
  ok<{ floats: { reference: string; voided: boolean }[]; float_limit_fils: number | null }>(
    app.send('GET', '/api/floats', { as: shop.manager.session_id }),
  );

describe('a float out of the safe above the limit', () => {
  it('is recorded only with an approval', async () => {
    const float = await prepareFloat(app, shop);
    expect(await refused(record(float))).toEqual({ status: 409, code: 'approval_needed' });
    const approval_id = await approvals.requestSigned('float_request', shop.manager, float);
    expect(await held()).toBe(0);
    expect(await floats()).toMatchObject({ floats: [], float_limit_fils: LIMIT_FILS });
    const { user_id, full_name } = shop.admin;
    expect((await approvals.list(second_admin)).pending).toMatchObject([
      {
        kind: 'float',
        user_id,
        full_name,
        amount_fils: 10_000,
        reference: float.input.reference,
        reason: null,
        changes: [{ account: 'cash', user_id, before_fils: 0, after_fils: 10_000 }],
        may_approve: true,
      },
    ]);
    const left = await leftBy(app.owner, () => ok(approvals.decide(second_admin, approval_id)));
    expect(left.audit.map(({ what }) => what)).toEqual(['decide_approval']);
    expect(await held()).toBe(10_000);
    expect(await floats()).toMatchObject({ floats: [{ reference: float.input.reference, voided: false }] });
  });

  it('keeps both signers, the time and the files of the request', async () => {
    const float = await prepareFloat(app, shop, { by: shop.admin, with: shop.manager });
    const approval_id = await approvals.requestSigned('float_request', shop.admin, float);
    const requested = { ...float.input };
    await ok(approvals.decide(second_admin, approval_id));
    const row = await app.owner
      .selectFrom('cash_floats')
      .selectAll()
      .where('shop_id', '=', shop.shop_id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      approval_id,
      admin_id: shop.admin.user_id,
      manager_id: shop.manager.user_id,
      recorded_by: shop.admin.user_id,
      admin_signer: shop.admin.full_name,
      command_id: float.command_id,
    });
    expect(row.completed_at.toISOString()).toBe(requested.occurred_at);
    const query = `?kind=float&id=${row.id}`;
    const shown = await ok<{ receipt: object; signatures: { picture: object }[] }>(
      app.send('GET', `/api/desk/cash-record${query}`, { as: shop.manager.session_id }),
    );
    expect(shown.receipt).toMatchObject(requested.receipt);
    const { path, sha256 } = requested.admin_signature;
    expect(shown.signatures.map(({ picture }) => picture)).toContainEqual({
      bucket: 'cash-handovers',
      path,
      sha256,
    });
  });

  it('is approved by neither of its signers', async () => {
    const approval_id = await approvals.requestSigned(
      'float_request',
      shop.manager,
      await prepareFloat(app, shop),
    );
    expect((await approvals.list(shop.admin)).pending).toMatchObject([{ may_approve: false }]);
    expect(await refused(approvals.decide(shop.admin, approval_id))).toEqual({
      status: 422,
      code: 'own_account_change',
    });
    expect(await refused(approvals.decide(shop.manager, approval_id))).toMatchObject({ code: 'own_request' });
    const by_admin = await prepareFloat(app, shop, { by: shop.admin, with: shop.manager });
    const other_id = await approvals.requestSigned('float_request', shop.admin, by_admin);
    expect(await refused(approvals.decide(shop.manager, other_id))).toMatchObject({
      code: 'own_account_change',
    });
    expect(await held()).toBe(0);
  });

  it('is recorded once if two users approve at once', async () => {
    const third = await addStaff(app.owner, shop.shop_id, 'Manager', 'Maha Manager', false);
    const approval_id = await approvals.requestSigned(
      'float_request',
      shop.manager,
      await prepareFloat(app, shop),
    );
    const both = await Promise.all([second_admin, third].map((by) => approvals.decide(by, approval_id)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await held()).toBe(10_000);
  });

  it('is not recorded once a signer is disabled or has another role', async () => {
    const approval_id = await approvals.requestSigned(
      'float_request',
      shop.manager,
      await prepareFloat(app, shop),
    );
    const { user_id } = shop.admin;
    const profile = (role: string) =>
      app.owner.updateTable('profiles').set({ role }).where('id', '=', user_id).execute();
    await profile('Driver');
    expect(await refused(approvals.decide(second_admin, approval_id))).toEqual({
      status: 404,
      code: 'not_found',
    });
    await profile('Admin');
    await app.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', user_id).execute();
    expect(await refused(approvals.decide(second_admin, approval_id))).toEqual({
      status: 409,
      code: 'staff_disabled',
    });
    expect(await held()).toBe(0);
  });

  it('is not recorded if another float took its reference meanwhile', async () => {
    const float = await prepareFloat(app, shop);
    const approval_id = await approvals.requestSigned('float_request', shop.manager, float);
    await limit(null);
    const again = { command_id: newId(), input: float.input };
    await ok(record(again));
    expect(await refused(approvals.decide(second_admin, approval_id))).toEqual({
      status: 409,
      code: 'reference_taken',
    });
    expect(await held()).toBe(10_000);
    expect((await approvals.list(shop.manager)).pending).toHaveLength(1);
  });

  it('is not recorded after 24 hours', async () => {
    const approval_id = await approvals.requestSigned(
      'float_request',
      shop.manager,
      await prepareFloat(app, shop),
    );
    app.clock.now = new Date(Date.now() + 24 * 60 * 60 * 1000 + 1_000);
    expect(await refused(approvals.decide(second_admin, approval_id))).toMatchObject({
      code: 'approval_expired',
    });
    expect(await held()).toBe(0);
  });
});

describe('a float that needs no approval', () => {
  it('is recorded at once within the limit, without a limit, and into the safe', async () => {
    await ok(record(await prepareFloat(app, shop, { amount_fils: LIMIT_FILS })));
    await limit(null);
    await ok(record(await prepareFloat(app, shop, { amount_fils: 500_000 })));
    await limit(1);
    await ok(record(await prepareFloat(app, shop, { direction: 'return', amount_fils: 400_000 })));
    expect(await held()).toBe(LIMIT_FILS + 100_000);
  });

  it('is not requested either', async () => {
    await issue(app, shop, shop.admin, 50_000);
    const within = await prepareFloat(app, shop, { amount_fils: LIMIT_FILS });
    const back = await prepareFloat(app, shop, { direction: 'return', amount_fils: 20_000 });
    for (const float of [within, back])
      expect(await refused(request(float))).toEqual({ status: 409, code: 'approval_not_needed' });
    expect((await approvals.list(shop.admin)).pending).toEqual([]);
  });
});

describe('a request for a float', () => {
  it('is stored once if it is sent three times at once, and replayed', async () => {
    const float = await prepareFloat(app, shop);
    const send = () => request(float).then((sent) => sent.text());
    const replies = await Promise.all([send(), send(), send()]);
    expect(new Set([...replies, await send()]).size).toBe(1);
    expect((await approvals.list(shop.admin)).pending).toHaveLength(1);
  });

  it('is refused without an amount, with a used reference, without files, or with a wrong clock', async () => {
    const float = await prepareFloat(app, shop);
    await ok(request(float));
    const changed = (input: object) =>
      refused(request({ command_id: newId(), input: { ...float.input, ...input } }));
    expect(await changed({})).toEqual({ status: 409, code: 'reference_taken' });
    expect(await changed({ amount_fils: 0 })).toEqual({ status: 422, code: 'invalid_amount' });
    expect(await changed({ reference: 'FL-1' })).toEqual({ status: 422, code: 'invalid_input' });
    expect(await changed({ reference: 'FL-1600000000000' })).toMatchObject({ code: 'device_time_off' });
    const fresh = await prepareFloat(app, shop);
    const receipt = { ...fresh.input.receipt, sha256: 'f'.repeat(64) };
    const missing = { command_id: newId(), input: { ...fresh.input, receipt } };
    expect(await refused(request(missing))).toEqual({ status: 409, code: 'file_missing' });
    const reused = { ...float, input: { ...float.input, amount_fils: 20_000 } };
    expect(await refused(request(reused))).toEqual({ status: 422, code: 'command_reused' });
  });

  it('names an admin and a manager of the shop who can sign in', async () => {
    const other = await createTestShop(app.owner, 'Another Shop');
    const third = await addStaff(app.owner, shop.shop_id, 'Manager', 'Maha Manager', false);
    for (const { user_id } of [shop.driver, shop.manager, third, other.admin]) {
      const float = await prepareFloat(app, shop, { with_user_id: user_id });
      expect(await refused(request(float))).toEqual({ status: 404, code: 'not_found' });
    }
    const ready = await prepareFloat(app, shop);
    for (const by of [shop.driver, shop.stranger])
      expect(await refused(request(ready, by))).toEqual({ status: 403, code: 'no_access' });
    await app.owner
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', shop.admin.user_id)
      .execute();
    expect(await refused(request(ready))).toEqual({ status: 409, code: 'staff_disabled' });
  });
});

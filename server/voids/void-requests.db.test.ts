import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CashRecord } from '../../contract/operations/desk/cash/read-cash-record.schema.ts';
import type { CashRecordKind } from '../../contract/rules/cash-records.ts';
import { newId } from '../../contract/rules/ids.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { cashState } from '../../tests/support/cash-state.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { type ApprovalsIn, approvalsIn, ok } from '../../tests/support/test-approvals.ts';
import {
  issue,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareFloat,
  prepareStart,
  prepareVoid,
  problemOf,
  recorded,
  sendCommand,
} from '../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';

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
  await issue(app, shop, shop.admin, 100_000);
});
afterEach(() => {
  app.clock.now = null;
});

const read = (kind: CashRecordKind, id: string): Promise<CashRecord> =>
  ok(app.send('GET', `/api/desk/cash-record?kind=${kind}&id=${id}`, { as: shop.admin.session_id }));
const start = async (changes: object = {}) =>
  recorded(app, shop, 'start', await prepareStart(app, shop, { amount_fils: 20_000, ...changes }));
type Of = Parameters<typeof prepareVoid>[2];
const handover = (record_id: string): Of => ({ record_type: 'handover', record_id });
const request = async (of: Of): Promise<string> =>
  approvals.requestSigned('void', of.by ?? shop.admin, await prepareVoid(app, shop, of));
const refusedVoid = async (of: Of) =>
  problemOf(await sendCommand(app, 'void', of.by ?? shop.admin, await prepareVoid(app, shop, of)));
const refused = async (...given: Parameters<ApprovalsIn['decide']>) =>
  problemOf(await approvals.decide(...given));
async function addMachine(): Promise<string> {
  const id = newId();
  await app.owner
    .insertInto('card_machines')
    .values({ shop_id: shop.shop_id, id, number: 'POS-1' })
    .execute();
  return id;
}

describe('a void with one signature', () => {
  it('changes nothing until another user approves it, and then leaves all as before', async () => {
    const before = await cashState(app, shop);
    const record_id = await start();
    const after = await cashState(app, shop);
    const prepared = await prepareVoid(app, shop, handover(record_id));
    const requesting = await leftBy(app.owner, async () => {
      await approvals.requestSigned('void', shop.admin, prepared);
    });
    expect(requesting.audit).toMatchObject([{ what: 'request_void', user_id: shop.admin.user_id }]);
    expect(await cashState(app, shop)).toEqual(after);
    const record = await read('handover', record_id);
    expect(record).toMatchObject({ voided: null, void_requested: true });
    const [pending] = (await approvals.list(shop.manager)).pending;
    expect(pending).toMatchObject({
      kind: 'void',
      user_id: shop.driver.user_id,
      amount_fils: 20_000,
      reason: 'Wrong driver',
      reference: record.reference,
      may_approve: true,
    });
    expect(pending?.changes).toHaveLength(2);
    for (const change of [
      { account: 'cash', user_id: shop.driver.user_id, before_fils: 20_000, after_fils: 0 },
      { account: 'cash', user_id: shop.admin.user_id, before_fils: 80_000, after_fils: 100_000 },
    ])
      expect(pending?.changes).toContainEqual(expect.objectContaining(change));
    const approving = await leftBy(app.owner, () => ok(approvals.decide(shop.manager, pending?.id ?? '')));
    expect(approving.audit).toMatchObject([{ what: 'decide_approval', user_id: shop.manager.user_id }]);
    expect(approving.topics).toEqual(expect.arrayContaining(['cash', 'handovers']));
    expect(await cashState(app, shop)).toEqual(before);
    expect(await read('handover', record_id)).toMatchObject({
      voided: {
        reference: prepared.input.reference,
        reason: 'Wrong driver',
        by: [shop.admin.full_name, shop.manager.full_name],
        document: { bucket: 'cash-handovers', ...prepared.input.receipt },
      },
      void_requested: false,
    });
  });

  it('shows the shortage that it takes back', async () => {
    await issue(app, shop, shop.driver, 10_000);
    const before = await cashState(app, shop);
    const end = await prepareEnd(app, shop, { amount_fils: 7_000, difference_choice: 'short_or_over' });
    const record_id = await recorded(app, shop, 'end', end);
    const approval_id = await request(handover(record_id));
    const [pending] = (await approvals.list(shop.manager)).pending;
    const { user_id } = shop.driver;
    expect(pending?.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ account: 'shortage', user_id, before_fils: 3_000, after_fils: 0 }),
        expect.objectContaining({ account: 'cash', user_id, before_fils: 0, after_fils: 10_000 }),
      ]),
    );
    await ok(approvals.decide(shop.manager, approval_id));
    expect(await cashState(app, shop)).toEqual(before);
  });

  it.each([
    ['a collection', 'collection', 'handover', () => prepareCollection(app, shop)],
    ['a deposit', 'deposit', 'deposit', () => prepareDeposit(app, shop)],
    ['a float', 'float', 'float', () => prepareFloat(app, shop)],
  ] as const)('of %s by its Manager is approved by an Admin', async (_name, sent, record_type, prepare) => {
    await issue(app, shop, shop.driver, 20_000);
    const before = await cashState(app, shop);
    const record_id = await recorded(app, shop, sent, await prepare());
    const approval_id = await request({ record_type, record_id, by: shop.manager });
    expect(await refused(shop.manager, approval_id)).toEqual({ status: 422, code: 'own_request' });
    expect((await read(sent, record_id)).void_requested).toBe(true);
    await ok(approvals.decide(second_admin, approval_id));
    expect(await cashState(app, shop)).toEqual(before);
    expect((await read(sent, record_id)).voided?.by).toEqual([
      shop.manager.full_name,
      second_admin.full_name,
    ]);
  });

  it('may be approved by the other signer of a float', async () => {
    const before = await cashState(app, shop);
    const record_id = await recorded(app, shop, 'float', await prepareFloat(app, shop));
    const approval_id = await request({ record_type: 'float', record_id, by: shop.manager });
    expect((await approvals.list(shop.admin)).pending).toMatchObject([{ may_approve: true }]);
    await ok(approvals.decide(shop.admin, approval_id));
    expect(await cashState(app, shop)).toEqual(before);
  });

  it('gives the card machine back if a Manager approves it', async () => {
    const machine = { card_machine_id: await addMachine(), card_machine_given: true };
    const before = await cashState(app, shop);
    const approval_id = await request(handover(await start(machine)));
    const left = await leftBy(app.owner, () => ok(approvals.decide(shop.manager, approval_id)));
    expect(left.topics).toContain('machines');
    expect(await cashState(app, shop)).toEqual(before);
  });

  it('gives the card machine back if the operator approves it', async () => {
    const machine = { card_machine_id: await addMachine(), card_machine_given: true };
    const before = await cashState(app, shop);
    const record_id = await start(machine);
    await approvals.operatorDecides(await request(handover(record_id)));
    expect(await cashState(app, shop)).toEqual(before);
    expect((await read('handover', record_id)).voided?.by).toEqual([shop.admin.full_name, 'omar']);
  });

  it('is requested once if it is sent three times at once, and replayed', async () => {
    const prepared = await prepareVoid(app, shop, handover(await start()));
    const send = async () => (await sendCommand(app, 'void', shop.admin, prepared)).text();
    const replies = await Promise.all([send(), send(), send()]);
    expect(new Set([...replies, await send()]).size).toBe(1);
    expect((await approvals.list(shop.manager)).pending).toHaveLength(1);
  });
});

describe('a request to void a record', () => {
  it('is made once, until it is refused, withdrawn or has expired', async () => {
    const record_id = await start();
    const again = { status: 409, code: 'already_exists' };
    const refused_id = await request(handover(record_id));
    expect(await refusedVoid(handover(record_id))).toEqual(again);
    await ok(approvals.decide(shop.manager, refused_id, 'refused'));
    expect(await read('handover', record_id)).toMatchObject({ voided: null, void_requested: false });
    const withdrawn_id = await request(handover(record_id));
    await ok(approvals.decide(shop.admin, withdrawn_id, 'withdrawn'));
    await request(handover(record_id));
    expect(await refusedVoid(handover(record_id))).toEqual(again);
    app.clock.now = new Date(Date.now() + 24 * 60 * 60 * 1000 + 1_000);
    expect(await read('handover', record_id)).toMatchObject({ void_requested: false });
    const at = { at: new Date(app.clock.now.getTime() - 1_000), occurred_at: app.clock.now.toISOString() };
    await request({ ...handover(record_id), ...at });
    expect(await read('handover', record_id)).toMatchObject({ void_requested: true });
  });

  it('is made once if both signers request it at once', async () => {
    const record_id = await recorded(app, shop, 'float', await prepareFloat(app, shop));
    const of = { record_type: 'float', record_id } as const;
    const sent = await Promise.all(
      [shop.admin, shop.manager].map(async (by) =>
        sendCommand(app, 'void', by, await prepareVoid(app, shop, { ...of, by })),
      ),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await approvals.list(second_admin)).pending).toHaveLength(1);
  });

  it('is refused with a reference that another request or void has', async () => {
    const [first, second] = [await start(), await start()];
    const prepared = await prepareVoid(app, shop, handover(first));
    await approvals.requestSigned('void', shop.admin, prepared);
    const same = { command_id: newId(), input: { ...prepared.input, record_id: second } };
    expect(await problemOf(await sendCommand(app, 'void', shop.admin, same))).toEqual({
      status: 409,
      code: 'reference_taken',
    });
    expect((await approvals.list(shop.manager)).pending).toHaveLength(1);
  });

  it('is not approved if the record is void meanwhile', async () => {
    const record_id = await start();
    const approval_id = await request(handover(record_id));
    const signed = await prepareVoid(app, shop, { ...handover(record_id), with: shop.driver });
    await ok(sendCommand(app, 'void', shop.admin, signed));
    expect(await refused(shop.manager, approval_id)).toEqual({ status: 409, code: 'already_void' });
    expect(await refusedVoid(handover(record_id))).toEqual({ status: 409, code: 'already_void' });
    await ok(approvals.decide(shop.admin, approval_id, 'withdrawn'));
  });

  it('is not approved once a later record prevents it, which the response names', async () => {
    const approval_id = await request(handover(await start()));
    const end = await prepareEnd(app, shop, { amount_fils: 20_000 });
    await recorded(app, shop, 'end', end);
    const before = await cashState(app, shop);
    const response = await approvals.decide(shop.manager, approval_id);
    expect(await response.json()).toMatchObject({
      status: 409,
      code: 'void_blocked',
      blocked: { because: 'later_end_of_day', reference: end.input.handover_reference },
    });
    expect(await cashState(app, shop)).toEqual(before);
    expect((await approvals.list(shop.manager)).pending).toHaveLength(1);
  });

  it('is refused at once if a later record prevents it already', async () => {
    const record_id = await start();
    await recorded(app, shop, 'end', await prepareEnd(app, shop, { amount_fils: 20_000 }));
    expect(await refusedVoid(handover(record_id))).toEqual({ status: 409, code: 'void_blocked' });
  });

  it('is not approved after 24 hours, and takes effect neither refused nor withdrawn', async () => {
    const records = [await start(), await start(), await start()];
    const [late, refused_id, withdrawn_id] = await Promise.all(records.map((id) => request(handover(id))));
    const before = await cashState(app, shop);
    await ok(approvals.decide(shop.manager, refused_id ?? '', 'refused'));
    await ok(approvals.decide(shop.admin, withdrawn_id ?? '', 'withdrawn'));
    app.clock.now = new Date(Date.now() + 24 * 60 * 60 * 1000 + 1_000);
    expect(await refused(shop.manager, late ?? '')).toMatchObject({ code: 'approval_expired' });
    expect(await cashState(app, shop)).toEqual(before);
  });
});

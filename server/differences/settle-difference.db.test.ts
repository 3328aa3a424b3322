import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  RecordSettlement,
  SettlementRecorded,
} from '../../contract/operations/dashboard/cash/record-settlement.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { openTransaction } from '../../tests/support/open-transaction.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  accountOf,
  bookedBy,
  decideApproval,
  deliverLate,
  listedDifferences,
  ok,
  postDesk,
  recordEnd,
  requestedWriteOff,
} from '../../tests/support/test-differences.ts';
import {
  adjust,
  cashOnHand,
  type Prepared,
  prepareSettlement,
  prepareVoid,
  problemOf,
  sendCommand,
  whileBalances,
  whileBroken,
} from '../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { waitingForLocks } from '../../tests/support/waiting-for-locks.ts';
import { lockBalancesIn } from '../cash/balances.ts';
import { lockDifference } from '../cash/differences.ts';
import { sql } from '../platform/database/sql.ts';

/** Payments, proposals for the salary list and write-offs of a shortage or an over. */

let app: TestApp;
let shop: TestShop;
/** A shortage of 5,000 fils. */
let shortage: string;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  await adjust(app, shop, shop.driver, 80_000);
  shortage = await bookedBy(app, shop, { amount_fils: 75_000 });
});

/** Books an over of 1,000 fils of the second driver. */
const bookOver = () => bookedBy(app, shop, { driver: shop.driver2, amount_fils: 1_000 });

type Payment = Parameters<typeof prepareSettlement>[2];

const prepare = (changes: Partial<Payment> = {}) =>
  prepareSettlement(app, shop, { difference_id: shortage, ...changes });
const send = (prepared: Prepared<object>, by = shop.manager) => sendCommand(app, 'settlement', by, prepared);
const pay = async (changes: Partial<Payment> = {}) =>
  ok<SettlementRecorded>(send(await prepare(changes), changes.by));
const refusal = async (prepared: Prepared<object>, by = shop.manager) =>
  (await problemOf(await send(prepared, by))).code;
const openOf = async (difference_id: string) => {
  const { open } = await listedDifferences(app, shop.manager);
  return open.find(({ id }) => id === difference_id)?.open_fils ?? 0;
};
const settlements = () =>
  app.owner
    .selectFrom('cash_settlements')
    .selectAll()
    .where('shop_id', '=', shop.shop_id)
    .orderBy('id')
    .execute();
const changed = (prepared: Prepared<RecordSettlement>, changes: Partial<RecordSettlement>) => ({
  ...prepared,
  input: { ...prepared.input, ...changes },
});

describe('a payment of a shortage', () => {
  it('in full settles it, and the cash goes to the user who received it', async () => {
    const payment = await prepare({ amount_fils: 5_000 });
    const { user_id, full_name } = shop.driver;
    const left = await leftBy(app.owner, async () => {
      expect(await ok(send(payment))).toMatchObject({
        ...{ reference: payment.input.reference, difference_id: shortage, account: 'shortage' },
        ...{ user_id, full_name, amount_fils: 5_000, open_fils: 0, own_total_fils: 5_000 },
      });
    });
    expect(left.audit).toMatchObject([
      {
        what: 'record_settlement',
        before: { open_fils: 5_000 },
        after: { amount_fils: 5_000, open_fils: 0 },
      },
    ]);
    expect(await cashOnHand(app, shop.manager)).toBe(5_000);
    expect(await cashOnHand(app, shop.driver)).toBe(0);
    expect(await accountOf(app, shop.driver, 'shortage')).toBe(0);
    const { person_signature, staff_signature, receipt } = payment.input;
    expect(await settlements()).toMatchObject([
      {
        ...{ kind: 'payment', user_id, staff_user_id: shop.manager.user_id, receipt_url: receipt.path },
        ...{ person_signer: person_signature.signer, staff_signer: staff_signature.signer },
        ...{ person_signature_typed: false, staff_signature_typed: false, command_id: payment.command_id },
      },
    ]);
    const pinned = app.owner.selectFrom('files').select('sha256').where('pinned_at', 'is not', null);
    const hashes = (await pinned.where('shop_id', '=', shop.shop_id).execute()).map(({ sha256 }) => sha256);
    const own = [person_signature.sha256, staff_signature.sha256, receipt.sha256];
    expect(hashes).toEqual(expect.arrayContaining(own));
  });

  it('in parts settles it with the last part, each with a receipt', async () => {
    expect(await pay({ amount_fils: 2_000 })).toMatchObject({ open_fils: 3_000 });
    expect(await pay({ amount_fils: 3_000, by: shop.admin })).toMatchObject({
      ...{ open_fils: 0, own_total_fils: 78_000 },
    });
    const { open, settled } = await listedDifferences(app, shop.manager);
    expect(open).toEqual([]);
    expect(settled).toMatchObject([
      {
        ...{ id: shortage, amount_fils: 5_000, open_fils: 0 },
        settlements: [
          { kind: 'payment', amount_fils: 2_000, by: 'Mona Manager', receipt: { bucket: 'cash-handovers' } },
          { kind: 'payment', amount_fils: 3_000, by: 'Amal Admin', receipt: { bucket: 'cash-handovers' } },
        ],
      },
    ]);
  });

  it('is refused with the open amount if it exceeds that', async () => {
    await pay({ amount_fils: 2_000 });
    const response = await send(await prepare({ amount_fils: 3_001 }));
    expect(await response.json()).toMatchObject({ code: 'more_than_open', current_fils: 3_000 });
    expect(await openOf(shortage)).toBe(3_000);
  });

  it('is recorded for a disabled person, whose shortage stays listed', async () => {
    const disabling = { as: shop.admin.session_id, body: { staff_id: shop.driver.user_id } };
    const headers = { 'idempotency-key': newId() };
    await ok(app.send('POST', '/api/staff/disable', { ...disabling, headers }));
    const { open } = await listedDifferences(app, shop.manager);
    expect(open).toMatchObject([{ id: shortage, disabled: true, open_fils: 5_000 }]);
    expect(await pay({ amount_fils: 5_000 })).toMatchObject({ open_fils: 0 });
  });

  it('does not settle the shortage of another day', async () => {
    await adjust(app, shop, shop.driver, 10_000);
    const second = await bookedBy(app, shop, { amount_fils: 4_000 });
    await pay({ amount_fils: 5_000 });
    expect([await openOf(shortage), await openOf(second)]).toEqual([0, 6_000]);
  });
});

describe('an over', () => {
  it('is paid back from the cash of the user who signs, whose balance may become negative', async () => {
    const over = await bookOver();
    const back = { difference_id: over, from: shop.driver2, amount_fils: 400 };
    expect(await pay(back)).toMatchObject({ account: 'over', open_fils: 600, own_total_fils: -400 });
    expect(await pay({ ...back, amount_fils: 600, by: shop.admin })).toMatchObject({ open_fils: 0 });
    expect(await cashOnHand(app, shop.driver2)).toBe(0);
    expect(await accountOf(app, shop.driver2, 'over')).toBe(0);
    const more = await prepare({ ...back, amount_fils: 1 });
    expect(await refusal(more)).toBe('more_than_open');
  });

  it('is not offset with a shortage of the same person', async () => {
    const over = await bookedBy(app, shop, { amount_fils: 700 });
    await pay({ amount_fils: 5_000 });
    expect(await openOf(over)).toBe(700);
    expect(await accountOf(app, shop.driver, 'over')).toBe(700);
  });
});

describe('a payment is recorded exactly once', () => {
  it('by retries, also concurrent ones, with the same reply', async () => {
    const payment = await prepare({ amount_fils: 2_000 });
    const replies = await Promise.all([1, 2, 3, 4].map(() => send(payment)));
    const texts = await Promise.all(replies.map((reply) => reply.text()));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(texts).size).toBe(1);
    expect(await (await send(payment)).text()).toBe(texts[0]);
    expect(await openOf(shortage)).toBe(3_000);
    expect(await refusal(changed(payment, { amount_fils: 1_000 }))).toBe('command_reused');
  });

  it('locks the cash that it pays back before the over, like the void of its end of day', async () => {
    const difference_id = await bookOver();
    const tx = await openTransaction(app.owner);
    await lockBalancesIn(tx, shop.shop_id, [shop.admin.user_id]);
    const prepared = await prepare({ difference_id, amount_fils: 400, by: shop.admin });
    const paying = ok(send(prepared, shop.admin));
    await expect.poll(() => waitingForLocks(app.owner)).toBe(1);
    await sql`set local lock_timeout = '1ms'`.execute(tx);
    expect(await lockDifference(tx, shop.shop_id, difference_id)).toBe(1_000);
    await tx.commit();
    await paying;
    expect(await openOf(difference_id)).toBe(600);
  });

  it('and two users at once never receive more than the shortage', async () => {
    const payments = [
      { by: shop.manager, prepared: await prepare({ amount_fils: 3_000 }) },
      { by: shop.admin, prepared: await prepare({ amount_fils: 3_000, by: shop.admin }) },
      { by: shop.manager, prepared: await prepare({ amount_fils: 2_000 }) },
      { by: shop.admin, prepared: await prepare({ amount_fils: 1_500, by: shop.admin }) },
    ];
    const replies = await Promise.all(payments.map(({ by, prepared }) => send(prepared, by)));
    for (const reply of replies) expect([200, 409]).toContain(reply.status);
    const sum = (await settlements()).reduce((fils, { amount_fils }) => fils + amount_fils, 0);
    expect(sum).toBeGreaterThanOrEqual(3_000);
    expect(sum).toBeLessThanOrEqual(5_000);
    expect(await accountOf(app, shop.driver, 'shortage')).toBe(5_000 - sum);
  });

  it('and not with the reference of another payment', async () => {
    const at = new Date();
    await pay({ at, amount_fils: 1_000 });
    expect(await refusal(await prepare({ at, amount_fils: 1_000 }))).toBe('reference_taken');
    expect(await openOf(shortage)).toBe(4_000);
  });
});

describe('rejected payments', () => {
  it('rejects 0, other shops, unknown differences and users who neither manage nor administer', async () => {
    expect(await refusal(await prepare({ amount_fils: 0 }))).toBe('invalid_amount');
    expect(await refusal(await prepare({ difference_id: newId() }))).toBe('not_found');
    const payment = await prepare();
    for (const person of [shop.driver, shop.stranger])
      expect(await refusal(payment, person)).toBe('no_access');
    const other = await createTestShop(app.owner, 'Other Shop');
    const theirs = await prepareSettlement(app, other, { difference_id: shortage });
    expect(await refusal(theirs, other.manager)).toBe('not_found');
    expect(await settlements()).toEqual([]);
  });

  it('rejects the person who owes it, even as a Manager', async () => {
    const driving = await addStaff(app.owner, shop.shop_id, 'Manager', 'Driving Manager', true);
    await adjust(app, shop, driving, 80_000);
    const difference_id = await bookedBy(app, shop, { driver: driving, amount_fils: 75_000 });
    const own = await prepare({ difference_id, by: driving, from: driving });
    expect(await refusal(own, driving)).toBe('own_cash');
    const write_off = { difference_id, amount_fils: 100, ground: 'loss', reason: 'Robbery' };
    const proposal = { difference_id, amount_fils: 100, reason: null };
    for (const [path, body] of [
      ['/approvals/write-offs', write_off],
      ['/differences/salary', proposal],
    ] as const) {
      expect((await problemOf(await postDesk(app, path, driving, body))).code).toBe('own_cash');
    }
    const { open } = await listedDifferences(app, driving);
    expect(open.map(({ id, is_own }) => [id, is_own])).toEqual([
      [shortage, false],
      [difference_id, true],
    ]);
  });

  it('rejects files that are missing or under another path, and another reference', async () => {
    const payment = await prepare();
    const { person_signature, staff_signature, receipt } = payment.input;
    const with_ = (changes: Partial<RecordSettlement>) => refusal(changed(payment, changes));
    expect(await with_({ receipt: { ...receipt, sha256: 'a'.repeat(64) } })).toBe('file_missing');
    const swapped = { person_signature: staff_signature, staff_signature: person_signature };
    expect(await with_(swapped)).toBe('invalid_input');
    expect(await with_({ receipt: person_signature })).toBe('invalid_input');
    for (const reference of ['ST-1', 'BD-1795174612555', 'ST-x', `ST-${Date.now() - 3 * 86_400_000}`]) {
      expect(['invalid_input', 'device_time_off']).toContain(await with_({ reference }));
    }
    expect(await settlements()).toEqual([]);
    await ok(send(payment));
  });

  it('rejects the difference of a voided end of day', async () => {
    await bookOver();
    const over = await recordEnd(app, shop, { driver: shop.driver2, amount_fils: 300 });
    const { id } = await app.owner
      .selectFrom('cash_differences')
      .select('id')
      .where('handover_id', '=', over.id)
      .executeTakeFirstOrThrow();
    const of = { record_type: 'handover', record_id: over.id, with: shop.driver2 } as const;
    await ok(sendCommand(app, 'void', shop.admin, await prepareVoid(app, shop, of)));
    const back = await prepare({ difference_id: id, from: shop.driver2, amount_fils: 300 });
    expect(await refusal(back)).toBe('not_found');
    const write_off = { difference_id: id, amount_fils: 100, ground: 'loss', reason: 'Robbery' };
    const refused = await postDesk(app, '/approvals/write-offs', shop.manager, write_off);
    expect((await problemOf(refused)).code).toBe('not_found');
  });

  it('leaves nothing behind and reports the stage if a write fails', async () => {
    const payment = await prepare();
    for (const [table, stage] of [
      ['files', 'signatures'],
      ['cash_settlements', 'record'],
      ['cash_movements', 'cash'],
    ] as const) {
      const response = await whileBroken(app, table, () => send(payment));
      expect(await response.json()).toMatchObject({ code: 'unexpected', stage });
    }
    const unposted = await whileBalances(app, `raise exception 'no';`, () => send(payment));
    expect(unposted.ok).toBe(false);
    expect(await settlements()).toEqual([]);
    expect(await openOf(shortage)).toBe(5_000);
    await ok(send(payment));
  });
});

describe('a payment and a void of the end of day that cross', () => {
  it.each([
    ['the payment', 'void_blocked', 4_000],
    ['the void', 'not_found', 0],
  ] as const)('are not both recorded: %s comes first', async (first, code, left_fils) => {
    const end = await app.owner
      .selectFrom('cash_differences')
      .select('handover_id')
      .where('id', '=', shortage)
      .executeTakeFirstOrThrow();
    const of = { record_type: 'handover', record_id: end.handover_id ?? '', with: shop.driver } as const;
    const [payment, voiding] = [await prepare(), await prepareVoid(app, shop, of)];
    const pays = () => send(payment);
    const voids = () => sendCommand(app, 'void', shop.admin, voiding);
    // The first command pauses shortly before its commit.
    const gate = await openTransaction(app.owner);
    await sql`lock table audit_events in share row exclusive mode`.execute(gate);
    const one = first === 'the payment' ? pays() : voids();
    await expect.poll(() => waitingForLocks(app.owner)).toBe(1);
    const other = first === 'the payment' ? voids() : pays();
    await expect.poll(() => waitingForLocks(app.owner)).toBe(2);
    await gate.commit();
    expect((await one).status).toBe(200);
    expect((await problemOf(await other)).code).toBe(code);
    expect(await accountOf(app, shop.driver, 'shortage')).toBe(left_fils);
  });
});

describe('a proposal for the salary list', () => {
  const propose = (amount_fils: number, { reason = null as string | null, by = shop.manager } = {}) =>
    postDesk(app, '/differences/salary', by, { difference_id: shortage, amount_fils, reason });
  const listed = async () => (await listedDifferences(app, shop.admin)).open[0];

  it('is listed and deducts nothing; the newest counts, and 0 withdraws it', async () => {
    await ok(propose(5_000, { reason: ' End of month ' }));
    expect(await listed()).toMatchObject({
      open_fils: 5_000,
      proposed: { amount_fils: 5_000, by: 'Mona Manager', reason: 'End of month' },
    });
    await ok(propose(2_000, { by: shop.admin }));
    expect(await listed()).toMatchObject({
      open_fils: 5_000,
      proposed: { amount_fils: 2_000, by: 'Amal Admin', reason: null },
    });
    await ok(propose(0));
    expect(await listed()).toMatchObject({ open_fils: 5_000, proposed: null, settlements: [] });
    expect(await accountOf(app, shop.driver, 'shortage')).toBe(5_000);
  });

  it('is rejected if it exceeds the open amount, for an over, and without access', async () => {
    await pay({ amount_fils: 1_000 });
    const response = await propose(4_001);
    expect(await response.json()).toMatchObject({ code: 'more_than_open', current_fils: 4_000 });
    expect((await problemOf(await propose(1, { by: shop.driver }))).code).toBe('no_access');
    const other = await createTestShop(app.owner, 'Other Shop');
    expect((await problemOf(await propose(1, { by: other.manager }))).code).toBe('not_found');
    shortage = await bookOver();
    expect((await problemOf(await propose(1))).code).toBe('not_found');
  });
});

describe('a write-off', () => {
  const request = (body: Partial<Parameters<typeof requestedWriteOff>[2]> = {}, by = shop.manager) =>
    requestedWriteOff(app, by, { difference_id: shortage, amount_fils: 2_000, ...body });
  const refusedRequest = async (body: object, by: TestStaff = shop.manager) => {
    const whole = { difference_id: shortage, amount_fils: 2_000, ground: 'loss', reason: 'Robbery', ...body };
    return (await problemOf(await postDesk(app, '/approvals/write-offs', by, whole))).code;
  };

  it('changes nothing before its approval, then reduces the shortage and no cash', async () => {
    const approval_id = await request();
    expect((await listedDifferences(app, shop.admin)).open).toMatchObject([
      { open_fils: 5_000, requested_fils: 2_000, settlements: [] },
    ]);
    await ok(decideApproval(app, shop.admin, approval_id));
    expect((await listedDifferences(app, shop.admin)).open).toMatchObject([
      {
        ...{ open_fils: 3_000, requested_fils: null },
        settlements: [{ kind: 'loss', amount_fils: 2_000, by: 'Amal Admin', reason: 'Robbery' }],
      },
    ]);
    expect(await accountOf(app, shop.driver, 'shortage')).toBe(3_000);
    expect(await cashOnHand(app, shop.driver)).toBe(0);
    const moved = app.owner.selectFrom('cash_movements').select(['from_holder', 'to_holder', 'amount_fils']);
    expect(
      await moved.where('reason', '=', 'write_off').where('shop_id', '=', shop.shop_id).execute(),
    ).toEqual([{ from_holder: 'shortage', to_holder: 'adjustment', amount_fils: 2_000 }]);
  });

  it('records what the shop has deducted from the salary', async () => {
    const approval_id = await request({ amount_fils: 5_000, ground: 'salary', reason: 'November' });
    await ok(decideApproval(app, shop.admin, approval_id));
    expect((await listedDifferences(app, shop.admin)).settled).toMatchObject([
      { open_fils: 0, settlements: [{ kind: 'salary', amount_fils: 5_000, reason: 'November' }] },
    ]);
  });

  it('lets the shop keep an over, but not as a deduction from the salary', async () => {
    const over = await bookOver();
    expect(await refusedRequest({ difference_id: over, amount_fils: 500, ground: 'salary' })).toBe(
      'invalid_input',
    );
    const approval_id = await request({ difference_id: over, amount_fils: 1_000, reason: 'Unknown' });
    await ok(decideApproval(app, shop.admin, approval_id));
    expect(await accountOf(app, shop.driver2, 'over')).toBe(0);
    expect(await cashOnHand(app, shop.driver2)).toBe(0);
  });

  it('is not carried out if less is open by then, and can be after a part was withdrawn', async () => {
    const approval_id = await request({ amount_fils: 4_000 });
    await pay({ amount_fils: 2_000 });
    const response = await decideApproval(app, shop.admin, approval_id);
    expect(await response.json()).toMatchObject({ code: 'more_than_open', current_fils: 3_000 });
    expect(await openOf(shortage)).toBe(3_000);
    await ok(decideApproval(app, shop.manager, approval_id, 'withdrawn'));
    await ok(decideApproval(app, shop.admin, await request({ amount_fils: 3_000 })));
    expect(await openOf(shortage)).toBe(0);
  });

  it('is not carried out for an over that a late delivery has cancelled', async () => {
    await deliverLate(app, shop, { driver: shop.driver2, due_amount_fils: 100, minutes_ago: 5 });
    const over = await bookedBy(app, shop, { driver: shop.driver2, amount_fils: 1_100 });
    const approval_id = await request({ difference_id: over, amount_fils: 1_000 });
    await deliverLate(app, shop, { driver: shop.driver2, due_amount_fils: 300 });
    const response = await decideApproval(app, shop.admin, approval_id);
    expect(await response.json()).toMatchObject({ code: 'more_than_open', current_fils: 700 });
  });

  it('and a payment at once never settle more than the shortage', async () => {
    const approval_id = await request({ amount_fils: 4_000 });
    const payment = await prepare({ amount_fils: 3_000 });
    const replies = await Promise.all([send(payment), decideApproval(app, shop.admin, approval_id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await accountOf(app, shop.driver, 'shortage')).toBe(replies[0].status === 200 ? 2_000 : 1_000);
  });

  it('is rejected if it is 0, exceeds the open amount, has no reason, and without access', async () => {
    expect(await refusedRequest({ amount_fils: 0 })).toBe('invalid_amount');
    expect(await refusedRequest({ amount_fils: 5_001 })).toBe('more_than_open');
    expect(await refusedRequest({ reason: '  ' })).toBe('invalid_input');
    expect(await refusedRequest({}, shop.driver)).toBe('no_access');
    const other = await createTestShop(app.owner, 'Other Shop');
    expect(await refusedRequest({}, other.manager)).toBe('not_found');
  });
});

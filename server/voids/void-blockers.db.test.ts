import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import type { ProblemBody } from '../../contract/rules/problems.ts';
import { cashState } from '../../tests/support/cash-state.ts';
import { openTransaction } from '../../tests/support/open-transaction.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { type ApprovalsIn, approvalsIn, ok } from '../../tests/support/test-approvals.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import {
  adjust,
  issue,
  type Prepared,
  prepareCollection,
  prepareDeposit,
  prepareDrop,
  prepareEnd,
  prepareFloat,
  prepareSettlement,
  prepareStart,
  prepareVoid,
  recorded,
  sendCommand,
} from '../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { waitingForLocks } from '../../tests/support/waiting-for-locks.ts';
import { sql } from '../platform/database/sql.ts';

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
  await issue(app, shop, shop.admin, 100_000);
});

type Sent = Parameters<typeof recorded>[2];
/** Records a prepared command, and returns its id and reference. */
async function made(sent: Sent, prepared: Prepared<{ reference?: string; handover_reference?: string }>) {
  const { reference, handover_reference } = prepared.input;
  const id = await recorded(app, shop, sent, prepared);
  return { id, reference: handover_reference ?? reference ?? '' };
}
const start = async (changes: Parameters<typeof prepareStart>[2] = {}) =>
  made('start', await prepareStart(app, shop, { amount_fils: 20_000, ...changes }));
const end = async (changes: Parameters<typeof prepareEnd>[2] = {}) =>
  made('end', await prepareEnd(app, shop, { amount_fils: 20_000, ...changes }));

const handoverOf = ({ id }: { id: string }) => ({ record_type: 'handover', record_id: id }) as const;
async function voiding(
  of: Parameters<typeof prepareVoid>[2],
  { by = shop.admin, co = shop.driver }: { by?: TestStaff; co?: TestStaff } = {},
): Promise<Response> {
  return sendCommand(app, 'void', by, await prepareVoid(app, shop, { ...of, by, with: co }));
}
async function blockedBy(response: Response): Promise<ProblemBody['blocked']> {
  const { status, code, blocked }: ProblemBody = await response.json();
  expect({ status, code }).toEqual({ status: 409, code: 'void_blocked' });
  return blocked;
}
async function addMachine(holder: TestStaff | null = null): Promise<string> {
  const id = newId();
  const row = { shop_id: shop.shop_id, id, number: 'POS-1', holder_driver_id: holder?.driver_id ?? null };
  await app.owner.insertInto('card_machines').values(row).execute();
  return id;
}

describe('a void of which the receiver would go below zero', () => {
  it('names the collection that took the cash of a start of day', async () => {
    const given = await start();
    const collected = await made('collection', await prepareCollection(app, shop));
    const before = await cashState(app, shop);
    expect(await blockedBy(await voiding(handoverOf(given)))).toEqual({
      because: 'below_zero',
      reference: collected.reference,
    });
    expect(await cashState(app, shop)).toEqual(before);
  });

  it('names the drop that took the cash, and the float that an admin returned', async () => {
    const given = await start();
    const dropped = await made('drop', await prepareDrop(app, shop, { amount_fils: 20_000 }));
    expect(await blockedBy(await voiding(handoverOf(given)))).toEqual({
      because: 'below_zero',
      reference: dropped.reference,
    });
    const returned = await made(
      'float',
      await prepareFloat(app, shop, { direction: 'return', amount_fils: 100_000 }),
    );
    expect(await blockedBy(await voiding(handoverOf(dropped)))).toEqual({
      because: 'below_zero',
      reference: returned.reference,
    });
  });

  it('names the deposit of the manager who had collected the cash', async () => {
    await start();
    const collected = await made('collection', await prepareCollection(app, shop));
    const deposited = await made('deposit', await prepareDeposit(app, shop, { amount_fils: 500 }));
    const response = await voiding(handoverOf(collected), { by: shop.manager });
    expect(await blockedBy(response)).toEqual({ because: 'below_zero', reference: deposited.reference });
  });

  it('names the handover of the admin who had received a float', async () => {
    await adjust(app, shop, shop.admin, -100_000);
    const float = await made('float', await prepareFloat(app, shop));
    const given = await start({ amount_fils: 10_000 });
    const response = await voiding({ record_type: 'float', record_id: float.id }, { co: shop.manager });
    expect(await blockedBy(response)).toEqual({ because: 'below_zero', reference: given.reference });
  });

  it('names no record if only an adjustment took the cash', async () => {
    const given = await start();
    await adjust(app, shop, shop.driver, -1);
    expect(await blockedBy(await voiding(handoverOf(given)))).toEqual({
      because: 'below_zero',
      reference: null,
    });
  });

  it('names the last record, although an adjustment followed it', async () => {
    const given = await start();
    const collected = await made('collection', await prepareCollection(app, shop));
    await adjust(app, shop, shop.driver, -1);
    expect(await blockedBy(await voiding(handoverOf(given)))).toEqual({
      because: 'below_zero',
      reference: collected.reference,
    });
  });

  it('ignores a payment that is void itself', async () => {
    const given = await start();
    const kept = await made('collection', await prepareCollection(app, shop, { amount_fils: 5_000 }));
    const voided = await made('collection', await prepareCollection(app, shop, { amount_fils: 5_000 }));
    await ok(voiding(handoverOf(voided), { by: shop.manager }));
    expect(await blockedBy(await voiding(handoverOf(given)))).toEqual({
      because: 'below_zero',
      reference: kept.reference,
    });
    await ok(voiding(handoverOf(kept), { by: shop.manager }));
    await ok(voiding(handoverOf(given)));
  });

  it('is not blocked if exactly the amount is left', async () => {
    await issue(app, shop, shop.driver, 10_000);
    const given = await start();
    await made('collection', await prepareCollection(app, shop));
    await ok(voiding(handoverOf(given)));
  });
});

describe('a void after a later end of day', () => {
  it('is refused with its reference, for a start, a drop, a collection and an end', async () => {
    const given = await start();
    const dropped = await made('drop', await prepareDrop(app, shop, { amount_fils: 1_000 }));
    const collected = await made('collection', await prepareCollection(app, shop, { amount_fils: 1_000 }));
    const first = await end({ amount_fils: 18_000 });
    const blocked = { because: 'later_end_of_day', reference: first.reference };
    for (const record of [given, dropped])
      expect(await blockedBy(await voiding(handoverOf(record)))).toEqual(blocked);
    const of_manager = await voiding(handoverOf(collected), { by: shop.manager });
    expect(await blockedBy(of_manager)).toEqual(blocked);
    const second = await end({ amount_fils: 0 });
    expect(await blockedBy(await voiding(handoverOf(first)))).toEqual({
      ...blocked,
      reference: second.reference,
    });
    // The first later one is named; once all of them are void, the record can be voided.
    expect(await blockedBy(await voiding(handoverOf(given)))).toEqual(blocked);
    await ok(voiding(handoverOf(second)));
    await ok(voiding(handoverOf(first)));
    await ok(voiding(handoverOf(collected), { by: shop.manager }));
    for (const record of [dropped, given]) await ok(voiding(handoverOf(record)));
  });

  it('is not blocked by an end of day of another driver, or an earlier one', async () => {
    await end({ amount_fils: 0 });
    const given = await start();
    await end({ amount_fils: 0, driver: shop.driver2 });
    await ok(voiding(handoverOf(given)));
  });
});

describe('a void of a handover whose card machine has moved', () => {
  it('names the handover that moved it', async () => {
    const card_machine_id = await addMachine();
    const given = await start({ card_machine_id, card_machine_given: true });
    const taken = await end({
      card_machine_id,
      card_machine_received: true,
      amount_fils: 0,
      driver: shop.driver2,
    });
    expect(await blockedBy(await voiding(handoverOf(given)))).toEqual({
      because: 'machine_moved',
      reference: taken.reference,
    });
    await ok(voiding(handoverOf(taken), { co: shop.driver2 }));
    await ok(voiding(handoverOf(given)));
  });

  it('names no record if the desk returned or retired it', async () => {
    const card_machine_id = await addMachine();
    const given = await start({ card_machine_id, card_machine_given: true });
    const body = { number: 'POS-1' };
    await ok(approvals.post('/api/machines/return', shop.admin, body));
    const blocked = { because: 'machine_moved', reference: null };
    expect(await blockedBy(await voiding(handoverOf(given)))).toEqual(blocked);
    const received = await end({ card_machine_id, card_machine_received: true, amount_fils: 20_000 });
    await ok(approvals.post('/api/machines/retire', shop.admin, body));
    expect(await blockedBy(await voiding(handoverOf(received)))).toEqual(blocked);
  });
});

describe('a void of an end of day whose difference is settled', () => {
  const endShort = async (amount_fils: number) => {
    await issue(app, shop, shop.driver, 10_000);
    const ended = await end({ amount_fils, difference_choice: 'short_or_over' });
    const difference = app.owner
      .selectFrom('cash_differences')
      .select('id')
      .where('handover_id', '=', ended.id);
    return { ...ended, difference_id: (await difference.executeTakeFirstOrThrow()).id };
  };

  it('names the payment of a part of the shortage', async () => {
    const ended = await endShort(8_000);
    const payment = await prepareSettlement(app, shop, { difference_id: ended.difference_id });
    const paid = await made('settlement', payment);
    expect(await blockedBy(await voiding(handoverOf(ended)))).toEqual({
      because: 'settled',
      reference: paid.reference,
    });
  });

  it('names no record if it was written off', async () => {
    const ended = await endShort(8_000);
    const { difference_id } = ended;
    const body = { difference_id, amount_fils: 500, ground: 'loss', reason: 'Old bank notes' };
    const { approval_id } = await ok<{ approval_id: string }>(
      approvals.post('/api/desk/approvals/write-offs', shop.admin, body),
    );
    await ok(approvals.decide(shop.manager, approval_id));
    expect(await blockedBy(await voiding(handoverOf(ended)))).toEqual({
      because: 'settled',
      reference: null,
    });
  });

  it('names the order whose late delivery cancelled the over', async () => {
    const order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils: 2_000 });
    const occurred_at = new Date(Date.now() - 60_000).toISOString();
    const late = await prepareDelivery(app, shop, shop.driver, order, { occurred_at });
    const ended = await endShort(12_000);
    await ok(sendDelivery(app, shop.driver, late));
    expect(await blockedBy(await voiding(handoverOf(ended)))).toEqual({
      because: 'settled',
      reference: order.order_number,
    });
  });
});

describe('a void at the same time as', () => {
  const both = async (first: Promise<Response>, second: Promise<Response>) =>
    (await Promise.all([first, second])).map(({ status }) => status);

  it('another void of the record takes effect once', async () => {
    const before = await cashState(app, shop);
    const given = await start();
    const [one, other] = [
      await prepareVoid(app, shop, { ...handoverOf(given), with: shop.driver }),
      await prepareVoid(app, shop, { ...handoverOf(given), by: shop.manager, with: shop.driver }),
    ];
    const statuses = await both(
      sendCommand(app, 'void', shop.admin, one),
      sendCommand(app, 'void', shop.manager, other),
    );
    expect(statuses.sort()).toEqual([200, 409]);
    expect(await cashState(app, shop)).toEqual(before);
  });

  it('the approval of its request takes effect once', async () => {
    const before = await cashState(app, shop);
    const given = await start();
    const approval_id = await approvals.requestSigned(
      'void',
      shop.admin,
      await prepareVoid(app, shop, handoverOf(given)),
    );
    const signed = await prepareVoid(app, shop, { ...handoverOf(given), with: shop.driver });
    const statuses = await both(
      sendCommand(app, 'void', shop.admin, signed),
      approvals.decide(shop.manager, approval_id),
    );
    expect(statuses.sort()).toEqual([200, 409]);
    expect(await cashState(app, shop)).toEqual(before);
  });

  it('an end of day with the same card machine is either first, and no cash is lost', async () => {
    const card_machine_id = await addMachine();
    const given = await start({ card_machine_id, card_machine_given: true });
    const before = await cashState(app, shop);
    const signed = await prepareVoid(app, shop, { ...handoverOf(given), with: shop.driver });
    const ending = await prepareEnd(app, shop, {
      card_machine_id,
      card_machine_received: true,
      amount_fils: 20_000,
      estimated_receivables_fils: 20_000,
    });
    const statuses = await both(
      sendCommand(app, 'void', shop.admin, signed),
      sendCommand(app, 'end', shop.admin, ending),
    );
    expect(statuses.sort()).toEqual([200, 409]);
    const after = await cashState(app, shop);
    expect(after).not.toEqual(before);
    expect(after).toEqual({ accounts: { 'Amal Admin: cash': 100_000 }, machines: { 'POS-1': 'the shop' } });
  });

  it('a handover locks the card machine before the balances, like the handover', async () => {
    const card_machine_id = await addMachine();
    const given = await start({ card_machine_id, card_machine_given: true });
    const signed = await prepareVoid(app, shop, { ...handoverOf(given), with: shop.driver });
    const handover = await openTransaction(app.owner);
    let voided: Promise<Response>;
    try {
      await sql`select from card_machines where id = ${card_machine_id} for update`.execute(handover);
      voided = sendCommand(app, 'void', shop.admin, signed);
      await expect.poll(() => waitingForLocks(app.owner)).toBe(1);
      const balances = sql`select from cash_tracking_parts where shop_id = ${shop.shop_id} for update nowait`;
      await balances.execute(handover);
    } finally {
      await handover.rollback();
    }
    await ok(voided);
  });

  it('a deposit of the received cash is either first, and the receiver stays above zero', async () => {
    await issue(app, shop, shop.driver, 10_000);
    const collected = await made('collection', await prepareCollection(app, shop));
    const signed = await prepareVoid(app, shop, {
      ...handoverOf(collected),
      by: shop.manager,
      with: shop.driver,
    });
    const deposit = await prepareDeposit(app, shop);
    const [voided, deposited] = await Promise.all([
      sendCommand(app, 'void', shop.manager, signed),
      sendCommand(app, 'deposit', shop.manager, deposit),
    ]);
    expect(deposited.status).toBe(200);
    const { accounts } = await cashState(app, shop);
    // A deposit may make the balance negative (ruling A7), a void may not.
    if (voided.status === 200) expect(accounts).toMatchObject({ 'Mona Manager: cash': -10_000 });
    else expect(accounts).not.toHaveProperty('Mona Manager: cash');
  });
});

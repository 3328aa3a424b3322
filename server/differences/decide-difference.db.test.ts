import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  DecideDifference,
  DifferenceDecided,
} from '../../contract/operations/desk/differences/decide-difference.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { arrived, openOf, sendReport, testDevice } from '../../tests/support/test-device.ts';
import {
  accountOf,
  deliverLate,
  listedDifferences,
  ok,
  postDesk,
  recordEnd,
} from '../../tests/support/test-differences.ts';
import {
  adjust,
  cashOnHand,
  issue,
  prepareCollection,
  prepareDrop,
  prepareStart,
  prepareVoid,
  problemOf,
  sendCommand,
  whileBroken,
} from '../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';

/** Decisions at the desk about differences that could not be booked with the end of day. */

let app: TestApp;
let shop: TestShop;
/** Sends the work that the driver's device had not sent. */
let sendPending: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  await adjust(app, shop, shop.driver, 80_000);
  await leaveUnsent(shop.driver);
});

async function leaveUnsent(driver: TestStaff): Promise<void> {
  const device = testDevice();
  await sendReport(app, driver, device.report());
  const made = device.make(driver);
  await sendReport(app, driver, device.report({ open: [openOf(made, 0)] }));
  sendPending = () => arrived(app, shop, device, made);
}

/** Records an end of day whose difference stays undecided, and sends the pending work. Returns its id. */
async function undecidedEnd(amount_fils: number, changes: Parameters<typeof recordEnd>[2] = {}) {
  const { id, difference_outcome } = await recordEnd(app, shop, { amount_fils, ...changes });
  expect(difference_outcome).toBe('undecided');
  await sendPending();
  return id;
}

type Decision = Partial<DecideDifference> & { handover_id: string };

function send(
  { handover_id, ...changes }: Decision,
  { by = shop.manager, command_id = newId() }: { by?: TestStaff; command_id?: string } = {},
): Promise<Response> {
  const body = { handover_id, choice: 'short_or_over', bookable_fils: 5_000, reason: null, ...changes };
  return postDesk(app, '/differences/decide', by, body, command_id);
}
const decide = (decision: Decision, by?: TestStaff) =>
  ok<DifferenceDecided>(send(decision, by ? { by } : {}));
const refusal = async (decision: Decision, by?: TestStaff) =>
  (await problemOf(await send(decision, by ? { by } : {}))).code;
const undecided = async () => (await listedDifferences(app, shop.manager)).undecided;
const bookable = async () => (await undecided()).map(({ bookable_fils }) => bookable_fils);
const SHORT_FILS = 75_000;

describe('a decision about a difference', () => {
  it('books a shortage that the list shows, and settles the cash of the person', async () => {
    const handover_id = await undecidedEnd(SHORT_FILS);
    expect(await undecided()).toMatchObject([
      {
        ...{ handover_id, user_id: shop.driver.user_id, full_name: 'Dawood Driver', disabled: false },
        ...{ admin_name: 'Amal Admin', account: 'shortage', signed_fils: 5_000, bookable_fils: 5_000 },
        ...{ blockers: [], is_own: false },
      },
    ]);
    const decided = await decide({ handover_id, reason: ' Counted again ' });
    expect(decided).toMatchObject({ handover_id, account: 'shortage', amount_fils: 5_000 });
    const { open, undecided: left } = await listedDifferences(app, shop.admin);
    expect(left).toEqual([]);
    expect(open).toMatchObject([{ id: decided.difference_id, account: 'shortage', open_fils: 5_000 }]);
    expect(await cashOnHand(app, shop.driver)).toBe(0);
    expect(await accountOf(app, shop.driver, 'shortage')).toBe(5_000);
    const row = app.owner.selectFrom('cash_differences').selectAll().where('handover_id', '=', handover_id);
    expect(await row.execute()).toMatchObject([
      { decided_by: shop.manager.user_id, kind: 'shortage', reason: 'Counted again' },
    ]);
  });

  it('books an over', async () => {
    const handover_id = await undecidedEnd(81_000);
    const decided = await decide({ handover_id, bookable_fils: 1_000 }, shop.admin);
    expect(decided).toMatchObject({ account: 'over', amount_fils: 1_000 });
    expect(await cashOnHand(app, shop.driver)).toBe(0);
    expect(await accountOf(app, shop.driver, 'over')).toBe(1_000);
  });

  it('leaves the difference with the person, which requires a reason', async () => {
    const handover_id = await undecidedEnd(SHORT_FILS);
    const kept = { handover_id, choice: 'kept' } as const;
    for (const reason of [null, '  ']) expect(await refusal({ ...kept, reason })).toBe('invalid_input');
    const decided = await decide({ ...kept, reason: 'Brings it tomorrow' });
    expect(decided).toEqual({ handover_id, difference_id: null, account: null, amount_fils: 0 });
    expect(await listedDifferences(app, shop.manager)).toEqual({ open: [], settled: [], undecided: [] });
    expect(await cashOnHand(app, shop.driver)).toBe(5_000);
    expect(await refusal({ handover_id })).toBe('difference_decided');
  });

  it('can leave it with the person even before all work has arrived', async () => {
    const { id: handover_id } = await recordEnd(app, shop, { amount_fils: SHORT_FILS });
    expect(await refusal({ handover_id })).toBe('difference_undecidable');
    expect(await decide({ handover_id, choice: 'kept', reason: 'The phone is lost' })).toMatchObject({
      account: null,
    });
  });

  it('is recorded once by retries, which return the same reply', async () => {
    const handover_id = await undecidedEnd(SHORT_FILS);
    const command_id = newId();
    const replies = await Promise.all([1, 2, 3].map(() => send({ handover_id }, { command_id })));
    const texts = await Promise.all(replies.map((reply) => reply.text()));
    expect(new Set(texts).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await accountOf(app, shop.driver, 'shortage')).toBe(5_000);
  });

  it('is recorded once if two users decide at once', async () => {
    const handover_id = await undecidedEnd(SHORT_FILS);
    const replies = await Promise.all([
      send({ handover_id }, { by: shop.admin }),
      send({ handover_id, choice: 'kept', reason: 'Brings it tomorrow' }),
    ]);
    const refused = replies.find(({ status }) => status !== 200);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refused && (await problemOf(refused)).code).toBe('difference_decided');
  });

  it('leaves nothing behind if it fails', async () => {
    const handover_id = await undecidedEnd(SHORT_FILS);
    const failed = await whileBroken(app, 'cash_movements', () => send({ handover_id }));
    expect(failed.ok).toBe(false);
    expect(await bookable()).toEqual([5_000]);
    await decide({ handover_id });
  });
});

describe('the rest of a difference', () => {
  it('is less of an over after a late delivery, and the user sees the changed amount first', async () => {
    const handover_id = await undecidedEnd(81_000);
    expect(await bookable()).toEqual([1_000]);
    await deliverLate(app, shop, { due_amount_fils: 400 });
    const response = await send({ handover_id, bookable_fils: 1_000 });
    expect(await response.json()).toMatchObject({ code: 'balance_changed', current_fils: 600 });
    expect(await decide({ handover_id, bookable_fils: 600 })).toMatchObject({ amount_fils: 600 });
    expect(await cashOnHand(app, shop.driver)).toBe(0);
  });

  it('is nothing of an over after late deliveries of at least its amount', async () => {
    const handover_id = await undecidedEnd(81_000);
    await deliverLate(app, shop, { due_amount_fils: 3_000 });
    expect(await bookable()).toEqual([0]);
    expect(await decide({ handover_id, bookable_fils: 0 })).toEqual({
      ...{ handover_id, difference_id: null, account: null, amount_fils: 0 },
    });
    expect(await cashOnHand(app, shop.driver)).toBe(2_000);
    expect(await undecided()).toEqual([]);
  });

  it('is at most the signed amount of a shortage, even after a late delivery', async () => {
    const handover_id = await undecidedEnd(SHORT_FILS);
    await deliverLate(app, shop, { due_amount_fils: 900 });
    expect(await bookable()).toEqual([5_000]);
    await decide({ handover_id });
    expect(await cashOnHand(app, shop.driver)).toBe(900);
  });

  it('is less of a shortage after an adjustment', async () => {
    const handover_id = await undecidedEnd(SHORT_FILS);
    await adjust(app, shop, shop.driver, -2_000);
    expect(await bookable()).toEqual([3_000]);
    await decide({ handover_id, bookable_fils: 3_000 });
    expect(await cashOnHand(app, shop.driver)).toBe(0);
  });

  it('is less of a shortage of which cash was handed in since', async () => {
    const handover_id = await undecidedEnd(SHORT_FILS);
    await ok(
      sendCommand(
        app,
        'collection',
        shop.manager,
        await prepareCollection(app, shop, { amount_fils: 1_500 }),
      ),
    );
    await ok(sendCommand(app, 'drop', shop.admin, await prepareDrop(app, shop, { amount_fils: 500 })));
    expect(await bookable()).toEqual([3_000]);
    await decide({ handover_id, bookable_fils: 3_000 });
    expect(await cashOnHand(app, shop.driver)).toBe(0);
  });

  it('does not change with cash of the next day', async () => {
    const handover_id = await undecidedEnd(SHORT_FILS);
    await issue(app, shop, shop.admin, 50_000);
    await ok(sendCommand(app, 'start', shop.admin, await prepareStart(app, shop, { amount_fils: 20_000 })));
    await ok(sendCommand(app, 'drop', shop.admin, await prepareDrop(app, shop, { amount_fils: 12_000 })));
    expect(await bookable()).toEqual([5_000]);
    await decide({ handover_id });
    expect(await cashOnHand(app, shop.driver)).toBe(8_000);
  });
});

describe('a later end of day', () => {
  it('replaces an undecided difference', async () => {
    const handover_id = await undecidedEnd(SHORT_FILS);
    await recordEnd(app, shop, { amount_fils: 5_000 });
    expect(await undecided()).toEqual([]);
    expect(await refusal({ handover_id })).toBe('difference_decided');
    expect(await refusal({ handover_id, choice: 'kept', reason: 'Late' })).toBe('difference_decided');
  });

  it('leaves the earlier difference undecided again once it is voided', async () => {
    const handover_id = await undecidedEnd(SHORT_FILS);
    const later = await recordEnd(app, shop, { amount_fils: 5_000 });
    const voided = await prepareVoid(app, shop, {
      ...{ record_type: 'handover', record_id: later.id, with: shop.driver },
    });
    await ok(sendCommand(app, 'void', shop.admin, voided));
    expect(await bookable()).toEqual([5_000]);
    expect(await decide({ handover_id })).toMatchObject({ amount_fils: 5_000 });
    expect(await cashOnHand(app, shop.driver)).toBe(0);
  });

  it('changes nothing if it is of another driver', async () => {
    const handover_id = await undecidedEnd(SHORT_FILS);
    await recordEnd(app, shop, { driver: shop.driver2, amount_fils: 700 });
    expect(await decide({ handover_id })).toMatchObject({ amount_fils: 5_000 });
  });
});

describe('rejected decisions', () => {
  it('rejects users without access to the desk, and another shop', async () => {
    const handover_id = await undecidedEnd(SHORT_FILS);
    for (const person of [shop.driver, shop.stranger]) {
      expect(await refusal({ handover_id }, person)).toBe('no_access');
    }
    const other = await createTestShop(app.owner, 'Other Shop');
    expect(await refusal({ handover_id }, other.manager)).toBe('not_found');
    expect(await refusal({ handover_id: newId() })).toBe('not_found');
    expect(await bookable()).toEqual([5_000]);
  });

  it('rejects the person whose difference it is', async () => {
    const driving = await addStaff(app.owner, shop.shop_id, 'Manager', 'Driving Manager', true);
    await adjust(app, shop, driving, 80_000);
    await leaveUnsent(driving);
    const handover_id = await undecidedEnd(SHORT_FILS, { driver: driving });
    expect(await refusal({ handover_id }, driving)).toBe('own_cash');
    const own = (await listedDifferences(app, driving)).undecided.find((one) => one.is_own);
    expect(own?.handover_id).toBe(handover_id);
    expect(await decide({ handover_id }, shop.manager)).toMatchObject({ account: 'shortage' });
  });

  it('rejects an end of day whose difference was booked, kept or voided, and other handovers', async () => {
    await sendPending();
    const booked = await recordEnd(app, shop, { amount_fils: SHORT_FILS });
    expect(await refusal({ handover_id: booked.id })).toBe('difference_decided');
    await adjust(app, shop, shop.driver, 80_000);
    const kept = await recordEnd(app, shop, { amount_fils: SHORT_FILS, difference_choice: 'kept' });
    expect(await refusal({ handover_id: kept.id })).toBe('difference_decided');
    const drop = await ok<{ id: string }>(
      sendCommand(app, 'drop', shop.admin, await prepareDrop(app, shop, { amount_fils: 500 })),
    );
    expect(await refusal({ handover_id: drop.id })).toBe('difference_decided');
    await leaveUnsent(shop.driver);
    const handover_id = await undecidedEnd(1_000);
    const voided = await prepareVoid(app, shop, {
      ...{ record_type: 'handover', record_id: handover_id, with: shop.driver },
    });
    await ok(sendCommand(app, 'void', shop.admin, voided));
    expect(await refusal({ handover_id })).toBe('difference_decided');
    expect(await undecided()).toEqual([]);
  });
});

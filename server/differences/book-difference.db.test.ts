import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { arrived, explainNumbers, openOf, sendReport, testDevice } from '../../tests/support/test-device.ts';
import {
  accountOf,
  deliverLate,
  listedDifferences,
  ok,
  recordEnd,
} from '../../tests/support/test-differences.ts';
import {
  adjust,
  cashOnHand,
  prepareEnd,
  problemOf,
  sendCommand,
  whileBalances,
  whileBroken,
} from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { postWaitingMovements } from '../cash/post-waiting-movements.ts';
import { silentLog } from '../platform/logging/log.ts';

/** The choice of an end of day about its difference. */

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  await adjust(app, shop, shop.driver, 80_000);
});

const booked = () =>
  app.owner.selectFrom('cash_differences').selectAll().where('shop_id', '=', shop.shop_id).execute();
const handovers = () =>
  app.owner.selectFrom('cash_handovers').selectAll().where('shop_id', '=', shop.shop_id).execute();
const accounts = async () => [
  await accountOf(app, shop.driver, 'shortage'),
  await accountOf(app, shop.driver, 'over'),
];
const outcomeOf = async (changes: Parameters<typeof recordEnd>[2]) =>
  (await recordEnd(app, shop, changes)).difference_outcome;

describe('an end of day with a difference', () => {
  it.each([
    { amount_fils: 75_000, kind: 'shortage', by: -5_000 },
    { amount_fils: 81_000, kind: 'over', by: 1_000 },
    { amount_fils: 0, kind: 'shortage', by: -80_000 },
  ])(
    'books a difference of $by that both signed as short or over as $kind',
    async ({ amount_fils, kind, by }) => {
      expect(await recordEnd(app, shop, { amount_fils })).toMatchObject({
        difference_fils: by,
        difference_outcome: 'booked',
        driver_total_fils: 0,
        admin_total_fils: amount_fils,
      });
      const { user_id } = shop.driver;
      const [{ id: handover_id, difference_choice } = { id: '', difference_choice: null }] =
        await handovers();
      expect(difference_choice).toBe('short_or_over');
      expect(await booked()).toMatchObject([
        {
          handover_id,
          user_id,
          kind,
          amount_fils: Math.abs(by),
          decided_by: shop.admin.user_id,
          reason: null,
        },
      ]);
      expect(await cashOnHand(app, shop.driver)).toBe(0);
      expect(await accounts()).toEqual(by < 0 ? [-by, 0] : [0, by]);
    },
  );

  it('leaves a difference that the driver keeps in their cash', async () => {
    const kept = { amount_fils: 75_000, difference_choice: 'kept' } as const;
    expect(await recordEnd(app, shop, kept)).toMatchObject({
      difference_outcome: 'kept',
      driver_total_fils: 5_000,
    });
    expect(await handovers()).toMatchObject([{ difference_choice: 'kept' }]);
    expect(await booked()).toEqual([]);
  });

  it('leaves the difference in the cash of the driver without a choice, as older builds send it', async () => {
    const older = await prepareEnd(app, shop, { amount_fils: 75_000 });
    expect(await ok(sendCommand(app, 'end', shop.admin, older))).toMatchObject({
      difference_outcome: null,
      driver_total_fils: 5_000,
    });
    expect(await handovers()).toMatchObject([{ difference_choice: null }]);
    expect(await listedDifferences(app, shop.admin)).toEqual({ open: [], settled: [], undecided: [] });
  });

  it('is booked once by retries, which return the same reply', async () => {
    const end = await prepareEnd(app, shop, { amount_fils: 75_000, difference_choice: 'short_or_over' });
    const replies = await Promise.all([1, 2, 3].map(() => sendCommand(app, 'end', shop.admin, end)));
    const texts = await Promise.all(replies.map((reply) => reply.text()));
    expect(new Set(texts).size).toBe(1);
    expect(await booked()).toHaveLength(1);
    expect(await accounts()).toEqual([5_000, 0]);
  });

  it('books nothing if the balance changed since the form was shown', async () => {
    const end = await prepareEnd(app, shop, {
      amount_fils: 75_000,
      estimated_receivables_fils: 79_000,
      difference_choice: 'short_or_over',
    });
    expect(await problemOf(await sendCommand(app, 'end', shop.admin, end))).toEqual({
      status: 409,
      code: 'balance_changed',
    });
    expect(await booked()).toEqual([]);
  });

  it('is not recorded at all if its booking fails', async () => {
    const end = await prepareEnd(app, shop, { amount_fils: 75_000, difference_choice: 'short_or_over' });
    const failed = await whileBroken(app, 'cash_differences', () => sendCommand(app, 'end', shop.admin, end));
    expect(await failed.json()).toMatchObject({ code: 'unexpected', stage: 'cash' });
    expect(await handovers()).toEqual([]);
    expect(await cashOnHand(app, shop.driver)).toBe(80_000);
    await ok(sendCommand(app, 'end', shop.admin, end));
    expect(await accounts()).toEqual([5_000, 0]);
  });

  it('books nothing if all cash was handed in', async () => {
    expect(await outcomeOf({ amount_fils: 80_000 })).toBeNull();
    expect(await booked()).toEqual([]);
  });

  it('does not offset the shortage of one day with the over of another', async () => {
    await recordEnd(app, shop, { amount_fils: 75_000 });
    await adjust(app, shop, shop.driver, 20_000);
    await recordEnd(app, shop, { amount_fils: 25_000 });
    expect(await accounts()).toEqual([5_000, 5_000]);
  });
});

describe('a signed difference stays undecided', () => {
  const short = { amount_fils: 75_000 };
  const undecided = async () =>
    (await listedDifferences(app, shop.manager)).undecided.map(({ bookable_fils, blockers }) => [
      bookable_fils,
      blockers,
    ]);

  it('while a device of the driver reports work that is not sent', async () => {
    const device = testDevice();
    await sendReport(app, shop.driver, device.report());
    const made = device.make(shop.driver);
    await sendReport(app, shop.driver, device.report({ open: [openOf(made, 0)] }));
    expect(await outcomeOf(short)).toBe('undecided');
    expect(await booked()).toEqual([]);
    expect(await cashOnHand(app, shop.driver)).toBe(5_000);
    expect(await undecided()).toEqual([[5_000, ['unsent']]]);
    await arrived(app, shop, device, made);
    expect(await undecided()).toEqual([[5_000, []]]);
  });

  it('while a number of a device of the driver is missing, until it is explained', async () => {
    const device = testDevice();
    await sendReport(app, shop.driver, device.report());
    const made = device.make(shop.driver);
    await sendReport(app, shop.driver, device.report());
    expect(await outcomeOf(short)).toBe('undecided');
    expect(await undecided()).toEqual([[5_000, ['missing']]]);
    expect((await explainNumbers(app, shop.manager, device.id, [made.number])).status).toBe(200);
    expect(await undecided()).toEqual([[5_000, []]]);
  });

  it('while a device that the driver shares with another reports work of an unknown user', async () => {
    const device = testDevice();
    await sendReport(app, shop.driver, device.report());
    // The maker has never reported from this device, so the report of the driver does not prove it.
    const made = device.make(shop.driver2);
    await sendReport(app, shop.driver, device.report({ open: [openOf(made, 14_500)] }));
    expect(await outcomeOf(short)).toBe('undecided');
    await arrived(app, shop, device, made);
    expect(await undecided()).toEqual([[5_000, []]]);
  });

  it('while a movement of the driver waits to be posted', async () => {
    await whileBalances(app, `raise exception using errcode = 'disk_full';`, () =>
      deliverLate(app, shop, { due_amount_fils: 14_500 }),
    );
    expect(await recordEnd(app, shop, { amount_fils: 90_000 })).toMatchObject({
      difference_fils: -4_500,
      difference_outcome: 'undecided',
    });
    expect(await undecided()).toEqual([[4_500, ['waiting']]]);
    await postWaitingMovements(app.owner, silentLog);
    expect(await undecided()).toEqual([[4_500, []]]);
  });

  it('but not for the work of another driver, or for stops that are not sent', async () => {
    const [theirs, own] = [testDevice(), testDevice()];
    await sendReport(app, shop.driver2, theirs.report());
    const made = theirs.make(shop.driver2);
    await sendReport(app, shop.driver2, theirs.report({ open: [openOf(made)] }));
    await sendReport(app, shop.driver, own.report());
    const stops = { ...openOf(own.make(shop.driver), 0), endpoint: 'arrange_stops' as const };
    await sendReport(app, shop.driver, own.report({ open: [stops] }));
    expect(await outcomeOf(short)).toBe('booked');
  });

  it('but not with the choice that the driver keeps it, or without a difference', async () => {
    const device = testDevice();
    await sendReport(app, shop.driver, device.report());
    await sendReport(app, shop.driver, device.report({ open: [openOf(device.make(shop.driver))] }));
    expect(await outcomeOf({ amount_fils: 75_000, difference_choice: 'kept' })).toBe('kept');
    expect(await outcomeOf({ amount_fils: 5_000 })).toBeNull();
    expect(await undecided()).toEqual([]);
  });
});

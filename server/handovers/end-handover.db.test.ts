import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import type { HandoverDone } from '../../contract/schemas/handovers.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import {
  cashOnHand,
  issue,
  type Prepared,
  prepareEnd,
  problemOf,
  sendCommand,
  whileBalances,
  whileBroken,
} from '../../tests/support/test-handover.ts';
import { addOrder, addStaff, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { verifyCash } from '../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  await issue(app, shop, shop.driver, 80_000);
});

const send = (prepared: Prepared<object>, by = shop.admin) => sendCommand(app, 'end', by, prepared);
const done = async (response: Response): Promise<HandoverDone> => {
  expect(response.status).toBe(200);
  return response.json();
};
const handovers = () =>
  app.owner.selectFrom('cash_handovers').selectAll().where('shop_id', '=', shop.shop_id).execute();

/** Prepares the delivery of an order cancelled meanwhile: cash comes in while the driver is available. */
async function lateDelivery(due_amount_fils: number) {
  const order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils });
  const delivery = await prepareDelivery(app, shop, shop.driver, order);
  await app.owner.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', order.id).execute();
  return delivery;
}

describe('an end of day', () => {
  it.each([
    { amount_fils: 80_000, difference_fils: 0 },
    { amount_fils: 79_950, difference_fils: -50 },
    { amount_fils: 81_000, difference_fils: 1_000 },
    { amount_fils: 0, difference_fils: -80_000 },
  ])(
    'with $amount_fils received moves that amount and stores the difference $difference_fils',
    async (expected) => {
      const { amount_fils, difference_fils } = expected;
      const end = await prepareEnd(app, shop, { amount_fils, estimated_receivables_fils: 80_000 });
      expect(await done(await send(end))).toMatchObject({
        amount_fils,
        difference_fils,
        driver_total_fils: 80_000 - amount_fils,
        admin_total_fils: amount_fils,
      });
      expect(await handovers()).toMatchObject([
        { handover_type: 'end', amount_fils, difference_fils, cash_received: amount_fils > 0 },
      ]);
      const moved = await app.owner
        .selectFrom('cash_movements')
        .select(['from_user_id', 'to_user_id', 'amount_fils', 'reason'])
        .where('shop_id', '=', shop.shop_id)
        .where('source_type', '=', 'cash_handover')
        .execute();
      const movement = {
        from_user_id: shop.driver.user_id,
        to_user_id: shop.admin.user_id,
        amount_fils,
        reason: 'end_handover',
      };
      expect(moved).toEqual(amount_fils > 0 ? [movement] : []);
      expect(await verifyCash(app.owner)).toEqual([]);
    },
  );

  it('stores the difference from the locked balance if the form could not read one', async () => {
    const end = await prepareEnd(app, shop, { amount_fils: 50_000, estimated_receivables_fils: null });
    expect(await done(await send(end))).toMatchObject({
      difference_fils: -30_000,
      driver_total_fils: 30_000,
    });
    expect(await handovers()).toMatchObject([{ amount_fils: 50_000, difference_fils: -30_000 }]);
  });

  it('moves nothing if the form showed another balance, and returns the current one', async () => {
    const end = await prepareEnd(app, shop, { estimated_receivables_fils: 79_999 });
    const response = await send(end);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'balance_changed', current_fils: 80_000 });
    expect(await handovers()).toEqual([]);
    expect(await cashOnHand(app, shop.driver)).toBe(80_000);
  });

  it('includes pending movements', async () => {
    const late = await lateDelivery(14_500);
    await whileBalances(app, `raise exception using errcode = 'disk_full';`, () =>
      sendDelivery(app, shop.driver, late),
    );
    const balance = await app.send('GET', `/api/handovers/balance?driver_id=${shop.driver.driver_id}`, {
      as: shop.admin.session_id,
    });
    expect(await balance.json()).toEqual({
      cash_on_hand_fils: 80_000,
      waiting_fils: 14_500,
      expenses_fils: 0,
      unsent: null,
    });
    const end = await prepareEnd(app, shop, { amount_fils: 94_500, estimated_receivables_fils: 94_500 });
    expect(await done(await send(end))).toMatchObject({ difference_fils: 0, driver_total_fils: 0 });
    expect(await cashOnHand(app, shop.driver)).toBe(-14_500);
  });

  it('neither loses cash nor counts it twice if a delivery is posted at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const held = await cashOnHand(app, shop.driver);
      const late = await lateDelivery(1_000);
      const end = await prepareEnd(app, shop, { amount_fils: held, estimated_receivables_fils: held });
      const [ended, delivered] = await Promise.all([send(end), sendDelivery(app, shop.driver, late)]);
      expect(delivered.status).toBe(200);
      if (ended.status === 200) expect(await ended.json()).toMatchObject({ difference_fils: 0 });
      else expect(await ended.json()).toMatchObject({ code: 'balance_changed', current_fils: held + 1_000 });
      expect(await cashOnHand(app, shop.driver)).toBe(ended.status === 200 ? 1_000 : held + 1_000);
    }
    expect((await verifyCash(app.owner)).filter(({ kind }) => kind !== 'waiting')).toEqual([]);
  });

  it('succeeds for only one of two admins who saw the same balance', async () => {
    const second = await addStaff(app.owner, shop.shop_id, 'Admin', 'Second Admin', false);
    const input = { amount_fils: 80_000, estimated_receivables_fils: 80_000 };
    const responses = await Promise.all([
      send(await prepareEnd(app, shop, input)),
      send(await prepareEnd(app, shop, { ...input, admin: second }), second),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await cashOnHand(app, shop.driver)).toBe(0);
    expect((await cashOnHand(app, shop.admin)) + (await cashOnHand(app, second))).toBe(80_000);
  });
});

describe('a card machine', () => {
  async function addMachine(holder_driver_id: number | null): Promise<string> {
    const id = newId();
    await app.owner
      .insertInto('card_machines')
      .values({ shop_id: shop.shop_id, id, number: `POS-${id}`, holder_driver_id })
      .execute();
    return id;
  }
  const holders = async () =>
    (
      await app.owner
        .selectFrom('card_machines')
        .select('holder_driver_id')
        .where('shop_id', '=', shop.shop_id)
        .execute()
    ).map(({ holder_driver_id }) => holder_driver_id);

  it('is back in the shop when it is returned, regardless of its recorded holder', async () => {
    const { driver, driver2 } = shop;
    for (const holder of [driver.driver_id, driver2.driver_id, null]) {
      const card_machine_id = await addMachine(holder);
      const end = await prepareEnd(app, shop, {
        card_machine_id,
        card_machine_received: true,
        amount_fils: 0,
      });
      await done(await send(end));
    }
    expect(await holders()).toEqual([null, null, null]);
    expect(
      (await handovers()).every((row) => row.card_machine_received && row.card_machine_id !== null),
    ).toBe(true);
  });

  it.each([
    ['the driver', () => shop.driver],
    ['another driver', () => shop.driver2],
    ['no driver', () => null],
  ])(
    'returned while recorded with %s has its holder in the audit, and notifies that holder',
    async (_holder, holder) => {
      const [had, card_machine_id] = [holder(), await addMachine(holder()?.driver_id ?? null)];
      const machine = { card_machine_id, card_machine_received: true, amount_fils: 0 };
      const end = await prepareEnd(app, shop, machine);
      const left = await leftBy(app.owner, async () => void (await done(await send(end))));
      const holder_driver_id = had?.driver_id ?? null;
      expect(left.audit).toMatchObject([{ before: { holder_driver_id }, after: { holder_driver_id: null } }]);
      const hint = app.owner.selectFrom('feed').select(['audience', 'user_ids']);
      expect(await hint.where('subject_id', '=', card_machine_id).execute()).toEqual([
        { audience: 'desk', user_ids: had ? [had.user_id] : [] },
      ]);
    },
  );

  it('stays with its driver if it is not returned, and the return of an unregistered one is recorded', async () => {
    await addMachine(shop.driver.driver_id);
    await done(await send(await prepareEnd(app, shop, { amount_fils: 0 })));
    await done(await send(await prepareEnd(app, shop, { amount_fils: 0, card_machine_received: true })));
    expect(await holders()).toEqual([shop.driver.driver_id]);
    expect((await handovers()).map((row) => row.card_machine_received).sort()).toEqual([false, true]);
  });

  it('is rejected if it does not exist or is named without being received', async () => {
    const unknown = await prepareEnd(app, shop, { card_machine_received: true, card_machine_id: newId() });
    expect(await problemOf(await send(unknown))).toEqual({ status: 404, code: 'not_found' });
    const idle = await prepareEnd(app, shop, { card_machine_id: await addMachine(shop.driver.driver_id) });
    expect(await problemOf(await send(idle))).toEqual({ status: 422, code: 'invalid_input' });
  });
});

describe('rejected ends of day', () => {
  it('rejects an end of day for the same reasons as a start of day', async () => {
    const end = await prepareEnd(app, shop);
    const other = await createTestShop(app.owner, 'Other Shop');
    for (const person of [shop.manager, shop.driver, shop.stranger]) {
      expect(await problemOf(await send(end, person))).toEqual({ status: 403, code: 'no_access' });
    }
    expect(await problemOf(await send(end, other.admin))).toEqual({ status: 404, code: 'driver_unknown' });
    const admin = await addStaff(app.owner, shop.shop_id, 'Admin', 'Driving Admin', true);
    const own = await prepareEnd(app, shop, { admin, driver: admin });
    expect(await problemOf(await send(own, admin))).toEqual({ status: 422, code: 'own_cash' });
    const missing = {
      ...end,
      input: { ...end.input, receipt: { ...end.input.receipt, sha256: 'a'.repeat(64) } },
    };
    expect(await problemOf(await send(missing))).toEqual({ status: 409, code: 'file_missing' });
    await app.owner
      .updateTable('drivers')
      .set({ status: 'delivering' })
      .where('user_id', '=', shop.driver.user_id)
      .execute();
    expect(await problemOf(await send(end))).toEqual({ status: 409, code: 'driver_not_available' });
    expect(await handovers()).toEqual([]);
  });

  it('a failed write leaves nothing behind and reports its stage', async () => {
    const end = await prepareEnd(app, shop, { amount_fils: 80_000, estimated_receivables_fils: 80_000 });
    const stages = [
      ['files', 'signatures'],
      ['cash_handovers', 'record'],
      ['cash_tracking_parts', 'cash'],
    ] as const;
    for (const [table, stage] of stages) {
      const response = await whileBroken(app, table, () => send(end));
      expect(await response.json()).toMatchObject({ code: 'unexpected', stage });
    }
    expect(await handovers()).toEqual([]);
    const first = await (await send(end)).text();
    expect(await (await send(end)).text()).toBe(first);
    expect(await cashOnHand(app, shop.driver)).toBe(0);
    expect(await verifyCash(app.owner)).toMatchObject([{ kind: 'waiting' }]);
  });

  it('an end of day that a server of the previous version recorded without its choice is recorded once', async () => {
    const end = await prepareEnd(app, shop, { amount_fils: 70_000 });
    const recorded = await done(await send(end));
    expect(recorded.difference_outcome).toBeNull();
    const again = { ...end, input: { ...end.input, difference_choice: 'short_or_over' as const } };
    expect(await done(await send(again))).toEqual(recorded);
    expect(await handovers()).toMatchObject([{ difference_fils: -10_000, difference_choice: null }]);
    const other = { ...again, input: { ...again.input, amount_fils: 60_000 } };
    expect(await problemOf(await send(other))).toEqual({ status: 422, code: 'command_reused' });
  });

  it('a choice that a server of this version recorded cannot be retried with another one', async () => {
    const end = await prepareEnd(app, shop, { amount_fils: 70_000, difference_choice: 'kept' });
    await done(await send(end));
    const other = { ...end, input: { ...end.input, difference_choice: 'short_or_over' as const } };
    expect(await problemOf(await send(other))).toEqual({ status: 422, code: 'command_reused' });
    const { difference_choice: _, ...without } = end.input;
    expect(await problemOf(await send({ ...end, input: without }))).toEqual({
      status: 422,
      code: 'command_reused',
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import type { HandoverDone } from '../../contract/schemas/handovers.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { openOf, sendReport, testDevice } from '../../tests/support/test-device.ts';
import { listedDifferences, ok } from '../../tests/support/test-differences.ts';
import {
  adjust,
  cashOnHand,
  type Prepared,
  prepareDrop,
  prepareEnd,
  problemOf,
  sendCommand,
  whileBalances,
  whileBroken,
} from '../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';

/** Cash that a driver hands in during the day. */

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

const send = (prepared: Prepared<object>, by = shop.admin) => sendCommand(app, 'drop', by, prepared);
const refused = async (prepared: Prepared<object>, by = shop.admin) => problemOf(await send(prepared, by));
const handovers = () =>
  app.owner.selectFrom('cash_handovers').selectAll().where('shop_id', '=', shop.shop_id).execute();
const setStatus = (status: 'available' | 'delivering' | 'off_duty') =>
  app.owner.updateTable('drivers').set({ status }).where('user_id', '=', shop.driver.user_id).execute();

describe('a drop', () => {
  it.each(['available', 'delivering'] as const)(
    'takes a part of the cash of a driver who is %s',
    async (status) => {
      await setStatus(status);
      const drop = await prepareDrop(app, shop, { amount_fils: 30_000 });
      const left = await leftBy(app.owner, async () => {
        expect(await ok(send(drop))).toMatchObject({
          ...{ handover_reference: drop.input.handover_reference, amount_fils: 30_000 },
          ...{ difference_fils: null, difference_outcome: null },
          ...{ driver_total_fils: 50_000, admin_total_fils: 30_000 },
        });
      });
      expect(left.audit).toMatchObject([{ what: 'record_drop', after: { amount_fils: 30_000 } }]);
      expect(await handovers()).toMatchObject([
        {
          ...{ handover_type: 'drop', difference_fils: null, difference_choice: null, cash_received: true },
          ...{ card_machine_id: null, card_machine_given: false, card_machine_received: false },
          ...{ staff_user_id: shop.driver.user_id, admin_id: shop.admin.user_id },
        },
      ]);
      expect(await cashOnHand(app, shop.driver)).toBe(50_000);
    },
  );

  it('makes the balance negative if it exceeds the cash, and compares nothing', async () => {
    expect(await ok(send(await prepareDrop(app, shop, { amount_fils: 90_000 })))).toMatchObject({
      driver_total_fils: -10_000,
    });
    expect(await listedDifferences(app, shop.admin)).toEqual({ open: [], settled: [], undecided: [] });
  });

  it('leaves the card machine with the driver', async () => {
    const id = newId();
    const machine = { shop_id: shop.shop_id, id, number: 'POS-1', holder_driver_id: shop.driver.driver_id };
    await app.owner.insertInto('card_machines').values(machine).execute();
    await ok(send(await prepareDrop(app, shop)));
    const found = app.owner.selectFrom('card_machines').select('holder_driver_id').where('id', '=', id);
    expect((await found.executeTakeFirstOrThrow()).holder_driver_id).toBe(shop.driver.driver_id);
  });

  it('is recorded despite unsent work, and reduces what the end of day expects', async () => {
    const device = testDevice();
    await sendReport(app, shop.driver, device.report());
    await sendReport(app, shop.driver, device.report({ open: [openOf(device.make(shop.driver))] }));
    await ok(send(await prepareDrop(app, shop, { amount_fils: 30_000 })));
    const end = await prepareEnd(app, shop, { amount_fils: 50_000, estimated_receivables_fils: 50_000 });
    expect(await ok(sendCommand(app, 'end', shop.admin, end))).toMatchObject({ difference_fils: 0 });
  });

  it('is recorded once by retries, also after the driver went off duty', async () => {
    const drop = await prepareDrop(app, shop);
    const replies = await Promise.all([1, 2, 3].map(() => send(drop)));
    const texts = await Promise.all(replies.map((reply) => reply.text()));
    expect(new Set(texts).size).toBe(1);
    await setStatus('off_duty');
    expect(await (await send(drop)).text()).toBe(texts[0]);
    expect(await handovers()).toHaveLength(1);
    const other = { ...drop, input: { ...drop.input, amount_fils: 1 } };
    expect(await refused(other)).toEqual({ status: 422, code: 'command_reused' });
  });

  it('is recorded twice if two admins take cash at once', async () => {
    const second = await addStaff(app.owner, shop.shop_id, 'Admin', 'Second Admin', false);
    await Promise.all([
      ok<HandoverDone>(send(await prepareDrop(app, shop))),
      ok<HandoverDone>(send(await prepareDrop(app, shop, { admin: second }), second)),
    ]);
    expect(await cashOnHand(app, shop.driver)).toBe(60_000);
  });
});

describe('rejected drops', () => {
  it('rejects 0, and drivers who are off duty, disabled, unknown or of another shop', async () => {
    expect(await refused(await prepareDrop(app, shop, { amount_fils: 0 }))).toEqual({
      ...{ status: 422, code: 'invalid_amount' },
    });
    const drop = await prepareDrop(app, shop);
    await setStatus('off_duty');
    expect(await refused(drop)).toEqual({ status: 409, code: 'driver_not_available' });
    await setStatus('delivering');
    const other = await createTestShop(app.owner, 'Other Shop');
    for (const driver_id of [other.driver.driver_id ?? 0, 2_000_000_000]) {
      const unknown = { ...drop, input: { ...drop.input, driver_id } };
      expect(await refused(unknown)).toEqual({ status: 404, code: 'driver_unknown' });
    }
    const disabling = app.owner.updateTable('users').set({ disabled_at: new Date() });
    await disabling.where('id', '=', shop.driver.user_id).execute();
    expect(await refused(drop)).toEqual({ status: 409, code: 'driver_not_available' });
    expect(await handovers()).toEqual([]);
  });

  it('rejects everyone except admins of this shop, and the own driver record', async () => {
    const drop = await prepareDrop(app, shop);
    for (const person of [shop.manager, shop.driver, shop.stranger]) {
      expect(await refused(drop, person)).toEqual({ status: 403, code: 'no_access' });
    }
    const other = await createTestShop(app.owner, 'Other Shop');
    expect(await refused(drop, other.admin)).toEqual({ status: 404, code: 'driver_unknown' });
    const admin = await addStaff(app.owner, shop.shop_id, 'Admin', 'Driving Admin', true);
    const own = await prepareDrop(app, shop, { admin, driver: admin });
    expect(await refused(own, admin)).toEqual({ status: 422, code: 'own_cash' });
  });

  it('rejects missing files, and the reference of an end of day or of another drop', async () => {
    const drop = await prepareDrop(app, shop);
    const { handover_reference, receipt } = drop.input;
    const with_ = (changes: object) => refused({ ...drop, input: { ...drop.input, ...changes } });
    expect(await with_({ receipt: { ...receipt, sha256: 'a'.repeat(64) } })).toEqual({
      ...{ status: 409, code: 'file_missing' },
    });
    expect(await with_({ handover_reference: handover_reference.replace('DRP', 'EOD') })).toEqual({
      ...{ status: 422, code: 'invalid_input' },
    });
    const at = new Date();
    await ok(send(await prepareDrop(app, shop, { at })));
    expect(await refused(await prepareDrop(app, shop, { at }))).toEqual({
      ...{ status: 409, code: 'reference_taken' },
    });
  });

  it('leaves nothing behind and reports the stage if a write fails', async () => {
    const drop = await prepareDrop(app, shop);
    for (const [table, stage] of [
      ['files', 'signatures'],
      ['cash_handovers', 'record'],
      ['cash_movements', 'cash'],
    ] as const) {
      const response = await whileBroken(app, table, () => send(drop));
      expect(await response.json()).toMatchObject({ code: 'unexpected', stage });
    }
    const unposted = await whileBalances(app, `raise exception 'no';`, () => send(drop));
    expect(await unposted.json()).toMatchObject({ code: 'unexpected', stage: 'cash' });
    expect(await handovers()).toEqual([]);
    await ok(send(drop));
  });
});

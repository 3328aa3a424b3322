import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  CashCollected,
  CollectCash,
} from '../../contract/operations/dashboard/cash/collect-cash.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  cashOnHand,
  issue,
  type Prepared,
  prepareCollection,
  problemOf,
  sendCommand,
  whileBalances,
  whileBroken,
} from '../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
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

const send = (prepared: Prepared<object>, by = shop.manager) => sendCommand(app, 'collection', by, prepared);
const refused = async (prepared: Prepared<object>, by = shop.manager) => problemOf(await send(prepared, by));
const collected = async (response: Response): Promise<CashCollected> => {
  expect(response.status).toBe(200);
  return response.json();
};
const changed = (prepared: Prepared<CollectCash>, changes: Partial<CollectCash>) => ({
  ...prepared,
  input: { ...prepared.input, ...changes },
});
const collections = () =>
  app.owner.selectFrom('cash_handovers').selectAll().where('shop_id', '=', shop.shop_id).execute();

describe('a collection', () => {
  it('moves cash from the driver to the manager, and names both in its notes', async () => {
    const collection = await prepareCollection(app, shop, { amount_fils: 80_000 });
    expect(await collected(await send(collection))).toMatchObject({
      handover_reference: collection.input.handover_reference,
      staff_user_id: shop.driver.user_id,
      full_name: 'Dawood Driver',
      amount_fils: 80_000,
      staff_total_fils: 0,
      manager_total_fils: 80_000,
    });
    expect(await collections()).toMatchObject([
      {
        handover_type: 'collection',
        driver_id: shop.driver.driver_id,
        staff_user_id: shop.driver.user_id,
        admin_id: shop.manager.user_id,
        receipt_url: null,
        cash_received: true,
        difference_fils: null,
        notes: 'Cash collected from Dawood Driver to Mona Manager',
        driver_signature_url: collection.input.user_signature.path,
        admin_signature_url: collection.input.manager_signature.path,
      },
    ]);
    const pinned = await app.owner
      .selectFrom('files')
      .select('pinned_at')
      .where('shop_id', '=', shop.shop_id)
      .execute();
    expect(pinned.map(({ pinned_at }) => pinned_at !== null)).toEqual([true, true]);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('keeps Arabic and very long names complete in its notes', async () => {
    const names = ['عبد الرحمن السويدي', `${'Maximilian-Alexander '.repeat(6)}von Hohenzollern`];
    for (const full_name of names) {
      const from = await addStaff(app.owner, shop.shop_id, 'Driver', full_name, true);
      await issue(app, shop, from, 30_000);
      await collected(await send(await prepareCollection(app, shop, { from })));
    }
    const notes = names.map((full_name) => `Cash collected from ${full_name} to Mona Manager`);
    expect((await collections()).map((row) => row.notes).sort()).toEqual(notes.sort());
  });

  it('is rejected with the current balance if it exceeds that balance', async () => {
    const collection = await prepareCollection(app, shop, { amount_fils: 80_001 });
    const response = await send(collection);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'amount_too_high', current_fils: 80_000 });
    const nobody = await prepareCollection(app, shop, { from: shop.driver2 });
    expect(await (await send(nobody)).json()).toMatchObject({ code: 'amount_too_high', current_fils: 0 });
    expect(await collections()).toEqual([]);
  });

  it('happens once if two managers collect from one driver at the same time', async () => {
    const second = await addStaff(app.owner, shop.shop_id, 'Manager', 'Second Manager', false);
    const responses = await Promise.all([
      send(await prepareCollection(app, shop, { amount_fils: 80_000 })),
      send(await prepareCollection(app, shop, { amount_fils: 60_000, manager: second }), second),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refusal = responses.find(({ status }) => status === 409);
    expect(await refusal?.json()).toMatchObject({ code: 'amount_too_high' });
    expect(await cashOnHand(app, shop.driver)).toBeGreaterThanOrEqual(0);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('does not deadlock if two managers collect from each other at the same time', async () => {
    const second = await addStaff(app.owner, shop.shop_id, 'Manager', 'Second Manager', false);
    await issue(app, shop, shop.manager, 50_000);
    await issue(app, shop, second, 50_000);
    for (let round = 0; round < 4; round++) {
      const responses = await Promise.all([
        send(await prepareCollection(app, shop, { from: second, amount_fils: 100 })),
        send(
          await prepareCollection(app, shop, { manager: second, from: shop.manager, amount_fils: 100 }),
          second,
        ),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    }
    expect(await cashOnHand(app, second)).toBe(50_000);
  });

  it('happens once and returns the same reply byte for byte if its command is repeated', async () => {
    const collection = await prepareCollection(app, shop, { amount_fils: 80_000 });
    const responses = await Promise.all(Array.from({ length: 6 }, () => send(collection)));
    const bodies = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(await cashOnHand(app, shop.manager)).toBe(80_000);
    expect(await refused(changed(collection, { amount_fils: 1 }))).toEqual({
      status: 422,
      code: 'command_reused',
    });
  });

  it('is possible from disabled users and from users with an unknown role or none', async () => {
    const { driver, stranger } = shop;
    await issue(app, shop, stranger, 10_000);
    const packer = await addStaff(app.owner, shop.shop_id, 'Packer', 'Peter Packer', false);
    await issue(app, shop, packer, 10_000);
    await app.owner
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', driver.user_id)
      .execute();
    for (const from of [driver, stranger, packer]) {
      await collected(await send(await prepareCollection(app, shop, { from })));
    }
    expect((await collections()).map(({ driver_id }) => driver_id).sort()).toEqual([
      driver.driver_id,
      null,
      null,
    ]);
  });
});

describe('rejected collections', () => {
  it('rejects an amount of zero, own cash, a driver without a driver record, and another shop’s staff', async () => {
    const collection = await prepareCollection(app, shop);
    expect(await refused(changed(collection, { amount_fils: 0 }))).toEqual({
      status: 422,
      code: 'invalid_amount',
    });
    await issue(app, shop, shop.manager, 10_000);
    const own = await prepareCollection(app, shop, { from: shop.manager });
    expect(await refused(own)).toEqual({ status: 422, code: 'own_cash' });
    const recordless = await addStaff(app.owner, shop.shop_id, 'Driver', 'No Record', false);
    await issue(app, shop, recordless, 10_000);
    expect(await refused(await prepareCollection(app, shop, { from: recordless }))).toEqual({
      status: 404,
      code: 'driver_unknown',
    });
    const other = await createTestShop(app.owner, 'Other Shop');
    await issue(app, other, other.driver, 10_000);
    for (const staff_user_id of [other.driver.user_id, newId()]) {
      expect(await refused(changed(collection, { staff_user_id }))).toEqual({
        status: 404,
        code: 'not_found',
      });
    }
    expect(await refused(collection, other.manager)).toEqual({ status: 404, code: 'not_found' });
    for (const person of [shop.admin, shop.driver, shop.stranger]) {
      expect(await refused(collection, person)).toEqual({ status: 403, code: 'no_access' });
    }
    expect(await collections()).toEqual([]);
  });

  it('rejects the reference or path of another collection, and missing files', async () => {
    const collection = await prepareCollection(app, shop);
    const { handover_reference, manager_signature, user_signature } = collection.input;
    const invalid = { status: 422, code: 'invalid_input' };
    expect(await refused(changed(collection, { handover_reference: `x${handover_reference}` }))).toEqual(
      invalid,
    );
    const swapped = { manager_signature: user_signature, user_signature: manager_signature };
    expect(await refused(changed(collection, swapped))).toEqual(invalid);
    const missing = { manager_signature: { ...manager_signature, sha256: 'a'.repeat(64) } };
    expect(await refused(changed(collection, missing))).toEqual({ status: 409, code: 'file_missing' });
    // The command ID is checked first, so the response confirms that no attempt without a response was
    // recorded.
    expect(await (await send(changed(collection, swapped))).json()).toMatchObject({ nothing_recorded: true });
    expect(await (await send(collection, shop.driver)).json()).toMatchObject({ nothing_recorded: true });
    const of_another_shape = await send(changed(collection, { amount_fils: -1 }));
    expect(await of_another_shape.json()).not.toHaveProperty('nothing_recorded');
    await collected(await send(collection));
    const same = { ...collection, command_id: newId() };
    expect(await refused(same)).toEqual({ status: 409, code: 'reference_taken' });
    expect(await collections()).toHaveLength(1);
  });

  it('a failed write of balances or rows leaves nothing behind and reports its stage', async () => {
    const collection = await prepareCollection(app, shop);
    const closed = await whileBalances(app, `raise exception 'The cash book is closed';`, () =>
      send(collection),
    );
    expect(await closed.json()).toMatchObject({ status: 500, code: 'unexpected', stage: 'cash' });
    for (const [table, stage] of [
      ['files', 'signatures'],
      ['cash_handovers', 'record'],
      ['cash_movements', 'cash'],
    ] as const) {
      const response = await whileBroken(app, table, () => send(collection));
      expect(await response.json()).toMatchObject({ code: 'unexpected', stage });
    }
    expect(await collections()).toEqual([]);
    expect(await cashOnHand(app, shop.driver)).toBe(80_000);
    await collected(await send(collection));
  });
});

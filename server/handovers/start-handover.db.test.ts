import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HandoverDrivers } from '../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import type { StartHandover } from '../../contract/operations/dashboard/cash/start-handover.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import type { HandoverDone } from '../../contract/schemas/handovers.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  cashOnHand,
  issue,
  type Prepared,
  prepareEnd,
  prepareStart,
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
  await issue(app, shop, shop.admin, 200_000);
});

const send = (prepared: Prepared<object>, by = shop.admin) => sendCommand(app, 'start', by, prepared);
const done = async (response: Response): Promise<HandoverDone> => {
  expect(response.status).toBe(200);
  return response.json();
};
const refused = async (prepared: Prepared<object>, by = shop.admin) => problemOf(await send(prepared, by));
const changed = (prepared: Prepared<StartHandover>, changes: Partial<StartHandover>) => ({
  ...prepared,
  input: { ...prepared.input, ...changes },
});

const handovers = () =>
  app.owner.selectFrom('cash_handovers').selectAll().where('shop_id', '=', shop.shop_id).execute();
const movements = () =>
  app.owner
    .selectFrom('cash_movements')
    .selectAll()
    .where('shop_id', '=', shop.shop_id)
    .where('source_type', '=', 'cash_handover')
    .execute();

async function addMachine(holder_driver_id: number | null = null, of = shop): Promise<string> {
  const id = newId();
  await app.owner
    .insertInto('card_machines')
    .values({ shop_id: of.shop_id, id, number: `POS-${id}`, holder_driver_id })
    .execute();
  return id;
}
const holderOf = async (id: string) =>
  (
    await app.owner
      .selectFrom('card_machines')
      .select('holder_driver_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).holder_driver_id;

const setStatus = (status: 'available' | 'delivering' | 'off_duty') =>
  app.owner.updateTable('drivers').set({ status }).where('user_id', '=', shop.driver.user_id).execute();

describe('a start of day', () => {
  it('moves the cash once, stores the signatures, and pins its files', async () => {
    const start = await prepareStart(app, shop, { amount_fils: 70_000 });
    const response = await done(await send(start));
    expect(response).toMatchObject({
      handover_reference: start.input.handover_reference,
      amount_fils: 70_000,
      difference_fils: null,
      driver_total_fils: 70_000,
      admin_total_fils: 130_000,
    });
    const [row, ...others] = await handovers();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      handover_type: 'start',
      driver_id: shop.driver.driver_id,
      staff_user_id: shop.driver.user_id,
      admin_id: shop.admin.user_id,
      cash_received: true,
      card_machine_given: false,
      status: 'completed',
      driver_signature_url: start.input.driver_signature.path,
      admin_signature_url: start.input.admin_signature.path,
      receipt_url: start.input.receipt.path,
      driver_signature_typed: false,
      driver_signer: 'Dawood Driver',
      admin_signer: 'Amal Admin',
    });
    const moved = await movements();
    expect(moved).toMatchObject([
      {
        source_id: response.id,
        from_user_id: shop.admin.user_id,
        to_user_id: shop.driver.user_id,
        amount_fils: 70_000,
        reason: 'start_handover',
        command_id: start.command_id,
        posted_at: expect.any(Date),
      },
    ]);
    const { driver_signature, admin_signature, receipt } = start.input;
    const pinned = await app.owner
      .selectFrom('files')
      .select('sha256')
      .where('shop_id', '=', shop.shop_id)
      .where('pinned_at', 'is not', null)
      .execute();
    expect(pinned.map(({ sha256 }) => sha256).sort()).toEqual(
      [driver_signature.sha256, admin_signature.sha256, receipt.sha256].sort(),
    );
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('writes no movement for amount 0, and may make the admin’s balance negative', async () => {
    const nothing = await done(await send(await prepareStart(app, shop, { amount_fils: 0 })));
    expect(nothing).toMatchObject({ driver_total_fils: 0, admin_total_fils: 200_000 });
    expect(await movements()).toEqual([]);
    expect(await handovers()).toMatchObject([{ cash_received: false, amount_fils: 0 }]);
    const much = await done(await send(await prepareStart(app, shop, { amount_fils: 250_000 })));
    expect(much).toMatchObject({ driver_total_fils: 250_000, admin_total_fils: -50_000 });
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('stores a typed name, and two receipts of one driver and day', async () => {
    const first = await prepareStart(app, shop);
    await done(
      await send(
        changed(first, {
          driver_signature: { ...first.input.driver_signature, typed: true, signer: 'داود السائق' },
        }),
      ),
    );
    const second = await prepareStart(app, shop);
    await done(await send(second));
    expect(second.input.receipt.path).toBe(first.input.receipt.path);
    const rows = await handovers();
    expect(
      rows.map(({ driver_signer, driver_signature_typed }) => [driver_signer, driver_signature_typed]),
    ).toEqual(
      expect.arrayContaining([
        ['داود السائق', true],
        ['Dawood Driver', false],
      ]),
    );
    expect(new Set(rows.map(({ receipt_file_id }) => receipt_file_id)).size).toBe(2);
  });

  it('uses the corrected time of the device, within seven days and never in the future', async () => {
    const at = async (occurred_at: string, clock_offset_ms: number) =>
      Date.parse(
        (await done(await send(await prepareStart(app, shop, { occurred_at, clock_offset_ms }))))
          .completed_at,
      );
    const hour_ago = Date.now() - 3_600_000;
    expect(await at(new Date(hour_ago + 86_400_000).toISOString(), -86_400_000)).toBe(hour_ago);
    expect(await at('2099-01-01T00:00:00Z', 0)).toBeLessThanOrEqual(Date.now());
    expect(await at('0000-01-01T00:00:00Z', -4_000_000_000_000)).toBeGreaterThan(Date.now() - 8 * 86_400_000);
  });
});

describe('a driver who is out', () => {
  it('receives cash and a card machine', async () => {
    await setStatus('delivering');
    const card_machine_id = await addMachine();
    const start = await prepareStart(app, shop, { card_machine_id, card_machine_given: true });
    expect(await done(await send(start))).toMatchObject({ driver_total_fils: 50_000 });
    expect(await holderOf(card_machine_id)).toBe(shop.driver.driver_id);
  });
});

describe('a driver who became an Admin', () => {
  it('is not listed and gets no cash at the start or end of day', async () => {
    await app.owner
      .updateTable('profiles')
      .set({ role: 'Admin' })
      .where('id', '=', shop.driver.user_id)
      .execute();
    const listed = await app.send('GET', '/api/handovers/drivers', { as: shop.admin.session_id });
    const { drivers } = (await listed.json()) as HandoverDrivers;
    expect(drivers.map(({ id }) => id)).toEqual([shop.driver2.driver_id]);
    const not_available = { status: 409, code: 'driver_not_available' };
    expect(await refused(await prepareStart(app, shop))).toEqual(not_available);
    const end = await sendCommand(app, 'end', shop.admin, await prepareEnd(app, shop));
    expect(await problemOf(end)).toEqual(not_available);
    expect(await handovers()).toEqual([]);
  });
});

describe('a card machine', () => {
  it('goes to the driver, and can be given to the same driver again', async () => {
    const card_machine_id = await addMachine();
    const given = { card_machine_id, card_machine_given: true, amount_fils: 0 };
    await done(await send(await prepareStart(app, shop, given)));
    expect(await holderOf(card_machine_id)).toBe(shop.driver.driver_id);
    await done(await send(await prepareStart(app, shop, given)));
    expect((await handovers()).map((row) => [row.card_machine_id, row.card_machine_given])).toEqual([
      [card_machine_id, true],
      [card_machine_id, true],
    ]);
    expect(await refused(await prepareStart(app, shop, { ...given, driver: shop.driver2 }))).toEqual({
      status: 409,
      code: 'card_machine_elsewhere',
    });
    expect(await holderOf(card_machine_id)).toBe(shop.driver.driver_id);
  });

  it('has its new holder in the audit when it is given, and notifies that holder', async () => {
    const card_machine_id = await addMachine();
    const { driver_id: holder_driver_id, user_id } = shop.driver;
    const given = { card_machine_id, card_machine_given: true, amount_fils: 0 };
    const start = await prepareStart(app, shop, given);
    const left = await leftBy(app.owner, async () => void (await done(await send(start))));
    expect(left.audit).toMatchObject([{ before: { holder_driver_id: null }, after: { holder_driver_id } }]);
    const hint = app.owner.selectFrom('feed').select(['audience', 'user_ids']);
    expect(await hint.where('subject_id', '=', card_machine_id).execute()).toEqual([
      { audience: 'desk', user_ids: [user_id] },
    ]);
  });

  it('goes to only one of two drivers it is given to at the same time', async () => {
    const card_machine_id = await addMachine();
    const given = { card_machine_id, card_machine_given: true, amount_fils: 0 };
    const starts = [
      await prepareStart(app, shop, given),
      await prepareStart(app, shop, { ...given, driver: shop.driver2 }),
    ];
    const responses = await Promise.all(starts.map((start) => send(start)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await handovers()).toHaveLength(1);
    expect((await handovers())[0]?.driver_id).toBe(await holderOf(card_machine_id));
  });

  it('must be named if one is registered and given, and only then; another shop’s is not found', async () => {
    await done(await send(await prepareStart(app, shop, { card_machine_given: true })));
    const card_machine_id = await addMachine();
    const invalid = { status: 422, code: 'invalid_input' };
    expect(await refused(await prepareStart(app, shop, { card_machine_given: true }))).toEqual(invalid);
    expect(await refused(await prepareStart(app, shop, { card_machine_id }))).toEqual(invalid);
    const foreign = await addMachine(null, await createTestShop(app.owner, 'Other Shop'));
    for (const id of [foreign, newId()]) {
      const start = await prepareStart(app, shop, { card_machine_given: true, card_machine_id: id });
      expect(await refused(start)).toEqual({ status: 404, code: 'not_found' });
    }
  });
});

describe('a start of day happens exactly once', () => {
  it('a retry returns the same reply byte for byte, also concurrently and after the driver went off duty', async () => {
    const start = await prepareStart(app, shop);
    const responses = await Promise.all(Array.from({ length: 6 }, () => send(start)));
    const bodies = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(bodies).size).toBe(1);
    await setStatus('off_duty');
    expect(await (await send(start)).text()).toBe(bodies[0]);
    expect(await handovers()).toHaveLength(1);
    expect(await cashOnHand(app, shop.driver)).toBe(50_000);
    expect(await refused(changed(start, { amount_fils: 1 }))).toEqual({
      status: 422,
      code: 'command_reused',
    });
  });

  it('two admins who give cash to one driver at the same time both succeed', async () => {
    const second = await addStaff(app.owner, shop.shop_id, 'Admin', 'Second Admin', false);
    const responses = await Promise.all([
      send(await prepareStart(app, shop, { amount_fils: 30_000 })),
      send(await prepareStart(app, shop, { amount_fils: 40_000, admin: second }), second),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await cashOnHand(app, shop.driver)).toBe(70_000);
    expect(await cashOnHand(app, shop.admin)).toBe(170_000);
    expect(await cashOnHand(app, second)).toBe(-40_000);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('a reference of another command is rejected', async () => {
    const at = new Date();
    await done(await send(await prepareStart(app, shop, { at })));
    expect(await refused(await prepareStart(app, shop, { at }))).toEqual({
      status: 409,
      code: 'reference_taken',
    });
    expect(await handovers()).toHaveLength(1);
    expect(await cashOnHand(app, shop.driver)).toBe(50_000);
  });
});

describe('rejected starts of day', () => {
  it('rejects a driver who is off duty', async () => {
    const start = await prepareStart(app, shop);
    await setStatus('off_duty');
    expect(await refused(start)).toEqual({ status: 409, code: 'driver_not_available' });
    await setStatus('available');
    await done(await send(start));
  });

  it('rejects a disabled driver as not available, and an unknown one or another shop’s as not found', async () => {
    const other = await createTestShop(app.owner, 'Other Shop');
    const start = await prepareStart(app, shop);
    for (const driver_id of [other.driver.driver_id ?? 0, 2_000_000_000]) {
      expect(await refused(changed(start, { driver_id }))).toEqual({ status: 404, code: 'driver_unknown' });
    }
    await app.owner
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', shop.driver.user_id)
      .execute();
    expect(await refused(start)).toEqual({ status: 409, code: 'driver_not_available' });
  });

  it('rejects the admin’s own driver record', async () => {
    const admin = await addStaff(app.owner, shop.shop_id, 'Admin', 'Driving Admin', true);
    const start = await prepareStart(app, shop, { admin, driver: admin });
    expect(await refused(start, admin)).toEqual({ status: 422, code: 'own_cash' });
  });

  it('rejects everyone except admins of this shop', async () => {
    const start = await prepareStart(app, shop);
    const other = await createTestShop(app.owner, 'Other Shop');
    for (const person of [shop.manager, shop.driver, shop.stranger]) {
      expect(await refused(start, person)).toEqual({ status: 403, code: 'no_access' });
    }
    expect(await refused(start, other.admin)).toEqual({ status: 404, code: 'driver_unknown' });
    expect(await refused(start, { ...shop.admin, session_id: newId() })).toEqual({
      status: 401,
      code: 'not_signed_in',
    });
    expect(await handovers()).toEqual([]);
  });

  it('rejects files that are missing, of another type, or under another path or reference', async () => {
    const start = await prepareStart(app, shop);
    const { driver_signature, admin_signature, receipt } = start.input;
    const missing = { status: 409, code: 'file_missing' };
    const invalid = { status: 422, code: 'invalid_input' };
    const with_ = (changes: Partial<StartHandover>) => refused(changed(start, changes));
    expect(await with_({ receipt: { ...receipt, sha256: 'a'.repeat(64) } })).toEqual(missing);
    expect(await with_({ receipt: { ...receipt, sha256: driver_signature.sha256 } })).toEqual(missing);
    expect(await with_({ driver_signature: admin_signature, admin_signature: driver_signature })).toEqual(
      invalid,
    );
    expect(await with_({ receipt: driver_signature })).toEqual(invalid);
    const elsewhere = receipt.path.replace('Test', 'Best');
    expect(await with_({ receipt: { ...receipt, path: elsewhere } })).toEqual(invalid);
    const other = await prepareStart(app, shop);
    expect(await with_({ handover_reference: other.input.handover_reference })).toEqual(invalid);
    for (const handover_reference of [
      'SOD-20261120',
      start.input.handover_reference.replace('SOD', 'EOD'),
      start.input.handover_reference.replace(/-\d{8}-/, '-20200101-'),
    ]) {
      expect(await with_({ handover_reference })).toEqual(invalid);
    }
    expect(await handovers()).toEqual([]);
    const second = await addStaff(app.owner, shop.shop_id, 'Admin', 'Second Admin', false);
    expect(await refused(start, second)).toEqual(missing);
    await done(await send(start));
  });
});

describe('a failed start of day', () => {
  it('leaves nothing behind if the balances fail, reports the stage, and succeeds when repeated later', async () => {
    const start = await prepareStart(app, shop);
    const response = await whileBalances(app, `raise exception 'The cash book is closed';`, () =>
      send(start),
    );
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ status: 500, code: 'unexpected', stage: 'cash' });
    expect(text).not.toContain('closed');
    expect(await handovers()).toEqual([]);
    expect(await movements()).toEqual([]);
    expect(await cashOnHand(app, shop.admin)).toBe(200_000);
    await done(await send(start));
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it.each([
    { table: 'files', stage: 'signatures' },
    { table: 'cash_handovers', stage: 'record' },
    { table: 'cash_movements', stage: 'cash' },
  ])('reports only the stage $stage if writing $table fails', async ({ table, stage }) => {
    const start = await prepareStart(app, shop);
    const response = await whileBroken(app, table, () => send(start));
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ status: 500, code: 'unexpected', stage });
    expect(text).not.toContain('secret');
    expect(await handovers()).toEqual([]);
    await done(await send(start));
  });
});

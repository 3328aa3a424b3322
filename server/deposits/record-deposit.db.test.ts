import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deposits } from '../../contract/operations/dashboard/cash/reads/list-deposits.schema.ts';
import type {
  DepositRecorded,
  RecordDeposit,
} from '../../contract/operations/dashboard/cash/record-deposit.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  cashOnHand,
  issue,
  type Prepared,
  prepareDeposit,
  prepareVoid,
  problemOf,
  sendCommand,
  whileBalances,
  whileBroken,
} from '../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { postWaitingMovements } from '../cash/post-waiting-movements.ts';
import { silentLog } from '../platform/logging/log.ts';
import { verifyCash } from '../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  app.clock.now = null;
  shop = await createTestShop(app.owner);
  await issue(app, shop, shop.manager, 80_000);
});

const send = (prepared: Prepared<object>, by = shop.manager) => sendCommand(app, 'deposit', by, prepared);
const refused = async (prepared: Prepared<object>, by = shop.manager) => problemOf(await send(prepared, by));
const recorded = async (response: Response): Promise<DepositRecorded> => {
  expect(response.status).toBe(200);
  return response.json();
};
const changed = (prepared: Prepared<RecordDeposit>, changes: Partial<RecordDeposit>) => ({
  ...prepared,
  input: { ...prepared.input, ...changes },
});
const deposits = () =>
  app.owner.selectFrom('bank_deposits').selectAll().where('shop_id', '=', shop.shop_id).execute();
const list = async (): Promise<Deposits> =>
  (await app.send('GET', '/api/deposits', { as: shop.manager.session_id })).json();

describe('a deposit', () => {
  it('moves the cash to the bank and pins its files', async () => {
    const deposit = await prepareDeposit(app, shop, { amount_fils: 30_000, notes: '  Al Barsha branch\n' });
    const reply = await recorded(await send(deposit));
    expect(reply).toMatchObject({
      reference: deposit.input.reference,
      amount_fils: 30_000,
      cash: { success: true, error: null, new_total_fils: 50_000, amount_fils: 30_000 },
    });
    expect(await deposits()).toMatchObject([
      {
        id: reply.id,
        manager_id: shop.manager.user_id,
        deposit_date: '2026-11-01',
        notes: 'Al Barsha branch',
        deposit_document_url: deposit.input.receipt.path,
        invoice_image_url: null,
        manager_signature_url: null,
        signature_typed: false,
        signer: 'Mona Manager',
      },
    ]);
    const { receipt, invoice_image, manager_signature } = deposit.input;
    const pinned = await app.owner
      .selectFrom('files')
      .select('sha256')
      .where('shop_id', '=', shop.shop_id)
      .where('pinned_at', 'is not', null)
      .execute();
    expect(pinned.map(({ sha256 }) => sha256).sort()).toEqual(
      [receipt.sha256, invoice_image.sha256, manager_signature.sha256].sort(),
    );
    expect((await list()).deposits).toEqual([
      {
        id: reply.id,
        reference: deposit.input.reference,
        shop_id: shop.shop_id,
        manager_id: shop.manager.user_id,
        manager_name: 'Mona Manager',
        amount_fils: 30_000,
        deposit_date: '2026-11-01',
        notes: 'Al Barsha branch',
        waiting: false,
        voided: false,
        document: { bucket: 'bank-deposits', ...receipt },
        created_at: reply.created_at,
      },
    ]);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it("may exceed the manager's cash, and blank notes are stored as none", async () => {
    const deposit = await prepareDeposit(app, shop, { amount_fils: 100_000, notes: ' \n\t' });
    expect(await recorded(await send(deposit))).toMatchObject({ cash: { new_total_fils: -20_000 } });
    expect(await deposits()).toMatchObject([{ notes: null }]);
  });

  it("cannot be dated later than today in the shop's time zone", async () => {
    // 00:30 on the 21st in Dubai, still the 20th in UTC.
    const at = new Date('2026-11-20T20:30:00Z');
    app.clock.now = at;
    const today = await prepareDeposit(app, shop, { deposit_date: '2026-11-21', at });
    expect(await refused(changed(today, { deposit_date: '2026-11-22' }))).toEqual({
      status: 422,
      code: 'deposit_date_in_future',
    });
    await recorded(await send(today));
    app.clock.now = new Date('2026-11-20T19:30:00Z');
    const tomorrow = await prepareDeposit(app, shop, { deposit_date: '2026-11-21' });
    expect((await refused(tomorrow)).code).toBe('deposit_date_in_future');
  });

  it('is recorded once, however often it is sent', async () => {
    const deposit = await prepareDeposit(app, shop, { amount_fils: 30_000 });
    const responses = await Promise.all(Array.from({ length: 6 }, () => send(deposit)));
    const bodies = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(await cashOnHand(app, shop.manager)).toBe(50_000);
    expect(await refused(changed(deposit, { amount_fils: 1 }))).toEqual({
      status: 422,
      code: 'command_reused',
    });
    expect(await refused({ ...deposit, command_id: newId() })).toEqual({
      status: 409,
      code: 'reference_taken',
    });
  });
});

describe('when the cash update fails', () => {
  it.each([
    { statement: `raise exception using errcode = 'disk_full', message = 'secret details';`, error: null },
    { statement: `raise exception 'The cash book is closed';`, error: 'The cash book is closed' },
  ])(
    'the deposit is recorded, its reply reports the failure, and its cash is posted later once ($error)',
    async ({ statement, error }) => {
      const deposit = await prepareDeposit(app, shop, { amount_fils: 30_000 });
      const before = await jobs();
      const reply = await whileBalances(app, statement, async () => recorded(await send(deposit)));
      expect(reply.cash).toEqual({ success: false, error, new_total_fils: null, amount_fils: 30_000 });
      expect(await jobs()).not.toEqual(before);
      expect(await list()).toMatchObject({
        deposits: [{ waiting: true }],
        own_cash: { cash_on_hand_fils: 80_000, waiting_fils: -30_000 },
      });
      const found = (await verifyCash(app.owner)).filter(({ shop_id }) => shop_id === shop.shop_id);
      expect(found).toMatchObject([{ kind: 'waiting', expected_fils: 30_000 }]);
      await Promise.all([1, 2, 3].map(() => postWaitingMovements(app.owner, silentLog)));
      expect(await cashOnHand(app, shop.manager)).toBe(50_000);
      expect((await list()).deposits).toMatchObject([{ waiting: false }]);
      expect(await verifyCash(app.owner)).toEqual([]);
      expect(await (await send(deposit)).json()).toEqual(reply);
    },
  );

  /** Reads the queued job: one, however often it was requested. */
  async function jobs(): Promise<unknown[]> {
    const { rows } = await app.database.owner.query(
      `select key, revision from graphile_worker.jobs where key = 'post-waiting-movements'`,
    );
    return rows;
  }
});

describe('a deposit is rejected', () => {
  it('with an amount of zero, or if its user has another role or shop', async () => {
    const deposit = await prepareDeposit(app, shop);
    expect(await refused(changed(deposit, { amount_fils: 0 }))).toEqual({
      status: 422,
      code: 'invalid_amount',
    });
    for (const person of [shop.admin, shop.driver, shop.stranger]) {
      expect(await refused(deposit, person)).toEqual({ status: 403, code: 'no_access' });
    }
    const other = await createTestShop(app.owner, 'Other Shop');
    expect((await refused(deposit, other.manager)).code).toBe('invalid_input');
    expect(await deposits()).toEqual([]);
  });

  it('with an invalid path, reference or date, and with missing files or files of another type', async () => {
    const deposit = await prepareDeposit(app, shop);
    const { receipt, invoice_image, manager_signature } = deposit.input;
    const with_ = async (changes: Partial<RecordDeposit>) => (await refused(changed(deposit, changes))).code;
    expect(await with_({ receipt: invoice_image })).toBe('invalid_input');
    expect(await with_({ receipt: { ...receipt, path: receipt.path.replace('Mona', 'Lisa') } })).toBe(
      'invalid_input',
    );
    for (const reference of ['BD-1', 'BD-0000000000000', `${deposit.input.reference}0`, 'BD-x']) {
      expect(await with_({ reference })).toBe('invalid_input');
    }
    for (const deposit_date of ['0000-01-01', '1999-12-31', '2026-02-30', '26-11-20']) {
      expect(await with_({ deposit_date })).toBe('invalid_input');
    }
    expect(await with_({ invoice_image: { ...invoice_image, sha256: receipt.sha256 } })).toBe('file_missing');
    expect(await with_({ manager_signature: { ...manager_signature, sha256: 'a'.repeat(64) } })).toBe(
      'file_missing',
    );
    const second = await addStaff(app.owner, shop.shop_id, 'Manager', 'Mona Manager', false);
    expect((await refused(deposit, second)).code).toBe('file_missing');
    expect(await deposits()).toEqual([]);
    await recorded(await send(deposit));
  });

  it('with the stage of an unexpected error, and nothing is written', async () => {
    const deposit = await prepareDeposit(app, shop);
    for (const [table, stage] of [
      ['files', 'signatures'],
      ['bank_deposits', 'record'],
      ['cash_movements', 'cash'],
    ] as const) {
      const response = await whileBroken(app, table, () => send(deposit));
      const text = await response.text();
      expect(JSON.parse(text)).toMatchObject({ status: 500, code: 'unexpected', stage });
      expect(text).not.toContain('secret');
    }
    expect(await deposits()).toEqual([]);
    await recorded(await send(deposit));
  });
});

it('a voided deposit stays in the list and is marked', async () => {
  const { id } = await recorded(await send(await prepareDeposit(app, shop, { amount_fils: 30_000 })));
  expect((await list()).deposits).toMatchObject([{ id, voided: false }]);
  const of = { record_type: 'deposit', record_id: id, with: shop.manager } as const;
  expect((await sendCommand(app, 'void', shop.admin, await prepareVoid(app, shop, of))).status).toBe(200);
  expect(await list()).toMatchObject({
    deposits: [{ id, amount_fils: 30_000, voided: true }],
    own_cash: { cash_on_hand_fils: 80_000 },
  });
});

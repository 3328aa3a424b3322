import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecordVoided } from '../../contract/operations/dashboard/cash/void-record.schema.ts';
import type { CashRecord } from '../../contract/operations/desk/cash/read-cash-record.schema.ts';
import type { VoidableRecord } from '../../contract/rules/approvals.ts';
import type { CashRecordKind } from '../../contract/rules/cash-records.ts';
import { newId } from '../../contract/rules/ids.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { cashState } from '../../tests/support/cash-state.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { ok } from '../../tests/support/test-approvals.ts';
import {
  adjust,
  issue,
  type Prepared,
  prepareCollection,
  prepareDeposit,
  prepareDrop,
  prepareEnd,
  prepareFloat,
  prepareStart,
  prepareVoid,
  problemOf,
  recorded,
  sendCommand,
  whileBroken,
} from '../../tests/support/test-handover.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestShop,
  type TestStaff,
} from '../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  await issue(app, shop, shop.admin, 100_000);
  await issue(app, shop, shop.manager, 50_000);
  await issue(app, shop, shop.driver, 30_000);
});

type Signed = Prepared<{ receipt?: object } & object>;
type Case = {
  name: string;
  kind: CashRecordKind;
  sent: Parameters<typeof recorded>[2];
  /** The two signers; a deposit has one. */
  signers: () => [TestStaff, TestStaff?];
  prepare: () => Promise<Signed>;
};

const CASES: Case[] = [
  {
    name: 'a start of day',
    kind: 'handover',
    sent: 'start',
    signers: () => [shop.admin, shop.driver],
    prepare: () => prepareStart(app, shop, { amount_fils: 20_000 }),
  },
  {
    name: 'an end of day',
    kind: 'handover',
    sent: 'end',
    signers: () => [shop.admin, shop.driver],
    prepare: () => prepareEnd(app, shop, { amount_fils: 30_000 }),
  },
  {
    name: 'an end of day with a shortage that the driver keeps',
    kind: 'handover',
    sent: 'end',
    signers: () => [shop.admin, shop.driver],
    prepare: () => prepareEnd(app, shop, { amount_fils: 25_000, difference_choice: 'kept' }),
  },
  {
    name: 'an end of day with a booked shortage',
    kind: 'handover',
    sent: 'end',
    signers: () => [shop.admin, shop.driver],
    prepare: () => prepareEnd(app, shop, { amount_fils: 25_000, difference_choice: 'short_or_over' }),
  },
  {
    name: 'an end of day with a booked over',
    kind: 'handover',
    sent: 'end',
    signers: () => [shop.admin, shop.driver],
    prepare: () => prepareEnd(app, shop, { amount_fils: 33_000, difference_choice: 'short_or_over' }),
  },
  {
    name: 'cash handed in during the day',
    kind: 'handover',
    sent: 'drop',
    signers: () => [shop.admin, shop.driver],
    prepare: () => prepareDrop(app, shop),
  },
  {
    name: 'a collection',
    kind: 'collection',
    sent: 'collection',
    signers: () => [shop.manager, shop.driver],
    prepare: () => prepareCollection(app, shop),
  },
  {
    name: 'a bank deposit',
    kind: 'deposit',
    sent: 'deposit',
    signers: () => [shop.manager],
    prepare: () => prepareDeposit(app, shop),
  },
  {
    name: 'a float out of the safe',
    kind: 'float',
    sent: 'float',
    signers: () => [shop.manager, shop.admin],
    prepare: () => prepareFloat(app, shop),
  },
  {
    name: 'a float into the safe',
    kind: 'float',
    sent: 'float',
    signers: () => [shop.manager, shop.admin],
    prepare: () => prepareFloat(app, shop, { direction: 'return' }),
  },
];

const typeOf = (kind: CashRecordKind): VoidableRecord => (kind === 'collection' ? 'handover' : kind);
const read = (kind: CashRecordKind, id: string, by = shop.admin): Promise<CashRecord> =>
  ok(app.send('GET', `/api/desk/cash-record?kind=${kind}&id=${id}`, { as: by.session_id }));
const send = (prepared: Prepared<object>, by: TestStaff) => sendCommand(app, 'void', by, prepared);
const refused = async (prepared: Prepared<object>, by: TestStaff) => problemOf(await send(prepared, by));
const filesOf = ({ receipt, signatures, slip }: CashRecord) => [
  receipt,
  slip,
  ...signatures.map(({ picture }) => picture),
];
async function addMachine(holder: TestStaff | null): Promise<string> {
  const id = newId();
  await app.owner
    .insertInto('card_machines')
    .values({ shop_id: shop.shop_id, id, number: 'POS-1', holder_driver_id: holder?.driver_id ?? null })
    .execute();
  return id;
}

describe.each(CASES)('the void of $name', ({ kind, sent, signers, prepare }) => {
  it('leaves every balance as before, and pins the documents of both', async () => {
    const before = await cashState(app, shop);
    const made = await prepare();
    const record_id = await recorded(app, shop, sent, made);
    const shown = await read(kind, record_id);
    expect(shown).toMatchObject({ voided: null, void_requested: false });
    expect(await cashState(app, shop)).not.toEqual(before);
    const [signer, other = shop.admin] = signers();
    // A deposit has one signer: an Admin approves its void with the signer's signature.
    const [by, co] = kind === 'deposit' ? [other, signer] : [signer, other];
    const of = { record_type: typeOf(kind), record_id, by, with: co } as const;
    const prepared = await prepareVoid(app, shop, of);
    const left = await leftBy(app.owner, async () => {
      const done = await ok<RecordVoided>(send(prepared, by));
      expect(done).toMatchObject({ reference: prepared.input.reference, approval_id: null });
      expect(done.completed_at).toEqual(prepared.input.occurred_at);
    });
    expect(left.audit).toMatchObject([{ what: 'void_record', user_id: by.user_id }]);
    expect(left.topics).toContain('cash');
    expect(await cashState(app, shop)).toEqual(before);
    const after = await read(kind, record_id);
    expect(after).toMatchObject({
      voided: {
        reference: prepared.input.reference,
        reason: 'Wrong driver',
        by: [by.full_name, co.full_name],
        document: { bucket: 'cash-handovers', ...prepared.input.receipt },
      },
      void_requested: false,
    });
    expect(filesOf(after)).toEqual(filesOf(shown));
    expect({ ...after, voided: null }).toEqual(shown);
    const paths = [prepared.input.receipt, prepared.input.own_signature].map(({ path }) => path);
    const pinned = app.owner.selectFrom('files').select('pinned_at').where('path', 'in', paths);
    expect((await pinned.execute()).every(({ pinned_at }) => pinned_at !== null)).toBe(true);
  });

  it('is recorded once if it is sent three times at once, and not again', async () => {
    const record_id = await recorded(app, shop, sent, await prepare());
    const after = await cashState(app, shop);
    const [signer, other = shop.admin] = signers();
    const [by, co] = kind === 'deposit' ? [other, signer] : [signer, other];
    const of = { record_type: typeOf(kind), record_id, by, with: co } as const;
    const prepared = await prepareVoid(app, shop, of);
    const replies = await Promise.all([1, 2, 3].map(async () => (await send(prepared, by)).text()));
    expect(new Set([...replies, await (await send(prepared, by)).text()]).size).toBe(1);
    const voided = await cashState(app, shop);
    expect(voided).not.toEqual(after);
    expect(await refused(await prepareVoid(app, shop, of), by)).toEqual({
      status: 409,
      code: 'already_void',
    });
    expect(await cashState(app, shop)).toEqual(voided);
  });
});

describe('the card machine of a voided handover', () => {
  it.each(['the shop', 'the driver'])(
    'is with its previous holder again if a start of day took it from %s',
    async (from) => {
      const machine = { card_machine_id: await addMachine(from === 'the shop' ? null : shop.driver) };
      const before = await cashState(app, shop);
      const start = await prepareStart(app, shop, { ...machine, card_machine_given: true });
      const record_id = await recorded(app, shop, 'start', start);
      const of = { record_type: 'handover', record_id, with: shop.driver } as const;
      const left = await leftBy(app.owner, async () =>
        ok(send(await prepareVoid(app, shop, of), shop.admin)),
      );
      expect(left.topics).toContain('machines');
      expect(await cashState(app, shop)).toEqual(before);
    },
  );

  it.each([
    ['the shop', () => null],
    ['the driver', () => shop.driver],
    ['another driver', () => shop.driver2],
  ])('is with its previous holder again if an end of day received it from %s', async (_from, holder) => {
    const machine = { card_machine_id: await addMachine(holder()) };
    const before = await cashState(app, shop);
    for (const choice of [{}, { difference_choice: 'kept' }] as const) {
      const end = await prepareEnd(app, shop, {
        ...machine,
        amount_fils: 30_000,
        card_machine_received: true,
        ...choice,
      });
      const record_id = await recorded(app, shop, 'end', end);
      expect((await cashState(app, shop)).machines).toEqual({ 'POS-1': 'the shop' });
      const of = { record_type: 'handover', record_id, with: shop.driver } as const;
      await ok(send(await prepareVoid(app, shop, of), shop.admin));
      expect(await cashState(app, shop)).toEqual(before);
    }
  });

  it('goes back to the driver if the handover was recorded by an older version', async () => {
    const machine = { card_machine_id: await addMachine(shop.driver) };
    const before = await cashState(app, shop);
    const end = await prepareEnd(app, shop, { ...machine, amount_fils: 30_000, card_machine_received: true });
    const record_id = await recorded(app, shop, 'end', end);
    await app.database.owner.query('alter table cash_handovers disable trigger user');
    await app.owner
      .updateTable('cash_handovers')
      .set({ card_machine_from_driver_id: null })
      .where('id', '=', record_id)
      .execute();
    await app.database.owner.query('alter table cash_handovers enable trigger user');
    const of = { record_type: 'handover', record_id, with: shop.driver } as const;
    await ok(send(await prepareVoid(app, shop, of), shop.admin));
    expect(await cashState(app, shop)).toEqual(before);
  });

  it('goes back if a Manager who did not sign voids with the driver’s signature', async () => {
    const machine = { card_machine_id: await addMachine(null) };
    const before = await cashState(app, shop);
    const start = await prepareStart(app, shop, { ...machine, card_machine_given: true });
    const record_id = await recorded(app, shop, 'start', start);
    const of = { record_type: 'handover', record_id, by: shop.manager, with: shop.driver } as const;
    await ok(send(await prepareVoid(app, shop, of), shop.manager));
    expect(await cashState(app, shop)).toEqual(before);
  });

  it('goes back without cash, even if the receiver’s balance is negative', async () => {
    await adjust(app, shop, shop.driver, -40_000);
    const machine = { card_machine_id: await addMachine(null) };
    const before = await cashState(app, shop);
    const start = await prepareStart(app, shop, { ...machine, amount_fils: 0, card_machine_given: true });
    const record_id = await recorded(app, shop, 'start', start);
    const of = { record_type: 'handover', record_id, with: shop.driver } as const;
    await ok(send(await prepareVoid(app, shop, of), shop.admin));
    expect(await cashState(app, shop)).toEqual(before);
  });
});

it('the goods of a voided end of day stay as they were decided', async () => {
  const order = await addOrder(app.owner, shop, shop.driver, { status: 'dispatched' });
  const goods = [{ order_id: order.id, outcome: 'returned' as const }];
  const record_id = await recorded(
    app,
    shop,
    'end',
    await prepareEnd(app, shop, { amount_fils: 30_000, goods }),
  );
  const decided = await read('handover', record_id);
  expect(decided.goods).toMatchObject([{ order_id: order.id, outcome: 'returned' }]);
  const of = { record_type: 'handover', record_id, with: shop.driver } as const;
  await ok(send(await prepareVoid(app, shop, of), shop.admin));
  expect((await read('handover', record_id)).goods).toEqual(decided.goods);
  const row = app.owner.selectFrom('orders').select('status').where('id', '=', order.id);
  expect(await row.executeTakeFirstOrThrow()).toEqual({ status: 'packed' });
});

describe('a void', () => {
  const start = async () =>
    recorded(app, shop, 'start', await prepareStart(app, shop, { amount_fils: 20_000 }));

  it('is signed by one signer and a Manager or Admin who is none', async () => {
    const record_id = await start();
    const second = await addStaff(app.owner, shop.shop_id, 'Admin', 'Aisha Admin', false);
    for (const [by, co] of [
      [shop.manager, shop.manager],
      [shop.manager, second],
      [shop.admin, second],
      [second, shop.manager],
      [shop.admin, shop.admin],
    ] as const) {
      const prepared = await prepareVoid(app, shop, { record_type: 'handover', record_id, by, with: co });
      expect(await refused(prepared, by)).toEqual({ status: 403, code: 'not_a_signer' });
    }
    const alone = await prepareVoid(app, shop, { record_type: 'handover', record_id, by: shop.manager });
    expect(await refused(alone, shop.manager)).toEqual({ status: 403, code: 'not_a_signer' });
    const of = { record_type: 'handover', record_id, by: second, with: shop.driver } as const;
    await ok(send(await prepareVoid(app, shop, of), second));
    expect((await read('handover', record_id)).voided?.by).toEqual([second.full_name, shop.driver.full_name]);
  });

  it('is made by managers and admins of the shop only', async () => {
    const record_id = await start();
    const other = await createTestShop(app.owner, 'Another Shop');
    const prepared = await prepareVoid(app, shop, { record_type: 'handover', record_id, with: shop.driver });
    for (const by of [shop.driver, shop.stranger])
      expect(await refused(prepared, by)).toEqual({ status: 403, code: 'no_access' });
    const elsewhere = await prepareVoid(app, other, { record_type: 'handover', record_id, by: other.admin });
    const [first, unknown] = [
      await send(elsewhere, other.admin),
      await send(await prepareVoid(app, other, { record_type: 'handover', record_id: newId() }), other.admin),
    ];
    const [body, of_unknown] = [await first.json(), await unknown.json()];
    expect(body).toMatchObject({ status: 404, code: 'not_found' });
    expect({ ...body, request_id: '' }).toEqual({ ...of_unknown, request_id: '' });
    for (const record_type of ['deposit', 'float'] as const) {
      const wrong = await prepareVoid(app, shop, { record_type, record_id, with: shop.driver });
      expect(await refused(wrong, shop.admin)).toEqual({ status: 404, code: 'not_found' });
    }
    expect((await read('handover', record_id)).voided).toBeNull();
  });

  it('is refused with a used reference, other files, a blank reason or a wrong clock', async () => {
    const [first, second] = [await start(), await start()];
    const of = { record_type: 'handover', with: shop.driver } as const;
    const done = await prepareVoid(app, shop, { ...of, record_id: first });
    await ok(send(done, shop.admin));
    const fresh = await prepareVoid(app, shop, { ...of, record_id: second });
    const changed = (input: object) =>
      refused({ command_id: newId(), input: { ...fresh.input, ...input } }, shop.admin);
    const { reference, receipt, own_signature, other } = done.input;
    expect(await changed({ reference, receipt, own_signature, other })).toEqual({
      status: 409,
      code: 'reference_taken',
    });
    expect(await changed({ receipt })).toMatchObject({ code: 'invalid_input' });
    expect(await changed({ reference: 'VD-1' })).toMatchObject({ code: 'invalid_input' });
    expect(await changed({ reference: 'VD-1600000000000' })).toMatchObject({ code: 'device_time_off' });
    expect(await changed({ reason: '  ' })).toMatchObject({ code: 'invalid_input' });
    expect(await changed({ record_type: 'settlement' })).toMatchObject({ code: 'invalid_input' });
    const missing = { ...fresh.input.receipt, sha256: 'f'.repeat(64) };
    expect(await changed({ receipt: missing })).toEqual({ status: 409, code: 'file_missing' });
    const reused = { ...done, input: { ...done.input, reason: 'Another' } };
    expect(await refused(reused, shop.admin)).toEqual({ status: 422, code: 'command_reused' });
    expect((await read('handover', second)).voided).toBeNull();
  });

  it('leaves nothing behind if it fails, and succeeds afterwards with the same command', async () => {
    const record_id = await start();
    const before = await cashState(app, shop);
    const of = { record_type: 'handover', record_id, with: shop.driver } as const;
    const prepared = await prepareVoid(app, shop, of);
    await whileBroken(app, 'cash_movements', async () => {
      expect(await refused(prepared, shop.admin)).toMatchObject({ status: 500, code: 'unexpected' });
    });
    expect(await cashState(app, shop)).toEqual(before);
    expect((await read('handover', record_id)).voided).toBeNull();
    await ok(send(prepared, shop.admin));
    expect((await read('handover', record_id)).voided).not.toBeNull();
  });

  it('is marked in the lists of handovers and floats', async () => {
    const [voided, valid] = [await start(), await start()];
    const of = { record_type: 'handover', record_id: voided, with: shop.driver } as const;
    await ok(send(await prepareVoid(app, shop, of), shop.admin));
    const listed = await ok<{ handovers: { id: string; voided: boolean }[] }>(
      app.send('GET', '/api/handovers/today?handover_type=start', { as: shop.admin.session_id }),
    );
    expect(listed.handovers.map(({ id, voided }) => [id, voided])).toEqual([
      [valid, false],
      [voided, true],
    ]);
    const floats = [
      await recorded(app, shop, 'float', await prepareFloat(app, shop)),
      await recorded(app, shop, 'float', await prepareFloat(app, shop)),
    ] as const;
    const of_float = { record_type: 'float', record_id: floats[0], with: shop.manager } as const;
    await ok(send(await prepareVoid(app, shop, of_float), shop.admin));
    const { floats: rows } = await ok<{ floats: { id: string; voided: boolean }[] }>(
      app.send('GET', '/api/floats', { as: shop.manager.session_id }),
    );
    expect(rows.map(({ id, voided }) => [id, voided])).toEqual([
      [floats[1], false],
      [floats[0], true],
    ]);
  });
});

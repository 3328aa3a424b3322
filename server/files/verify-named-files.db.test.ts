import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { fillBook } from '../../tests/support/full-book.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  adjust,
  prepareEnd,
  prepareFloat,
  prepareSettlement,
  prepareStart,
  prepareVoid,
  recorded,
  sendCommand,
} from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { verifyFiles } from './verify-files.ts';
import { verifyNamedFiles } from './verify-named-files.ts';

/** Changes by a superuser: everything that contradicts a record or the content is reported. */

const TABLES = [
  'files',
  'delivery_confirmations',
  'cash_handovers',
  'bank_deposits',
  'cash_settlements',
  'cash_voids',
  'approvals',
];

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  const shop = await createTestShop(app.owner);
  await fillBook(app, shop);
  await payAndVoid(shop);
  await createTestShop(app.owner, 'Another Shop');
  expect(await verify()).toEqual([]);
  const { rows } = await app.database.owner.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
     union all select format('alter table %I disable trigger user', name) from unnest($1::text[]) as name
     union all select 'create schema kept'
     union all select format('create table kept.%1$I as table public.%1$I', name) from unnest($1::text[]) as name`,
    [TABLES],
  );
  await app.database.owner.query(rows.map(({ statement }) => statement).join(';'));
});
afterAll(() => app.drop());
afterEach(async () => {
  const restore = TABLES.map(
    (table) => `delete from ${table}; insert into ${table} select * from kept.${table}`,
  );
  await app.database.owner.query(`begin; ${restore.join(';')}; commit`);
});

/** A payment of a shortage, a void with both signatures, and requests of a void and of a float. */
async function payAndVoid(shop: TestShop): Promise<void> {
  const { manager, driver2: driver } = shop;
  await adjust(app, shop, driver, 10_000);
  const day_end = { amount_fils: 0, difference_choice: 'short_or_over', driver } as const;
  await recorded(app, shop, 'end', await prepareEnd(app, shop, day_end));
  const differences = app.owner.selectFrom('cash_differences').select('id');
  const { id: difference_id } = await differences.executeTakeFirstOrThrow();
  const payment = await prepareSettlement(app, shop, { difference_id, from: driver });
  await recorded(app, shop, 'settlement', payment);
  const given = { driver, amount_fils: 1 };
  const start = await recorded(app, shop, 'start', await prepareStart(app, shop, given));
  const of = { record_type: 'handover', record_id: start } as const;
  await recorded(app, shop, 'void', await prepareVoid(app, shop, { ...of, with: driver }));
  const again = await recorded(app, shop, 'start', await prepareStart(app, shop, given));
  await recorded(app, shop, 'void', await prepareVoid(app, shop, { ...of, record_id: again }));
  const limit = { float_limit_fils: 1 };
  await app.owner.updateTable('shops').set(limit).where('id', '=', shop.shop_id).execute();
  const requested = await sendCommand(app, 'float_request', manager, await prepareFloat(app, shop));
  expect(requested.status).toBe(200);
}

async function verify() {
  const named = await verifyNamedFiles(app.owner);
  return [...named, ...(await verifyFiles(app.owner, app.store, () => undefined))];
}

/** The file rows of different kinds of records. */
const OF = {
  photo: '(select delivery_image_file_id from delivery_confirmations order by id limit 1)',
  note: '(select delivery_note_file_id from delivery_confirmations order by id limit 1)',
  signature: "(select driver_signature_file_id from cash_handovers where handover_type = 'start' limit 1)",
  collected:
    "(select admin_signature_file_id from cash_handovers where handover_type = 'collection' limit 1)",
  handed_back: "(select receipt_file_id from cash_handovers where handover_type = 'end' limit 1)",
  slip: '(select invoice_file_id from bank_deposits limit 1)',
  paid: "(select receipt_file_id from cash_settlements where kind = 'payment' limit 1)",
  voided: '(select other_signature_file_id from cash_voids limit 1)',
  asked: "(select (record ->> 'receipt_file_id')::uuid from approvals where kind = 'void')",
  asked_float: "(select (record ->> 'admin_signature_file_id')::uuid from approvals where kind = 'float')",
};
const change = (of: keyof typeof OF, set: string) => `update files set ${set} where id = ${OF[of]}`;
const swap = (table: string, where: string, ...columns: [string, string][]) =>
  `update ${table} set ${columns.map(([a, b]) => `${a} = ${b}, ${b} = ${a}`).join(', ')} where id = (select id from ${table} where ${where} limit 1)`;
const OTHER_UUID = "'01900000-0000-7000-8000-000000000001'";

it.each<[what: string, statement: string, kinds: string[]]>([
  ['a photo’s row is deleted', `delete from files where id = ${OF.photo}`, ['missing_row']],
  ['a slip’s row is deleted', `delete from files where id = ${OF.slip}`, ['missing_row']],
  ['a row has another id', change('signature', `id = ${OTHER_UUID}`), ['missing_row', 'unclaimed']],
  ['a row has another shop', change('note', 'shop_id = 2'), ['missing', 'missing_row', 'unclaimed']],
  ['the receipt of a payment is deleted', `delete from files where id = ${OF.paid}`, ['missing_row']],
  [
    'the signature of a void has another uploader',
    change('voided', `uploaded_by = ${OTHER_UUID}`),
    ['wrong_person'],
  ],
  [
    'the document of a requested void has another path',
    change('asked', "path = path || 'x'"),
    ['wrong_path'],
  ],
  ['a signature of a requested float is unpinned', change('asked_float', 'pinned_at = null'), ['unpinned']],
  [
    'a payment has another reference',
    "update cash_settlements set reference = 'ST-1' where kind = 'payment'",
    ['swapped', 'swapped', 'swapped'],
  ],
  [
    'a request names no files',
    "update approvals set file_ids = '{}' where kind = 'void'",
    ['unclaimed', 'unclaimed'],
  ],
  ['a photo is unpinned', change('photo', 'pinned_at = null'), ['unpinned']],
  ['a signature is unpinned', change('collected', 'pinned_at = null'), ['unpinned']],
  [
    'a file is pinned late',
    change('handed_back', "pinned_at = pinned_at + interval '2 days'"),
    ['wrong_time'],
  ],
  ['a receipt has another path', change('handed_back', "path = path || 'x'"), ['wrong_path']],
  ['a slip has another path', change('slip', "path = 'x' || path"), ['wrong_path']],
  ['a note has another bucket', change('note', "bucket = 'bank-deposits'"), ['wrong_path']],
  ['a photo becomes a document', change('photo', "type = 'application/pdf'"), ['wrong_type', 'wrong_type']],
  ['a signature becomes a photo', change('signature', "type = 'image/jpeg'"), ['wrong_type', 'wrong_type']],
  ['a file has another uploader', change('slip', `uploaded_by = ${OTHER_UUID}`), ['wrong_person']],
  [
    'a row has another file’s content',
    change('photo', `(sha256, bytes) = (select sha256, bytes from files where id = ${OF.note})`),
    ['wrong_type'],
  ],
  ['a row has unknown content', change('photo', "sha256 = repeat('0', 64)"), ['missing']],
  ['a row has another size', change('slip', 'bytes = bytes + 1'), ['wrong_size']],
  [
    'a record names another row',
    `update delivery_confirmations set delivery_image_file_id = ${OTHER_UUID} where delivery_image_file_id = ${OF.photo}`,
    ['missing_row', 'unclaimed'],
  ],
  [
    'a record names another path',
    `update bank_deposits set deposit_document_url = 'x' || deposit_document_url where invoice_file_id = ${OF.slip}`,
    ['wrong_path', 'wrong_path', 'wrong_path'],
  ],
  [
    'photo and note are swapped',
    swap('delivery_confirmations', 'true', ['delivery_image_file_id', 'delivery_note_file_id']),
    ['wrong_path', 'wrong_path', 'wrong_type', 'wrong_type'],
  ],
  [
    'the signatures of a record are swapped with their paths',
    swap(
      'cash_handovers',
      "handover_type = 'end'",
      ['driver_signature_file_id', 'admin_signature_file_id'],
      ['driver_signature_url', 'admin_signature_url'],
    ),
    ['swapped', 'swapped'],
  ],
  [
    'two handovers swap their signatures and paths',
    `update cash_handovers h set driver_signature_file_id = o.driver_signature_file_id, driver_signature_url = o.driver_signature_url
     from cash_handovers o
     where (h.handover_type, o.handover_type) in (('start', 'end'), ('end', 'start')) and h.shop_id = o.shop_id
       and h.driver_id = o.driver_id and h.driver_id = (select min(driver_id) from cash_handovers)`,
    ['swapped', 'swapped'],
  ],
])('reports a difference if %s', async (_what, statement, kinds) => {
  const { rowCount } = await app.database.owner.query(statement);
  expect(rowCount).toBeGreaterThan(0);
  const found = (await verify()).map(({ kind }) => kind).sort();
  expect(found).toEqual(kinds);
});

it('a reported difference names the record and the role of the file', async () => {
  await app.database.owner.query(change('photo', 'pinned_at = null'));
  expect(await verify()).toMatchObject([
    {
      record: expect.stringMatching(/^delivery of order /),
      role: 'photo',
      text: 'it is no longer pinned',
    },
  ]);
});

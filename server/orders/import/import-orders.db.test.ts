import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importOrders } from '../../../tests/support/operations.ts';
import { build } from '../../../tests/support/query-builder.ts';
import {
  continuedRow,
  EXPORT_TEXT,
  exportOf,
  HEADER,
  orderRow,
} from '../../../tests/support/shopify-export.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createTestShop } from '../../../tests/support/test-shop.ts';
import { type Database, databaseOf } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { readExport } from '../../shopify/export/read-export.ts';
import { PLAIN_READING } from '../incoming/shop-reading.ts';
import type { ImportFinding } from './import-finding.ts';

let test_database: TestDatabase;
let owner: Database;
let shop_id: number;

beforeAll(async () => {
  test_database = await createTestDatabase();
  owner = databaseOf(test_database.owner);
});
afterAll(() => test_database.drop());
beforeEach(async () => {
  ({ shop_id } = await createTestShop(owner));
});

async function* fileOf(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

async function importText(...texts: string[]) {
  const findings: ImportFinding[] = [];
  const summary = await importOrders(owner, shop_id, readExport(fileOf(...texts), PLAIN_READING), {
    on_finding: (finding) => findings.push(finding),
  });
  return { summary, findings };
}

/** The data that an import writes for the shop. */
async function contents(): Promise<unknown> {
  const orders = await build(owner)
    .selectFrom('orders')
    .selectAll()
    .where('shop_id', '=', shop_id)
    .orderBy('order_number')
    .execute();
  const lines = await build(owner)
    .selectFrom('order_line_items as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select(['o.order_number', 'l.position', 'p.name', 'p.sku', 'l.qty', 'l.picked_qty', 'l.line_total_fils'])
    .where('l.shop_id', '=', shop_id)
    .orderBy('o.order_number')
    .orderBy('l.position')
    .execute();
  const counted = await Promise.all(
    (['customers', 'products', 'order_events', 'order_assignments'] as const).map((table) =>
      build(owner)
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('shop_id', '=', shop_id)
        .executeTakeFirstOrThrow(),
    ),
  );
  return { orders, lines, counted };
}

const NOTHING = {
  imported: 0,
  unchanged: 0,
  updated: 0,
  different: 0,
  left_out: 0,
  bad: 0,
  rows: 0,
  unreadable: null,
};

test('L7: rows whose order names are spelled differently are one order, within a file and across files', async () => {
  const one = exportOf(orderRow({ Name: '#a-1001', Id: '' }));
  expect((await importText(one)).summary).toMatchObject({ imported: 1 });
  const next = exportOf(orderRow({ Name: '\u200E#A-1001', Id: '' }), orderRow({ Name: '#Ａ-1001', Id: '' }));
  expect((await importText(next)).summary).toMatchObject({ imported: 0, rows: 2 });
  expect(
    await build(owner).selectFrom('orders').select('order_number').where('shop_id', '=', shop_id).execute(),
  ).toEqual([{ order_number: 'a-1001' }]);
});

test('importing the same file twice changes nothing', async () => {
  expect(await importText(EXPORT_TEXT)).toEqual({
    summary: { ...NOTHING, imported: 24, rows: 62 },
    findings: [],
  });
  const first = await contents();
  expect(await importText(EXPORT_TEXT)).toEqual({
    summary: { ...NOTHING, unchanged: 24, rows: 62 },
    findings: [],
  });
  expect(await contents()).toEqual(first);
});

test('two concurrent imports of one file create each order once', async () => {
  const [a, b] = await Promise.all([importText(EXPORT_TEXT), importText(EXPORT_TEXT)]);
  expect(a.summary.imported + b.summary.imported).toBe(24);
  expect(a.summary.unchanged + b.summary.unchanged).toBe(24);
  expect([...a.findings, ...b.findings]).toEqual([]);
  const products = await build(owner)
    .selectFrom('products')
    .select(['name', 'sku'])
    .where('shop_id', '=', shop_id)
    .execute();
  expect(new Set(products.map(({ name, sku }) => `${name} ${sku}`)).size).toBe(products.length);
});

test('a bad order is reported and not written; the good ones around it are imported', async () => {
  const { summary, findings } = await importText(
    exportOf(
      orderRow({ Name: '#1', Subtotal: '78.15', Total: '88.15' }),
      continuedRow({ Name: '#1' }),
      orderRow({ Name: '#2', Subtotal: '78.15', Total: '88.15' }),
      continuedRow({ Name: '#2', 'Lineitem quantity': 'one', 'Lineitem name': 'Never sold' }),
      orderRow({ Name: '#3', 'Financial Status': 'voided' }),
      orderRow({ Name: '#4' }),
    ),
  );
  expect(summary).toEqual({ ...NOTHING, imported: 2, bad: 1, left_out: 1, rows: 6 });
  expect(findings).toMatchObject([
    { kind: 'bad', line: 5, column: 'Lineitem quantity', order_number: '2' },
    { kind: 'left_out', line: 6, column: 'Financial Status', order_number: '3' },
  ]);
  const orders = await build(owner)
    .selectFrom('orders')
    .select(['order_number', 'status'])
    .where('shop_id', '=', shop_id)
    .orderBy('order_number')
    .execute();
  expect(orders).toEqual([
    { order_number: '1', status: 'picking' },
    { order_number: '4', status: 'picking' },
  ]);
  const products = await build(owner)
    .selectFrom('products')
    .select('name')
    .where('shop_id', '=', shop_id)
    .execute();
  expect(products.map(({ name }) => name)).not.toContain('Never sold');
});

test('an existing order with other contents is left unchanged and reported', async () => {
  await importText(exportOf(orderRow({ Id: '700' })));
  const before = await contents();
  const changed = orderRow({ Id: '700', 'Shipping Address1': 'Villa 9' });
  const same_id = orderRow({ Id: '700', Name: '#9' });
  const same_number = orderRow({ Id: '701' });
  const { summary, findings } = await importText(exportOf(changed, same_id, same_number));
  expect(summary).toEqual({ ...NOTHING, different: 3, rows: 3 });
  expect(findings).toMatchObject([
    { kind: 'different', line: 2, column: 'Shipping Address1', order_number: '1' },
    { kind: 'different', line: 3, column: 'Name', order_number: '9' },
    { kind: 'different', line: 4, column: 'Id', order_number: '1' },
  ]);
  expect(await contents()).toEqual(before);
});

test('ids and phones that a spreadsheet has shortened are not stored and match nothing', async () => {
  const Id = '6.20041E+12';
  // Stored by an import of an older version.
  await importText(exportOf(orderRow({ Id: '700' })));
  await build(owner).updateTable('orders').set({ external_id: Id }).where('shop_id', '=', shop_id).execute();
  const before = await contents();
  const { summary, findings } = await importText(
    exportOf(
      orderRow({ Name: '#8', Id }),
      orderRow({ Name: '#9', Id }),
      orderRow({ Name: '#10', 'Shipping Phone': '9.71501E+11' }),
    ),
  );
  expect(summary).toEqual({ ...NOTHING, bad: 3, rows: 3 });
  expect(findings).toMatchObject([
    { kind: 'bad', line: 2, column: 'Id', order_number: '8' },
    { kind: 'bad', line: 3, column: 'Id', order_number: '9' },
    { kind: 'bad', line: 4, column: 'Shipping Phone', order_number: '10' },
  ]);
  expect(await contents()).toEqual(before);
});

test('an order that is cancelled in the file but still open here is reported', async () => {
  await importText(exportOf(orderRow(), orderRow({ Name: '#2' }), orderRow({ Name: '#3' })));
  const setStatus = (order_number: string, status: 'packed' | 'cancelled') =>
    build(owner)
      .updateTable('orders')
      .set({ status })
      .where((row) => row.and({ shop_id, order_number }))
      .execute();
  await setStatus('1', 'packed');
  await setStatus('3', 'cancelled');
  const other = await createTestShop(owner, 'Other Shop');
  const cancelled = { 'Cancelled at': '2026-11-18 10:00:00 +0400' };
  const rows = [
    orderRow(cancelled),
    orderRow({ Name: '#2', 'Financial Status': 'refunded' }),
    orderRow({ Name: '#3', ...cancelled }),
    orderRow({ Name: '#4', ...cancelled }),
  ];
  const { summary, findings } = await importText(exportOf(...rows));
  expect(summary).toEqual({ ...NOTHING, left_out: 4, rows: 4 });
  expect(findings.map(({ reason }) => reason)).toEqual([
    'not imported, the order is cancelled; here it is still packed',
    'not imported, the order is refunded; here it is still picking',
    'not imported, the order is cancelled',
    'not imported, the order is cancelled',
  ]);
  const elsewhere: string[] = [];
  await importOrders(owner, other.shop_id, readExport(fileOf(exportOf(...rows)), PLAIN_READING), {
    on_finding: ({ reason }) => elsewhere.push(reason),
  });
  expect(elsewhere.join()).not.toContain('here it is');
});

test('an order that occurs twice in one file is compared with itself', async () => {
  const { summary } = await importText(exportOf(orderRow(), orderRow({ Name: '#2' }), orderRow()));
  expect(summary).toEqual({ ...NOTHING, imported: 2, unchanged: 1, rows: 3 });
});

test('an order whose status or payment has changed here counts as unchanged', async () => {
  await importText(exportOf(orderRow()));
  await build(owner)
    .updateTable('orders')
    .set({ status: 'packed', latitude: 25, longitude: 55 })
    .where('shop_id', '=', shop_id)
    .execute();
  await build(owner)
    .updateTable('order_line_items')
    .set({ picked_qty: 1, line_total_fils: 1195 })
    .where('shop_id', '=', shop_id)
    .execute();
  expect((await importText(exportOf(orderRow()))).summary).toEqual({ ...NOTHING, unchanged: 1, rows: 1 });
});

test('the same numbers in another shop are other orders', async () => {
  await importText(exportOf(orderRow({ Id: '700' })));
  const other = await createTestShop(owner, 'Other Shop');
  const summary = await importOrders(
    owner,
    other.shop_id,
    readExport(fileOf(exportOf(orderRow({ Id: '700' }))), PLAIN_READING),
  );
  expect(summary.imported).toBe(1);
});

test('a damaged file is imported up to the damage, which is reported', async () => {
  const { summary, findings } = await importText(
    exportOf(orderRow(), orderRow({ Name: '#2' }), '#3,"never closed'),
  );
  const unreadable = expect.stringContaining('after line 3');
  expect(summary).toEqual({ ...NOTHING, imported: 1, bad: 1, rows: 2, unreadable });
  expect(findings).toMatchObject([
    { kind: 'bad', line: 3, order_number: '2', reason: expect.stringContaining('may be missing') },
  ]);
});

test('an order that only the database rejects does not affect the others', async () => {
  await sql`alter table orders add constraint not_thirteen check (order_number <> '13')`.execute(owner);
  const { summary, findings } = await importText(
    exportOf(orderRow({ Name: '#12' }), orderRow({ Name: '#13' }), orderRow({ Name: '#14' })),
  );
  expect(summary).toEqual({ ...NOTHING, imported: 2, bad: 1, rows: 3 });
  expect(findings).toMatchObject([{ kind: 'bad', line: 3, order_number: '13' }]);
  await sql`alter table orders drop constraint not_thirteen`.execute(owner);
});

/** A long file that is never in memory as a whole: orders of four rows, with line breaks and Arabic. */
async function* longExport(row_count: number): AsyncGenerator<string> {
  yield `${HEADER}\n`;
  for (let number = 1; number <= row_count / 4; number++) {
    const Name = `#${number}`;
    const rows = [
      orderRow({ Name, Id: `99${number}`, Subtotal: '186.65', Total: '196.65', Notes: 'اتصل\nقبل الوصول' }),
    ];
    for (let line = 1; line <= 3; line++) {
      rows.push(continuedRow({ Name, 'Lineitem name': `Basmati Rice ${(number * line) % 5000}` }));
    }
    yield `${rows.join('\n')}\n`;
  }
}

test('a long file is committed in batches, so that readers of the feed do not wait for the whole file', async () => {
  // A separate database: table statistics of other tests would count.
  const [shared, own] = [owner, await createTestDatabase()];
  owner = databaseOf(own.owner);
  try {
    ({ shop_id } = await createTestShop(owner));
    const rows = Array.from({ length: 450 }, (_, number) => orderRow({ Name: `#${number + 1}` }));
    expect((await importText(exportOf(...rows))).summary.imported).toBe(450);
    const hints = await build(owner)
      .selectFrom('feed')
      .select(['xid', 'topic'])
      .where('shop_id', '=', shop_id)
      .execute();
    expect(new Set(hints.map(({ xid }) => xid)).size).toBe(3);
    const { rows: audit } = await sql<{ what: string; orders: number }>`
      select what, jsonb_array_length(after -> 'order_numbers') as orders from audit_events where shop_id = ${shop_id} order by id`.execute(
      owner,
    );
    expect(audit).toEqual([200, 200, 50].map((orders) => ({ what: 'import_orders', orders })));
    // The rest of the file is planned with the current sizes of the tables.
    const { rows: known } = await sql<{ rows: number }>`
      select reltuples::int as rows from pg_class where oid in ('orders'::regclass, 'order_line_items'::regclass)`.execute(
      owner,
    );
    expect(Math.min(...known.map((table) => table.rows))).toBeGreaterThanOrEqual(200);
  } finally {
    owner = shared;
    await own.drop();
  }
});

/** Live memory after a fifth of the file and at its end differs by noise, 0.2 MB; 50,000 rows take 15 MB. */
async function expectBoundedMemory(row_count: number, grows_mib_max: number): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heap_bytes: number[] = [];
  let next = row_count / 5;
  const summary = await importOrders(owner, shop_id, readExport(longExport(row_count), PLAIN_READING), {
    on_progress: (rows) => {
      if (rows < next) return;
      next += row_count / 5;
      collectGarbage();
      heap_bytes.push(process.memoryUsage().heapUsed);
    },
  });
  expect(summary).toEqual({ ...NOTHING, imported: row_count / 4, rows: row_count });
  expect(heap_bytes.length).toBeGreaterThanOrEqual(4);
  expect(Math.max(...heap_bytes) - (heap_bytes[0] ?? 0)).toBeLessThan(grows_mib_max * 1024 * 1024);
}

test('a file of 50,000 rows imports in bounded memory', { tags: ['servers'] }, () =>
  expectBoundedMemory(50_000, 8),
);

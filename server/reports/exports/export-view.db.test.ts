import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReportResponse } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { formatAmount } from '../../../contract/rules/amounts/money.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { frameReader } from '../../../contract/rules/reports/export-frames.ts';
import { COUNTED_TYPE, EXPORT_ROWS_HEADER } from '../../../contract/rules/reports/exports.ts';
import { REPORT_NAMES, REPORTS, type ReportName } from '../../../contract/rules/reports/reports.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { attemptOf, undoAttemptOf } from '../../../tests/support/test-attempt.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { issue } from '../../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { limitMs } from '../../../tests/support/time-limits.ts';
import { sql } from '../../platform/database/sql.ts';

/** An export that is not read is cut off after STUCK_MS. */
const ENDED_MS = limitMs(30_000);

const DAYS = { from: '2020-01-01', to: '2029-12-30' };
/** Longer than a delivery takes on a busy computer. */
const STUCK_MS = 2_000;
/** Replaces the limit of 100,000 rows, which take seconds to produce. It is several pages of the audit. */
const XLSX_ROWS = 2_500;
const stopping = new AbortController();

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp({
    export_limits: { in_all: 2, per_shop: 1, stuck_ms: STUCK_MS, whole_ms: 60_000, xlsx_rows: XLSX_ROWS },
    stopping: stopping.signal,
  });
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  await issue(app, shop, shop.admin, 60_000);
  await deliver(14_550);
  await deliver(2_005);
});

async function deliver(due_amount_fils: number) {
  const order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils });
  await app.owner
    .updateTable('customers')
    .set({ first_name: '=HYPERLINK("x")', phone: '+971 50 123 4567' })
    .where('shop_id', '=', shop.shop_id)
    .execute();
  const prepared = await prepareDelivery(app, shop, shop.driver, order, { customer_name: '=1+1 ليلى' });
  expect((await sendDelivery(app, shop.driver, prepared)).status).toBe(200);
}

const exported = (body: object, by: { session_id: string } = shop.manager) =>
  app.send('POST', '/api/desk/exports', { as: by.session_id, body });
const report = (name: ReportName, more: object = {}) => ({
  format: 'csv',
  report: { report: name, ...DAYS, ...more },
});

/** Splits a file without quoted cells into its cells; decoding removes the byte order mark. */
const cellsOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

async function audited() {
  const rows = await app.owner
    .selectFrom('audit_events')
    .select(['source', 'user_id', 'subject_id', 'after'])
    .where((row) => row.and({ shop_id: shop.shop_id, what: 'export_report' }))
    .orderBy('recorded_at')
    .execute();
  return rows.map(({ after, ...row }) => ({ ...row, after: after as Record<string, unknown> }));
}

const outcomes = async () => (await audited()).map(({ after }) => after.outcome);

/** Starts an export and reads its first chunk. */
async function begun(body: object) {
  const response = await exported(body);
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  if (!reader) throw new Error('no body');
  const { value } = await reader.read();
  return { reader, first: new TextDecoder().decode(value) };
}

test('both formats of every report contain the rows and sums of its pages, and the audit records it', async () => {
  for (const name of REPORT_NAMES) {
    const asked = await app.send(
      'GET',
      `/api/desk/reports?${new URLSearchParams({ report: name, ...DAYS })}`,
      { as: shop.manager.session_id },
    );
    const shown: ReportResponse = await asked.json();
    const response = await exported(report(name));
    expect(response.headers.get(EXPORT_ROWS_HEADER)).toBe(String(shown.totals?.rows));
    expect(response.headers.get('content-disposition')).toContain(
      `filename="${name.replaceAll('_', ' ')} 2020-01-01 to 2029-12-30.csv"`,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder().decode(bytes);
    const lines = text.split('\r\n').slice(1, -1);
    const total = lines.pop()?.split(',') ?? [];
    expect({ name, rows: lines.length }).toEqual({ name, rows: shown.totals?.rows });
    for (const [at, { id, kind }] of REPORTS[name].columns.entries()) {
      const sum = shown.totals?.sums[id];
      if (sum !== undefined)
        expect(total[at]).toBe(kind === 'amount' ? formatAmount(sum).replaceAll(',', '') : String(sum));
    }
    expect(total[0]).toBe('Total');
    const xlsx = await exported({ ...report(name), format: 'xlsx' });
    const sheet = await readSheet(await xlsx.blob());
    expect({ name, rows: sheet.length - 2 }).toEqual({ name, rows: shown.totals?.rows });
    expect(sheet.at(-1)?.[0]).toBe('Total');
  }
  const [first, last] = await audited();
  expect(first).toMatchObject({
    source: 'request',
    user_id: shop.manager.user_id,
    after: { report: 'deliveries', format: 'csv', ...DAYS, rows: 2, outcome: 'begun' },
  });
  expect(last).toMatchObject({ subject_id: first?.subject_id, after: { rows: 2, outcome: 'done' } });
  expect(JSON.stringify((await audited()).map(({ after }) => after))).not.toMatch(/HYPERLINK|971/);
});

test('cells contain unchanged phone numbers and amounts, local times and no formulas', async () => {
  const [titles, row] = cellsOf(await (await exported(report('deliveries', { way: 'up' }))).text());
  const cell = (title: string) => row?.[titles?.indexOf(title) ?? -1];
  expect(cell('Customer')).toBe("'=1+1 ليلى");
  expect([cell('Phone'), cell('Cash (AED)'), cell('Paid by'), cell('Recorded late')]).toEqual([
    '+971 50 123 4567',
    '145.50',
    'Cash',
    'No',
  ]);
  expect(cell('Delivered at (Asia/Dubai)')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

  const response = await exported({ ...report('deliveries', { way: 'up' }), format: 'xlsx' });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const files = unzipSync(bytes);
  const xml = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
  expect(xml).toContain('state="frozen"');
  expect(xml).not.toContain('<f>');
  const [, read] = await readSheet(new Blob([bytes]));
  const value = (title: string) => read?.[titles?.indexOf(title) ?? -1];
  expect([value('Customer'), value('Phone'), value('Cash (AED)')]).toEqual([
    '=1+1 ليلى',
    '+971 50 123 4567',
    145.5,
  ]);
  const at = value('Delivered at (Asia/Dubai)');
  expect(at instanceof Date && at.toISOString().slice(0, 19).replace('T', ' ')).toBe(
    cell('Delivered at (Asia/Dubai)'),
  );
});

test('files of attempts have labels, the names of own reasons, and whole percentages with their total', async () => {
  const { driver, shop_id } = shop;
  const order = await addOrder(app.owner, shop, driver);
  await undoAttemptOf(app, driver, await attemptOf(app, driver, order, { reason: 'no_money' }));
  await app.owner
    .insertInto('attempt_reasons')
    .values({
      ...{ shop_id, key: 'own_1', label: '=gate_shut', position: 0 },
      ...{ needs_photo: false, needs_note: false, needs_time: false },
    })
    .execute();
  await attemptOf(app, driver, order, { reason: 'own_1' });
  const prepared = await prepareDelivery(app, shop, driver, order);
  expect((await sendDelivery(app, driver, prepared)).status).toBe(200);
  const [titles = [], ...rows] = cellsOf(await (await exported(report('attempts', { way: 'up' }))).text());
  const columnOf = (title: string) => rows.map((row) => row[titles.indexOf(title)]);
  expect(columnOf('Reason')).toEqual(['No money', "'=gate_shut", '']);
  expect(columnOf('Undone')).toEqual(['Yes', 'No', '']);
  expect(columnOf('Attempt')).toEqual(['1', '2', '']);
  const drivers = cellsOf(await (await exported(report('attempt_drivers'))).text());
  expect(drivers[0]?.at(-1)).toBe('First-attempt rate (%)');
  expect(drivers.slice(1)).toEqual([
    ['Dawood Driver', '1', '1', '3', '2', '66'],
    ['Total', '1', '', '3', '2', '66'],
  ]);
  const xlsx = await exported({ ...report('attempt_drivers'), format: 'xlsx' });
  expect((await readSheet(await xlsx.blob())).at(-1)).toEqual(['Total', 1, null, 3, 2, 66]);
});

test('the lists of orders, people, card machines, devices and stops are exported as the desk shows them', async () => {
  const orders = cellsOf(
    await (
      await exported({ format: 'csv', orders: { view: 'delivered_today', sort: 'amount', way: 'down' } })
    ).text(),
  );
  const amount = (orders[0]?.length ?? 0) - (orders[0]?.indexOf('Amount (AED)') ?? 0);
  expect(orders.slice(1).map((cells) => cells.at(-amount))).toEqual(['145.50', '20.05', '165.55']);
  const packed = { format: 'csv', orders: { view: 'all', sort: 'age', way: 'up', status: 'packed' } };
  const none = cellsOf(await (await exported(packed)).text());
  expect(none).toHaveLength(2);
  expect(none[1]?.at(-amount)).toBe('0.00');
  const people = await (await exported({ format: 'csv', list: 'people' })).text();
  expect(people).toContain('Dawood Driver,Driver,');
  expect(cellsOf(people).at(-1)?.slice(0, 6)).toEqual(['Total', '', '', '', '765.55', '0']);
  expect(await (await exported({ format: 'csv', list: 'machines' })).text()).toMatch(
    /^Number,With,.*\r\nTotal,,,\r\n$/,
  );
  const phone = { device_id: newId(), highest: 0, highest_hash: null, open: [], closed: [] };
  const report = { ...phone, unsent_count: 2, unsent_fils: 1_250 };
  await app.send('POST', '/api/devices/report', { as: shop.driver.session_id, body: report });
  // An older device repeats its user's open orders, which the total therefore excludes.
  const older = { ...phone, device_id: newId(), unsent_count: 0, unsent_fils: 0 };
  await app.send('POST', '/api/devices/report', { as: shop.driver.session_id, body: older });
  const [titles, ...phones] = cellsOf(await (await exported({ format: 'csv', list: 'phones' })).text());
  const [unsent, due] = ['Unsent cash (AED)', 'To collect (AED)'].map(
    (title) => titles?.indexOf(title) ?? -1,
  );
  const of_phones = phones.map((cells) => [cells[0], cells[unsent ?? -1], cells[due ?? -1]]);
  expect(of_phones.slice(0, -1).toSorted()).toEqual([
    ['Dawood Driver', '0.00', expect.stringMatching(/^\d/)],
    ['Dawood Driver', '12.50', expect.stringMatching(/^\d/)],
  ]);
  expect(of_phones.at(-1)).toEqual(['Total', '12.50', '']);
  const first = await addOrder(app.owner, shop, shop.driver, { minutes_ago: 90 });
  const second = await addOrder(app.owner, shop, shop.driver);
  const stops = cellsOf(await (await exported({ format: 'csv', list: 'stops' })).text());
  expect(stops.slice(1, -1).map((cells) => cells.slice(0, 3))).toEqual([
    ['Dawood Driver', '1', first.order_number],
    ['Dawood Driver', '2', second.order_number],
  ]);
});

test('the audit is exported with its filters and readable facts, and recorded without the typed text', async () => {
  const deliver_by = (
    await (await app.send('GET', '/api/desk/audit?kind=deliveries', { as: shop.manager.session_id })).json()
  ).events;
  const [newest] = deliver_by;
  const audit = { kind: 'deliveries', about: `#${newest.about.name}`, by: shop.driver.user_id };
  const [titles, row, total] = cellsOf(await (await exported({ format: 'csv', audit })).text());
  const cell = (title: string) => row?.[titles?.indexOf(title) ?? -1];
  expect(total?.[0]).toBe('Total');
  expect([cell('Who'), cell('What'), cell('Subject')]).toEqual([
    'Dawood Driver',
    'Confirm delivery',
    `Order ${newest.about.name}`,
  ]);
  expect(cell('Before')).toContain('Status: dispatching; Payment status: pending');
  expect(cell('After')).toMatch(
    /Status: completed.*Delivered: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d.*Collected: AED 20\.05/,
  );
  const { after } = (await audited()).at(-1) ?? {};
  expect(after).toMatchObject({
    report: 'audit',
    rows: 1,
    filters: [`by=${shop.driver.user_id}`, 'kind=deliveries', `order_ids=${newest.about.id}`],
  });
  const unknown = { about: '=2+5 Layla', account: 'Layla Haddad', to: '2026-11-01' };
  const nothing = await exported({ format: 'csv', audit: unknown });
  expect(nothing.headers.get('content-disposition')).toContain('2026-11-01');
  expect(cellsOf(await nothing.text())).toHaveLength(2);
  expect(JSON.stringify((await audited()).map(({ after: facts }) => facts))).not.toMatch(/2\+5|Layla/);
});

test('more rows than a workbook allows are refused as xlsx and exported as CSV in pages', async () => {
  await sql`insert into audit_events (shop_id, id, source, operator, what, after, recorded_at)
    select ${shop.shop_id}, gen_random_uuid(), 'command line', '=cmd', 'issue_cash', '{"amount_fils": 125000}', now() - n * interval '1 second'
    from generate_series(1, ${XLSX_ROWS + 1}) n`.execute(app.owner);
  const audit = { by: 'command_line' };
  const refused = await exported({ format: 'xlsx', audit });
  expect([refused.status, (await refused.json()).errors]).toEqual([
    422,
    [{ pointer: '/format', detail: 'allows 2500 rows at most, and this export has 2501. Use csv.' }],
  ]);
  const response = await exported({ format: 'csv', audit });
  expect(response.headers.get(EXPORT_ROWS_HEADER)).toBe('2501');
  const lines = (await response.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(XLSX_ROWS + 3);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines[1]).toContain(',Operator =cmd,Issue cash,,,"Amount: AED 1,250.00",');
  expect(await outcomes()).toEqual(['begun', 'done']);
});

test('a counted file has the same content, and each chunk carries the number of rows so far', async () => {
  for (const format of ['csv', 'xlsx'] as const) {
    const plain = new Uint8Array(await (await exported({ ...report('deliveries'), format })).arrayBuffer());
    const response = await exported({ ...report('deliveries'), format, counted: true });
    expect(response.headers.get('content-type')).toBe(COUNTED_TYPE);
    const frames = frameReader();
    const pieces = frames.take(new Uint8Array(await response.arrayBuffer()));
    expect(frames.isWhole(2)).toBe(true);
    const file = Buffer.concat(pieces);
    // A workbook contains the time at which it was made.
    if (format === 'csv') expect(file.equals(plain)).toBe(true);
    else expect(await readSheet(new Blob([new Uint8Array(file)]))).toHaveLength(4);
  }
});

test('Managers and Admins may export one view of their own shop at a time', async () => {
  expect(cellsOf(await (await exported(report('movements'), shop.admin)).text())).toHaveLength(5);
  for (const person of [shop.driver, shop.stranger])
    expect((await exported(report('movements'), person)).status).toBe(403);
  const elsewhere = await createTestShop(app.owner);
  const other = await exported(report('movements'), elsewhere.manager);
  expect(cellsOf(await other.text())).toHaveLength(2);
  for (const body of [
    { format: 'csv' },
    { ...report('movements'), list: 'people' },
    report('days', { to: '2019-01-01' }),
    report('deliveries', { reason: 'issue' }),
  ])
    expect((await exported(body)).status).toBe(422);
});

test('an export shows one snapshot, whatever is recorded while it is read', async () => {
  const { reader, first } = await begun(report('deliveries'));
  expect(first.startsWith('Delivered at')).toBe(true);
  await deliver(9_900);
  let rest = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    rest += new TextDecoder().decode(piece.value);
  expect(rest.trimEnd().split('\r\n')).toHaveLength(3);
  expect(rest).toContain('165.55');
  expect(await outcomes()).toEqual(['begun', 'done']);
});

test('an export ends and records the reason if cancelled, not read, or its session ends', async () => {
  const cancelled = await begun(report('deliveries'));
  const second = await exported(report('deliveries'));
  expect([second.status, second.headers.get('retry-after')]).toEqual([503, '5']);
  await cancelled.reader.cancel();
  await expect.poll(outcomes).toEqual(['begun', 'cancelled']);

  await begun(report('deliveries'));
  await expect.poll(outcomes, { timeout: ENDED_MS }).toEqual(['begun', 'cancelled', 'begun', 'cut_off']);

  const over = await begun(report('deliveries'));
  await app.owner
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('id', '=', shop.manager.session_id)
    .execute();
  await expect(over.reader.read()).rejects.toMatchObject({ code: 'not_signed_in' });
  await expect
    .poll(async () => (await audited()).at(-1))
    .toMatchObject({ source: 'server', after: { outcome: 'refused', rows: 0 } });
  expect((await (await exported(report('deliveries'), shop.admin)).text()).split('\r\n')).toHaveLength(5);
});

test('an export ends when its user has moved to another shop', async () => {
  const moved = await begun(report('deliveries'));
  const other = await createTestShop(app.owner);
  await app.owner
    .updateTable('profiles')
    .set({ shop_id: other.shop_id })
    .where('id', '=', shop.manager.user_id)
    .execute();
  await expect(moved.reader.read()).rejects.toMatchObject({ code: 'no_access' });
  await expect
    .poll(async () => (await audited()).at(-1))
    .toMatchObject({ source: 'server', after: { outcome: 'refused', rows: 0 } });
});

test('a stopping server aborts exports, records that and refuses new ones', async () => {
  const { reader } = await begun(report('deliveries'));
  stopping.abort();
  await expect(reader.read()).rejects.toThrow();
  await expect
    .poll(async () => (await audited()).at(-1))
    .toMatchObject({ source: 'server', user_id: null, after: { outcome: 'server_stopped' } });
  expect(await outcomes()).toEqual(['begun', 'server_stopped']);
  expect((await exported(report('deliveries'))).status).toBe(503);
});

import { describe, expect, it, test } from 'vitest';
import { workbookOf } from '../../../../tests/support/sample-workbook.ts';
import { exportOf, orderRow } from '../../../../tests/support/shopify-export.ts';
import { guessColumns, isWooCommerce } from '../columns/guess-columns.ts';
import { kindOf, readingOf } from '../import-source.ts';
import { faultList } from '../preview/fault-list.ts';
import { markRepeated, type PreviewRow } from '../run-import.ts';
import { Batching, type Grouped, OrderGroups } from './group-orders.ts';
import { columnNames } from './header-row.ts';
import { openFile } from './open-file.ts';

const fileOf = (content: string | Uint8Array, name = 'list.csv') => new File([content as BlobPart], name);
const LIST = 'Number,Name,Amount\n1,Layla,145.10\n2,Omar,5\n';

async function read(content: string | Uint8Array) {
  const { rows, ...opened } = await openFile(fileOf(content), null);
  const all: { line: number; cells: string[] }[] = [];
  for await (const { line, cells } of rows()) all.push({ line, cells });
  return { ...opened, all };
}

function utf16(text: string, big_endian = false): Uint8Array {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return big_endian ? bytes.swap16() : bytes;
}

describe('a text file', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['in UTF-8', LIST, 'utf-8'],
    ['with a byte order mark', `\uFEFF${LIST}`, 'utf-8'],
    ['in UTF-16', utf16(LIST), 'utf-16le'],
    ['in big-endian UTF-16', utf16(LIST, true), 'utf-16be'],
    ['with Windows line ends', LIST.replaceAll('\n', '\r\n'), 'utf-8'],
    ['with semicolons', LIST.replaceAll(',', ';'), 'utf-8'],
    ['with tabs', LIST.replaceAll(',', '\t'), 'utf-8'],
  ])('%s yields the same rows', async (_, content, encoding) => {
    expect(await read(content)).toMatchObject({
      encoding: { name: encoding, by: 'certain' },
      header: ['Number', 'Name', 'Amount'],
      all: [
        { line: 2, cells: ['1', 'Layla', '145.10'] },
        { line: 3, cells: ['2', 'Omar', '5'] },
      ],
    });
  });

  test('without valid UTF-8 is read in a legacy encoding, even if the first other byte is far down', async () => {
    const padding = 'x'.repeat(200_000);
    const old = Buffer.concat([
      Buffer.from(`Number,Name\n1,${padding}\n2,`),
      Buffer.from([0xe1, 0xed, 0xe1, 0xec]),
    ]);
    const { encoding, all } = await read(old);
    expect([encoding?.name, all.at(-1)?.cells]).toEqual(['windows-1256', ['2', 'ليلى']]);
  });

  test('may have a title, empty rows and line breaks in cells, and keeps physical line numbers', async () => {
    const { header_line, all } = await read(
      'Orders of today,,\n\nOrder no,Name,Total\n1,"A\nB",5\n,,\n2,C,6\n',
    );
    expect([header_line, all]).toEqual([
      3,
      [
        { line: 4, cells: ['1', 'A\nB', '5'] },
        { line: 7, cells: ['2', 'C', '6'] },
      ],
    ]);
  });

  it.each<[string, string | Uint8Array, string]>([
    ['an empty file', '', 'empty'],
    ['an old Excel file', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3, 4]), 'old_excel'],
    ['a zip that is no workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), 'not_a_sheet'],
    ['one column only', 'a\nb\n', 'no_header'],
  ])('%s is rejected with the reason', async (_, content, why) => {
    await expect(openFile(fileOf(content), null)).rejects.toMatchObject({ why });
  });

  it.each<[string, string, object]>([
    ['more columns than a layout has', `${'c,'.repeat(500)}\n`, { why: 'too_many_columns', line: 0 }],
    [
      'a line of more than a million characters',
      `${LIST}${'x'.repeat(1_100_000)}`,
      { why: 'row_too_long', line: 3 },
    ],
    ['a file of NUL characters', '\0'.repeat(2_200_000), { why: 'row_too_long', line: 0 }],
    ['more than five million empty lines', '\n'.repeat(5_000_001), { why: 'too_many_rows' }],
    ['a row with millions of line breaks', `${LIST}3,"${'\n'.repeat(5_000_001)}`, { why: 'too_many_rows' }],
    [
      'a title with an unclosed quotation mark',
      `"${'x\n'.repeat(550_000)}`,
      { why: 'quotation_mark', line: 0 },
    ],
  ])('%s is rejected during reading', async (_, content, refused) => {
    await expect(openFile(fileOf(content), null)).rejects.toMatchObject(refused);
  });

  test('may begin with a million empty lines', async () => {
    const { header_line, all } = await read(`${'\n'.repeat(1_000_000)}${LIST}`);
    expect([header_line, all.length]).toEqual([1_000_001, 2]);
  });

  test('is read up to a row with too many cells', async () => {
    const { rows } = await openFile(fileOf(`${LIST.repeat(20)}3${','.repeat(900_000)}`), null);
    const lines: number[] = [];
    const reading = (async () => {
      for await (const { line } of rows()) lines.push(line);
    })();
    await expect(reading).rejects.toMatchObject({ why: 'too_many_columns', line: 60 });
    expect(lines.at(-1)).toBe(60);
  });

  test('has samples of at most 200 characters for each cell', async () => {
    const { samples } = await openFile(fileOf(`Number,Name\n1,${'x'.repeat(900_000)}\n`), null);
    expect(samples[0]?.map((cell) => cell.length)).toEqual([1, 200]);
  });

  test('with damage yields the rows before it and reports the line', async () => {
    const { rows } = await openFile(fileOf(`${LIST}3,"open,4\n`), null);
    const lines: number[] = [];
    const reading = (async () => {
      for await (const { line } of rows()) lines.push(line);
    })();
    await expect(reading).rejects.toMatchObject({ why: 'quotation_mark', line: 3 });
    expect(lines).toEqual([2, 3]);
  });
});

test('numbers, dates, failed formulas and merged cells of a workbook are read', async () => {
  const book = workbookOf(
    {
      Today: [
        ['Number', 'Name', 'Amount', 'Date'],
        [{ number: '1001' }, 'A & B', { number: '145.10000000000002' }, { date: '46346.75' }],
        [{ number: '6200407294252' }, null, { failed: '#REF!' }, { date: '46346' }],
        [],
        [{ number: '3' }, 'C', { number: '1.2E2' }, null],
      ],
      'Other <sheet>': [
        ['Number', 'Name'],
        ['9', 'Z'],
      ],
    },
    ['B5:B6', 'A1:D1'],
  );
  const { rows, sheets, sheet } = await openFile(fileOf(book), null);
  expect([sheets, sheet]).toEqual([['Today', 'Other <sheet>'], 'Today']);
  const all = [];
  for await (const { line, cells, faults } of rows()) all.push([line, cells.join('|'), faults]);
  expect(all).toEqual([
    [2, '1001|A & B|145.1|2026-11-20T18:00', []],
    [
      3,
      '6200407294252|||2026-11-20',
      [{ at: 2, fault: { code: 'formula_failed', values: { text: '#REF!' } } }],
    ],
    [5, '3|C|120|', [{ at: 1, fault: { code: 'merged_rows', values: { from: '5', to: '6' } } }]],
  ]);
  expect((await openFile(fileOf(book), 'Other <sheet>')).samples).toEqual([['9', 'Z']]);
});

test('a fault of an imported cell is sent although a cell that is not imported has a fault too', async () => {
  const book = workbookOf(
    {
      Orders: [
        ['Number', 'Name', 'Amount', 'Note'],
        ['1', 'Layla', { failed: '#N/A' }, { failed: '#REF!' }],
        ['2', 'Omar', '5', { failed: '#REF!' }],
        ['3', 'Sara', { failed: '#N/A' }, 'x'],
        ['4', 'Huda', { failed: '#N/A' }, 'y'],
        [{ failed: '#N/A' }, 'Amal', '7', 'z'],
      ],
    },
    ['D2:D3', 'B3:B4', 'D4:D5', 'B5:B6', 'B5:B6'],
  );
  const { rows, header } = await openFile(fileOf(book), null);
  const columns = ['Number', 'Name', 'Amount'];
  const grouping = {
    ...{ header, columns, kinds: [], number: 'Number', id: null },
    ...{ several_rows: false, exact_width: false },
  };
  const groups = new OrderGroups(grouping, 10);
  const sent: (Grouped | null)[] = [];
  for await (const row of rows()) sent.push(groups.take(row));
  const orders = [...sent, groups.end()].flatMap((grouped) =>
    grouped && 'order' in grouped ? grouped.order : [],
  );
  expect(orders.map(({ misshapen }) => [misshapen?.column, misshapen?.fault.code])).toEqual([
    ['Amount', 'formula_failed'],
    ['Name', 'merged_rows'],
    ['Name', 'merged_rows'],
    ['Name', 'merged_rows'],
    ['Number', 'formula_failed'],
  ]);
});

describe('grouping rows into orders', () => {
  const grouping = {
    header: ['No', 'Item'],
    columns: ['No', 'Item'],
    kinds: [],
    number: 'No',
    id: null,
    several_rows: true,
    exact_width: false,
  };
  function group(rows: string[][], with_items = true): Grouped[] {
    const groups = new OrderGroups({ ...grouping, several_rows: with_items }, 10);
    const all = rows.map((cells, at) => groups.take({ line: at + 2, cells, faults: [] }));
    return [...all, groups.end()].flatMap((one) => one ?? []);
  }

  const linesOf = (orders: Grouped[]) =>
    orders.map((one) => ('order' in one ? one.order.map(({ line }) => line) : one.fault));

  test('joins consecutive rows with the same number', () => {
    const rows = [
      ['#1', 'a'],
      ['1', 'b'],
      ['2', 'd'],
    ];
    expect(linesOf(group(rows))).toEqual([[2, 3], [4]]);
  });

  test('L1, L2: a row without a number, or of totals, is not part of the previous order', () => {
    const rows = [
      ['1001', 'Dates'],
      ['', 'Honey'],
      ['', 'Milk'],
      ['1001', 'Total'],
    ];
    const fault = { line: 5, order_number: '1001', kind: 'repeated', earlier: 2 };
    expect(linesOf(group(rows))).toEqual([[2], [3], [4], fault]);
  });

  test('L7: different spellings of a number are one order', () => {
    const rows = [
      ['a-1001', 'a'],
      ['\u200EA-1001', 'b'],
      ['#Ａ-１００１', 'c'],
      ['2', 'd'],
      ['A-10\u200B01', 'e'],
    ];
    const fault = { line: 6, order_number: 'A-1001', kind: 'repeated', earlier: 2 };
    expect(linesOf(group(rows))).toEqual([[2, 3, 4], [5], fault]);
  });

  test('reports a repeated number with its first row', () => {
    expect(
      group([
        ['1', 'a'],
        ['2', 'b'],
        ['١', 'c'],
      ])[2],
    ).toEqual({
      fault: { line: 4, order_number: '1', kind: 'repeated', earlier: 2 },
    });
    expect(
      group(
        [
          ['1', 'a'],
          ['1', 'b'],
        ],
        false,
      ),
    ).toHaveLength(2);
  });

  test('reports an order with hidden rows as an error', () => {
    const groups = new OrderGroups(grouping, 10);
    const rows: [number: string, is_hidden: boolean][] = [
      ...[['1', false] as const, ['1', true] as const, ['2', true] as const, ['2', false] as const],
      ...[['3', true] as const, ['4', false] as const, ['3', false] as const, ['', true] as const],
    ].map(([number, is_hidden]) => [number, is_hidden]);
    const all = rows.map(([number, is_hidden], at) =>
      groups.take({ line: at + 2, cells: [number, 'a'], faults: [], is_hidden }),
    );
    const grouped = [...all, groups.end()].flatMap((one) => one ?? []);
    expect(linesOf(grouped)).toEqual([
      { line: 2, order_number: '1', kind: 'partly_hidden', earlier: null },
      { line: 5, order_number: '2', kind: 'partly_hidden', earlier: null },
      [7],
      [8],
    ]);
  });

  test('rejects more orders than the limit, repeated ones included', () => {
    const distinct = Array.from({ length: 12 }, (_, at) => [String(at), 'a']);
    const repeated = Array.from({ length: 12 }, () => ['1', 'a']);
    expect(() => group(distinct)).toThrow('too_many');
    expect(() => group(repeated, false)).toThrow('too_many');
  });

  test('stores no more rows after an order is too large', () => {
    const groups = new OrderGroups(grouping, 10);
    const cells = ['1', 'x'.repeat(6_000)];
    const row = { line: 2, cells, faults: [] };
    for (let at = 0; at < 1_000; at += 1) groups.take(row);
    expect(groups.end()).toEqual({ fault: { line: 2, order_number: '1', kind: 'too_large', earlier: null } });
  });

  test('splits orders into requests of limited size', () => {
    const batching = new Batching();
    const big = (line: number): Grouped => ({
      order: [{ line, cells: ['x'.repeat(70_000)], misshapen: null }],
    });
    expect([1, 2, 3].map((line) => batching.add(big(line), 0)?.orders.length ?? 0)).toEqual([0, 0, 2]);
    expect(batching.take(1).orders).toHaveLength(1);
  });
});

test('columns are guessed by their headers', () => {
  expect(
    guessColumns(['Order #', 'First Name', 'Last Name', 'Mobile', 'Delivery Address', 'Total', 'Payment']),
  ).toEqual({
    order_number: ['Order #'],
    name: ['First Name', 'Last Name'],
    phone: ['Mobile'],
    address: ['Delivery Address'],
    amount: ['Total'],
    method: ['Payment'],
  });
  expect(guessColumns(['رقم الطلب', 'الاسم', 'العنوان', 'المبلغ'])).toMatchObject({
    order_number: ['رقم الطلب'],
    amount: ['المبلغ'],
  });
  const woo = [
    ...[
      'Order Number',
      'Order Status',
      'Order Date',
      'Customer Note',
      'First Name (Billing)',
      'Last Name (Billing)',
      'Phone (Billing)',
    ],
    ...[
      'First Name (Shipping)',
      'Last Name (Shipping)',
      'Address 1&2 (Shipping)',
      'City (Shipping)',
      'Payment Method Title',
    ],
    ...['Order Total Amount', 'SKU', 'Item Name', 'Quantity (- Refund)', 'Item Cost'],
  ];
  expect(isWooCommerce(woo)).toBe(true);
  expect(guessColumns(woo)).toMatchObject({
    name: ['First Name (Shipping)', 'Last Name (Shipping)'],
    other_name: ['First Name (Billing)', 'Last Name (Billing)'],
    address: ['Address 1&2 (Shipping)', 'City (Shipping)'],
    method: ['Payment Method Title'],
    item: ['Item Name'],
    quantity: ['Quantity (- Refund)'],
    status: ['Order Status'],
  });
  expect(columnNames(['Name', ' Name ', '', 'Total'])).toEqual(['Name', 'Name (2)', '(C)', 'Total']);
  expect(columnNames(['A', 'A', 'A (2)'])).toEqual(['A', 'A (2)', 'A (2) (2)']);
});

test('amount headers match in all spellings of AED, and in no other currency', () => {
  for (const name of [
    'Amount (AED)',
    'Total (Dhs)',
    'AED Total',
    'amount_aed',
    'Order Total - Dh.',
    'المبلغ (درهم)',
    'المبلغ د.إ.',
  ])
    expect({ name, columns: guessColumns([name]) }).toEqual({ name, columns: { amount: [name] } });
  expect(guessColumns(['Amount due (AED)'])).toEqual({ due: ['Amount due (AED)'] });
  for (const name of ['Amount (USD)', 'USD Total', 'Total $', 'AED'])
    expect(guessColumns([name])).toEqual({});
});

test('Shopify’s export is detected and sent with all columns, and shifted rows are marked', async () => {
  const { rows, ...opened } = await openFile(fileOf(exportOf(orderRow(), `#2,too short`)), null);
  expect(kindOf(opened.header)).toBe('shopify');
  const { grouping, read_as } = readingOf(opened, null);
  expect(read_as.columns).toContain('Billing Zip');
  const groups = new OrderGroups(grouping, 10);
  const all: Grouped[] = [];
  for await (const row of rows()) all.push(...[groups.take(row)].flatMap((one) => one ?? []));
  all.push(...[groups.end()].flatMap((one) => one ?? []));
  expect(all).toMatchObject([
    { order: [{ misshapen: null }] },
    { order: [{ misshapen: { column: expect.any(String) } }] },
  ]);
});

test('an order whose rows are not consecutive is not imported', () => {
  const none = { faults: [], differences: [], left_because: null, version: null };
  const row = (line: number, order_number: string, fate: PreviewRow['fate']): PreviewRow => ({
    ...{ line, order_number, fate, order: null, ...none, file_fault: null, earlier: null },
  });
  const repeated = (line: number, earlier: number): PreviewRow => ({
    ...row(line, '1001', 'bad'),
    file_fault: 'repeated',
    earlier,
  });
  const rows = [row(2, '1001', 'new'), row(3, '1002', 'new'), repeated(4, 2), repeated(6, 2)];
  expect(markRepeated(rows)).toEqual([repeated(2, 4), ...rows.slice(1)]);
  const left_out = [row(2, '1001', 'left_out'), repeated(4, 2)];
  expect(markRepeated(left_out)).toEqual(left_out);
});

test('the error list contains no formulas', () => {
  const unreadable = { code: 'unreadable_letters', values: {}, reason: 'has "no" letters' };
  const fault = { ...unreadable, line: 3, column: 'Name', value: '=1+1', unknown_method: null };
  const row = {
    line: 3,
    order_number: '-5',
    fate: 'bad' as const,
    order: null,
    faults: [fault],
    differences: [],
    left_because: null,
    version: null,
  };
  expect(faultList([{ ...row, file_fault: null, earlier: null }], ['Row'], () => '')).toBe(
    '\uFEFFRow\r\n3,\'-5,Name,\'=1+1,"has ""no"" letters"\r\n',
  );
});

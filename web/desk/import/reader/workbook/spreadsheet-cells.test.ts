import { describe, expect, it, test } from 'vitest';
import type { CellKind, ListLayout } from '../../../../../contract/rules/import/import-fields.ts';
import { hostileSheet, hostileWorkbook } from '../../../../../tests/support/hostile-workbook.ts';
import { type SheetCell, workbookOf } from '../../../../../tests/support/sample-workbook.ts';
import { likelySheets } from '../../sheets/likely-sheets.ts';
import { openFile } from '../open-file.ts';

const HEADER = ['Order no', 'Customer', 'Amount', 'Order date'];
const KINDS: CellKind[] = ['text', 'text', 'amount', 'date'];

const LAYOUT = {
  columns: { order_number: ['Inv'], name: ['Cust'], address: ['Addr'], amount: ['Amt'] },
  method: 'cash',
  date_order: 'dmy',
} satisfies ListLayout;

type Options = Parameters<typeof workbookOf>[2];

async function open(
  rows: SheetCell[][],
  { merged = [], ...options }: Options & { merged?: string[] } = {},
  others = {},
) {
  const book = workbookOf({ Orders: rows, ...others }, merged, options);
  return openFile(new File([new Uint8Array(book)], 'orders.xlsx'), null);
}

/** Reads the rows below the header: each cell, or its fault. */
async function read(rows: SheetCell[][], options?: Parameters<typeof open>[1], kinds = KINDS) {
  const opened = await open([HEADER, ...rows], options);
  const all: string[][] = [];
  for await (const { cells, faults } of opened.rows(kinds)) {
    const shown = [...cells];
    for (const { at, fault } of faults) shown[at] = `${fault.code}: ${Object.values(fault.values).join(' ')}`;
    all.push(shown);
  }
  return all;
}

/** Reads one cell in a column of the given kind. */
async function readOne(kind: CellKind, cell: SheetCell, options?: Options) {
  const [first] = await read([['1', cell, '1', null]], options, ['text', kind, 'amount', 'date']);
  return first?.[1];
}

describe('a text that a spreadsheet has converted', () => {
  it.each<[string, SheetCell, string]>([
    ['1-2 as a date', { date: '46055', format: 'd-mmm' }, 'became_date: 2-Feb'],
    ['3/4 as a built-in date', { date: '46115', format: 'dd/mm/yyyy' }, 'became_date: 03/04/2026'],
    ['12:30 as a time', { date: '0.520833333333333', format: 'h:mm' }, 'became_date: 12:30'],
    ['1E5 as a number with an exponent', { number: '100000', format: '0.00E+00' }, 'became_number: 1.00E+05'],
    ['1/2 as a fraction', { number: '0.5', format: '# ?/?' }, 'became_number: 1/2'],
    ['50% as a share', { number: '0.5', format: '0%' }, 'became_number: 50%'],
    ['1.10 as a decimal', { number: '1.1' }, 'became_number: 1.1'],
    ['18 digits, of which 15 are left', { number: '6.2004072942521234E+17' }, 'became_number: 6.20041E+17'],
  ])('%s is an error that shows the cell', async (_, cell, expected) => {
    expect(await readOne('text', cell)).toBe(expected);
  });

  it.each<[string, SheetCell, string]>([
    ['a whole number', { number: '6200407294252' }, '6200407294252'],
    ['a number in a cell that is formatted as text', { number: '1001', format: '@' }, '1001'],
    ['leading zeros', { number: '501234567', format: '0000000000' }, '0501234567'],
    ['a prefix', { number: '42', format: '"A-"0000' }, 'A-0042'],
    ['thousands', { number: '1001', format: '#,##0' }, '1001'],
    ['decimals that are zero', { number: '1001', format: '#,##0.00' }, '1001'],
    ['TRUE', { formula: 'TRUE()', result: 'TRUE' }, 'TRUE'],
  ])('%s is read as shown', async (_, cell, expected) => {
    expect(await readOne('text', cell)).toBe(expected);
  });
});

describe('an amount', () => {
  it.each<[string, SheetCell, string]>([
    ['with more decimals than shown', { number: '45.5', format: '0' }, '45.5'],
    ['in AED', { number: '45.5', format: '[$AED] #,##0.00' }, '45.5'],
    ['in AED, in Arabic', { number: '45.5', format: '[$د.إ.\u200f-3801] #,##0.00' }, '45.5'],
    ['in parentheses', { number: '-45.5', format: '#,##0.00;(#,##0.00)' }, '-45.5'],
    ['in another currency', { number: '45.5', format: '[$$-409]#,##0.00' }, 'other_unit: $45.50'],
    ['in per cent', { number: '0.1', format: '0%' }, 'other_unit: 10%'],
    [
      'in another currency from 1,000',
      { number: '1234.5', format: '[>=1000]"$"0.00;"AED" 0.00' },
      'other_unit: $1234.50',
    ],
    ['with a currency behind General', { number: '45', format: 'General" USD"' }, 'other_unit: 45 USD'],
    ['with a text for zero', { number: '0', format: '0.00;-0.00;"free"' }, '0'],
    ['that became a date', { date: '46143', format: 'd-mmm' }, 'became_date: 1-May'],
  ])('%s is read or rejected', async (_, cell, expected) => {
    expect(await readOne('amount', cell)).toBe(expected);
  });
});

test('a quantity may be formatted with a unit', async () => {
  expect(await readOne('number', { number: '3', format: '0" pcs"' })).toBe('3');
});

test('the text of a fault is cut to the shown length without half a character', async () => {
  const shown = await readOne('text', { number: '7.5', format: `"x${'\u{1F600}'.repeat(80)}"0.0` });
  expect(shown).toMatch(/^became_number: x\p{Emoji}+\uFFFD$/u);
});

test('an invalid style is ignored', async () => {
  const sheet = hostileSheet('<row r="3"><c r="A3" s="x"><v>2</v></c><c r="B3" s="-4"><v>3</v></c></row>');
  const opened = await openFile(new File([hostileWorkbook({ sheet })], 'orders.xlsx'), null);
  expect(opened.samples.at(-1)).toEqual(['2', '3']);
});

describe('both date systems', () => {
  const day = { date: '44884.75' };
  it.each<[string, string, string]>([
    ['as one', '<workbookPr date1904="1"/>', '2026-11-20T18:00'],
    ['as true', '<workbookPr date1904="true"/>', '2026-11-20T18:00'],
    [
      'in front of an extension',
      '<workbookPr date1904="1"/><extLst><ext><x15:workbookPr xmlns:x15="x" chartTrackingRefBase="1"/></ext></extLst>',
      '2026-11-20T18:00',
    ],
    ['as zero', '<workbookPr date1904="0"/>', '2022-11-19T18:00'],
    ['as false', '<workbookPr date1904="false"/>', '2022-11-19T18:00'],
    ['not at all', '', '2022-11-19T18:00'],
  ])('are distinguished if 1904 is declared %s', async (_, properties, expected) => {
    expect(await readOne('date', day, { properties })).toBe(expected);
  });

  test('apply to days without a date format; times without a day are kept', async () => {
    const properties = '<workbookPr date1904="1"/>';
    expect(await readOne('date', { number: '44884' }, { properties })).toBe('46346');
    expect(await readOne('date', { number: '46346' })).toBe('46346');
    expect(await readOne('date', { date: '0.75', format: 'h:mm AM/PM' })).toBe('6:00 PM');
    expect(await readOne('date', { date: '46346.99977' })).toBe('2026-11-20T23:59');
    expect(await readOne('date', { date: '46346.0002' })).toBe('2026-11-20T00:00');
    expect(await readOne('text', { ...day, format: 'd mmm yyyy' }, { properties })).toBe(
      'became_date: 20 Nov 2026',
    );
  });
});

describe('formulas', () => {
  test('are read from their stored results, and are errors without them', async () => {
    const rows = [
      [{ formula: '"A"&"1"', result: 'A1' }, 'Layla', { number: '5' }, null],
      [{ formula: '"A"&"2"' }, 'Omar', { formula: 'SUM(1,2)' }, null],
      [{ formula: 'IF(1,"")', result: '' }, { failed: '#N/A' }, null, null],
      [{ formula: '1+1' }, null, null, null],
      [{ failed: '#REF!' }, { failed: '#REF!' }, null, null],
    ];
    expect(await read(rows)).toEqual([
      ['A1', 'Layla', '5', ''],
      ['formula_without_result: ', 'Omar', 'formula_without_result: ', ''],
      ['', 'formula_failed: #N/A', '', ''],
      ['formula_without_result: ', '', '', ''],
      ['formula_failed: #REF!', 'formula_failed: #REF!', '', ''],
    ]);
  });
});

describe('merged cells', () => {
  test('are errors in each of their rows and columns', async () => {
    const row = ['1', 'a', '2', 'b'];
    expect(await read([row, row, row, row], { merged: ['B2:D2', 'C3:D4'] })).toEqual([
      ['1', 'a', 'merged_columns: B D', 'merged_columns: B D'],
      ['1', 'a', 'merged_rows: 3 4', 'merged_rows: 3 4'],
      ['1', 'a', 'merged_rows: 3 4', 'merged_rows: 3 4'],
      row,
    ]);
  });

  test('in the header give their name to each column', async () => {
    const opened = await open(
      [
        ['Order no', 'Address', null, 'Total', 'Total'],
        ['1', 'a', 'b', '2', '3'],
      ],
      { merged: ['B1:C1'] },
    );
    expect(opened.header).toEqual(['Order no', 'Address', 'Address (2)', 'Total', 'Total (2)']);
  });
});

describe('the hidden parts of a workbook', () => {
  const row = (number: string) => [number, 'x', '1', null];

  test('L11: rows are skipped and counted, except empty ones and those above the header', async () => {
    const rows = [['Orders of today', null], HEADER, row('1'), row('2'), [], row('3'), row('4')];
    const opened = await open(rows, { hidden: { rows: [1, 4, 5, 7] } });
    const lines: number[] = [];
    for await (const { line, is_hidden } of opened.rows()) if (!is_hidden) lines.push(line);
    expect([lines, opened.hidden]).toEqual([[3, 6], { rows: 2, sheets: 0, columns: [] }]);
  });

  test('columns are read and listed', async () => {
    const opened = await open([HEADER, row('1')], { hidden: { columns: [3] } });
    expect([opened.samples, opened.hidden.columns]).toEqual([[['1', 'x', '1', '']], ['Amount']]);
  });

  test('sheets are skipped and counted', async () => {
    const other = { Old: [HEADER, row('9')], Summary: [['Total', 'of today']] };
    const opened = await open([HEADER, row('1')], { hidden: { sheets: ['Orders'] } }, other);
    expect(opened).toMatchObject({ sheets: ['Old', 'Summary'], sheet: 'Old', hidden: { sheets: 1 } });
  });
});

describe('the sheet with the orders', () => {
  const orders: SheetCell[][] = [HEADER, ['1', 'x', '1', null]];
  const chosen = async (sheets: Record<string, SheetCell[][]>, remembered: string[] = []) => {
    const { sheet, choices } = await openFile(
      new File([new Uint8Array(workbookOf(sheets))], 'orders.xlsx'),
      null,
    );
    const layouts = remembered.length > 0 ? [{ header: remembered, layout: LAYOUT }] : [];
    return [sheet, likelySheets(choices, layouts).map(({ name }) => name)];
  };

  test('is the one with known headers, at any position', async () => {
    const cover = [
      ['Prepared by', 'Mina'],
      ['Shop', 'Marina'],
    ];
    expect(await chosen({ Cover: cover, Empty: [], Today: orders })).toEqual(['Today', ['Today']]);
  });

  test('is ambiguous if several have known headers', async () => {
    expect(await chosen({ Today: orders, Notes: [['a', 'b']], Yesterday: orders })).toEqual([
      'Today',
      ['Today', 'Yesterday'],
    ]);
  });

  test('is the one with a remembered layout, even if another one has known headers', async () => {
    const header = ['Inv', 'Cust', 'Addr', 'Amt'];
    const products = [
      ['SKU', 'Price', 'Quantity'],
      ['1', '2', '3'],
    ];
    const sheets = { Products: products, Orders: [header, ['1', 'x', 'y', '2']] };
    expect(await chosen(sheets)).toEqual(['Products', ['Products']]);
    expect(await chosen(sheets, header)).toEqual(['Products', ['Orders']]);
  });

  test('may be one that cannot be read', async () => {
    const sheets =
      '<sheet name="Orders" sheetId="1" r:id="rId2"/><sheet name="Orders old" sheetId="2" r:id="rId1"/>';
    const workbook = `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`;
    const { sheet, choices } = await openFile(new File([hostileWorkbook({ workbook })], 'orders.xlsx'), null);
    expect([sheet, likelySheets(choices, []).map(({ name }) => name)]).toEqual([
      'Orders old',
      ['Orders', 'Orders old'],
    ]);
  });

  test('may have unknown headers', async () => {
    const unknown = [
      ['Nr', 'Kunde'],
      ['1', 'x'],
    ];
    expect(await chosen({ Empty: [], Liste: unknown })).toEqual(['Liste', ['Liste']]);
  });
});

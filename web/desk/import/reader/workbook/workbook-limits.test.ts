import { describe, expect, it, test } from 'vitest';
import {
  type HostileParts,
  hostileSheet,
  hostileWorkbook,
  withEntryField,
} from '../../../../../tests/support/hostile-workbook.ts';
import { openFile } from '../open-file.ts';
import { WORKBOOK_LIMITS, type WorkbookLimits } from '../reading-limits.ts';
import { CellFormats, readCellFormats } from './cell-formats.ts';
import { openWorkbook, readSheetRows } from './sheet-rows.ts';
import { WorkbookBudget } from './workbook-budget.ts';

const SMALL: WorkbookLimits = {
  ...WORKBOOK_LIMITS,
  unpacked_bytes: 200_000,
  parts: 20,
  sheets: 10,
  cells: 1_000,
  shared_texts: 1_000,
  merged_rows: 1_000,
  merged_cells: 2_000,
  row_characters: 10_000,
  characters: 50_000,
  elements: 500,
};

/** Returns the reason why a workbook was rejected ("read" if it was not), and how much of it was read. */
async function refusal(bytes: Uint8Array, limits: WorkbookLimits = SMALL) {
  const workbook = await openWorkbook(new Blob([bytes as Uint8Array<ArrayBuffer>]), limits);
  const why: unknown = await readSheetRows(workbook, 'Orders').then(
    () => 'read',
    (error: { why: string }) => error.why,
  );
  return { why, budget: workbook.budget };
}

const rowsOf = (count: number, cells: (line: number) => string) =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 3}">${cells(at + 3)}</row>`).join('');
const cell = (line: number) => `<c r="A${line}"><v>1</v></c>`;
const shared = (line: number) => `<c r="A${line}" t="s"><v>0</v></c>`;

describe('a workbook that exceeds a limit is rejected', () => {
  it.each<[string, HostileParts, string]>([
    [
      'one cell in the last column',
      { sheet: hostileSheet('<row r="3"><c r="XFD3"><v>1</v></c></row>') },
      'too_many_columns',
    ],
    ['a row number that no sheet has', { sheet: hostileSheet('<row r="1000000000"/>') }, 'too_many_rows'],
    ['many cells', { sheet: hostileSheet(rowsOf(1_100, cell)) }, 'too_many_cells'],
    [
      'many empty cells',
      { sheet: hostileSheet(`<row r="3">${'<c/>'.repeat(1_100)}</row>`) },
      'too_many_cells',
    ],
    [
      'more empty cells in a row than a sheet has columns',
      { sheet: hostileSheet(`<row r="3">${'<c/>'.repeat(16_385)}</row>`) },
      'too_many_columns',
    ],
    ['many shared texts', { shared_texts: `<sst>${'<si/>'.repeat(1_100)}</sst>` }, 'too_many_cells'],
    [
      'a long text that many cells share',
      {
        shared_texts: `<sst><si><t>${'x'.repeat(9_000)}</t></si></sst>`,
        sheet: hostileSheet(rowsOf(20, shared)),
      },
      'unpacks_too_large',
    ],
    [
      'a long text that a row repeats',
      {
        shared_texts: `<sst><si><t>${'x'.repeat(9_000)}</t></si></sst>`,
        sheet: hostileSheet('<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>0</v></c></row>'),
      },
      'row_too_long',
    ],
    [
      'a long cell',
      { sheet: hostileSheet(`<row r="3"><c r="A3" t="str"><v>${'x'.repeat(11_000)}</v></c></row>`) },
      'row_too_long',
    ],
    ['whitespace outside cells', { sheet: hostileSheet('', { after: ' '.repeat(150_000) }) }, 'row_too_long'],
    [
      'a long comment',
      { sheet: hostileSheet('', { after: `<!--${'<'.repeat(150_000)}-->` }) },
      'row_too_long',
    ],
    [
      'a long attribute',
      { sheet: hostileSheet('', { before: `<x y="${'x'.repeat(150_000)}"/>` }) },
      'row_too_long',
    ],
    [
      'many elements other than cells',
      { sheet: hostileSheet('', { after: '<x/>'.repeat(1_000) }) },
      'overloaded',
    ],
    ['deeply nested elements', { sheet: `<worksheet>${'<x>'.repeat(1_000)}` }, 'overloaded'],
    ['many empty rows', { sheet: hostileSheet('<row/>'.repeat(1_000)) }, 'overloaded'],
    ['many comments', { styles: `<styleSheet>${'<!---->'.repeat(1_000)}</styleSheet>` }, 'overloaded'],
    [
      'many bytes in total',
      { styles: `<styleSheet>${`<x>${' '.repeat(9_000)}</x>`.repeat(40)}</styleSheet>` },
      'unpacks_too_large',
    ],
  ])('%s', async (_, parts, why) => {
    const limits = why === 'too_many_columns' ? WORKBOOK_LIMITS : SMALL;
    expect((await refusal(hostileWorkbook(parts), limits)).why).toBe(why);
  });

  it('too many merged rows, even if ranges overlap', async () => {
    const merged = (ranges: string) =>
      hostileSheet(rowsOf(40, cell), { after: `<mergeCells>${ranges}</mergeCells>` });
    const once = hostileWorkbook({ sheet: merged('<mergeCell ref="A1:B1048576"/>') });
    expect((await refusal(once)).why).toBe('read');
    const { why, budget } = await refusal(
      hostileWorkbook({ sheet: merged('<mergeCell ref="A1:A1048576"/>'.repeat(100)) }),
    );
    expect([why, budget.merged_rows]).toEqual(['too_many_merged', 1_008]);
    const wide = await refusal(hostileWorkbook({ sheet: merged('<mergeCell ref="A3:XFD3"/>'.repeat(10)) }));
    expect([wide.why, wide.budget.merged_cells]).toEqual(['too_many_merged', 2_500]);
  });

  it('too many sheets or archive parts', async () => {
    const sheets = '<sheet name="Orders" sheetId="1" id="rId1"/>'.repeat(11);
    const many = hostileWorkbook({ workbook: `<workbook><sheets>${sheets}</sheets></workbook>` });
    await expect(refusal(many)).rejects.toMatchObject({ why: 'too_many_sheets' });
    const parts = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`xl/media/${at}.png`, '']));
    await expect(refusal(hostileWorkbook({}, parts))).rejects.toMatchObject({ why: 'overloaded' });
  });
});

describe('reading a workbook stops', () => {
  const blanks = hostileWorkbook({ sheet: hostileSheet('', { after: ' '.repeat(20_000_000) }) });
  const limits = { ...WORKBOOK_LIMITS, unpacked_bytes: 3_000_000, row_characters: 100_000_000 };
  /** Larger than any chunk that the platform unpacks at once, in bytes. */
  const CHUNKS = 1_000_000;

  it('at the limit of unpacked bytes, regardless of the declared size', async () => {
    for (const archive of [blanks, withEntryField(blanks, 24, 10), withEntryField(blanks, 24, 0xffff_fff0)]) {
      const { why, budget } = await refusal(archive, limits);
      expect(why).toBe('unpacks_too_large');
      expect(budget.unpacked_bytes).toBeLessThan(limits.unpacked_bytes + CHUNKS);
    }
  });

  it('at the limit of a single text', async () => {
    const { why, budget } = await refusal(blanks, WORKBOOK_LIMITS);
    expect(why).toBe('row_too_long');
    expect(budget.unpacked_bytes).toBeLessThan(WORKBOOK_LIMITS.row_characters + CHUNKS);
  });

  it('at the first cell beyond the limit', async () => {
    const { budget } = await refusal(hostileWorkbook({ sheet: hostileSheet(rowsOf(2_000, cell)) }));
    expect(budget.cells).toBe(SMALL.cells + 1);
  });

  it('before other sheets and parts are unpacked', async () => {
    const others = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`xl/worksheets/sheet${at + 2}.xml`, ' '.repeat(100_000)]),
    );
    const { why, budget } = await refusal(hostileWorkbook({}, others));
    expect([why, budget.unpacked_bytes < 2_000]).toEqual(['read', true]);
  });
});

describe('a damaged workbook', () => {
  const whole = hostileWorkbook({});

  it.each<[string, Uint8Array, string]>([
    ['cut off', whole.slice(0, 400), 'not_a_sheet'],
    ['with files beyond its end', withEntryField(whole, 42, 0x7fff_ffff), 'unreadable'],
    ['with overlapping files', withEntryField(whole, 42, 0), 'unreadable'],
    ['with less packed data than declared', withEntryField(whole, 20, 5), 'unreadable'],
    ['with missing 64-bit numbers', withEntryField(whole, 42, 0xffff_ffff), 'unreadable'],
    [
      'with an invalid reference',
      hostileWorkbook({ sheet: hostileSheet('<row r="3"><c r="3A"><v>1</v></c></row>') }),
      'unreadable',
    ],
    [
      'with a reference of non-Latin letters',
      hostileWorkbook({ sheet: hostileSheet('<row r="3"><c r="ÿÿÿÿ3"><v>1</v></c></row>') }),
      'unreadable',
    ],
    [
      'with two cells that have the same reference',
      hostileWorkbook({ sheet: hostileSheet('<row r="3"><c r="A3"/><c r="A3"/></row>') }),
      'unreadable',
    ],
    ['with descending row numbers', hostileWorkbook({ sheet: hostileSheet('<row r="1"/>') }), 'unreadable'],
    ['with an invalid row number', hostileWorkbook({ sheet: hostileSheet('<row r="x"/>') }), 'unreadable'],
    [
      'with a reference to a missing text',
      hostileWorkbook({ sheet: hostileSheet('<row r="3"><c r="A3" t="s"><v>7</v></c></row>') }),
      'unreadable',
    ],
    ['with malformed XML', hostileWorkbook({ sheet: '<worksheet><a></b>' }), 'unreadable'],
    ['with XML that ends too early', hostileWorkbook({ sheet: '<worksheet><sheetData>' }), 'unreadable'],
  ])('%s is rejected', async (_, bytes, why) => {
    await expect(
      openFile(new File([bytes as Uint8Array<ArrayBuffer>], 'orders.xlsx'), null),
    ).rejects.toMatchObject({ why });
  });
});

test('a workbook that is harmless despite hostile features is read', async () => {
  const doctype = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>`;
  const sheet = hostileSheet(
    '<row r="3"><c r="A3" t="inlineStr"><is><t>&b;</t></is></c></row><row r="1048576"><c r="A1048576"><v>2</v></c></row>',
    { before: '<dimension ref="A1:XFD1048576"/>', after: '<controls><from><row>5</row></from></controls>' },
  );
  const bytes = hostileWorkbook({ sheet: `${doctype}${sheet}` });
  const { rows } = await openFile(new File([bytes as Uint8Array<ArrayBuffer>], 'orders.xlsx'), null);
  const read = [];
  for await (const { line, cells } of rows()) read.push([line, ...cells]);
  expect(read).toEqual([
    [2, '1', 'Layla'],
    [3, '&b;', ''],
    [1_048_576, '2', ''],
  ]);
});

test('a tag that is split between two chunks is read correctly', async () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="[>1]dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`;
  const bytes = new TextEncoder().encode(styles);
  for (let at = 1; at < bytes.length; at += 1) {
    async function* chunks() {
      yield bytes.slice(0, at);
      yield bytes.slice(at);
    }
    const formats = await readCellFormats(chunks(), new WorkbookBudget(WORKBOOK_LIMITS));
    expect(formats.kindOf(0)).toBe('date');
  }
});

it.each<[string, string]>([
  ['dd/mm/yyyy', 'date'],
  ['[$-409]d-mmm-yy h:mm AM/PM;@', 'date'],
  ['[$-F800]dddd, mmmm dd, yyyy', 'date'],
  ['[h]:mm:ss', 'time'],
  ['mm:ss.0', 'time'],
  ['yyyy"year"', 'date'],
  ['d\\ mmmm', 'date'],
  ['General', 'general'],
  ['@', 'general'],
  ['0.00', 'number'],
  ['#,##0.00 "days"', 'number'],
  ['[Red]0', 'number'],
  ['', 'general'],
  ['bogus[', 'general'],
])('the format %s has the kind %s', (format, expected) => {
  expect(new CellFormats([format]).kindOf(0)).toBe(expected);
});

test('a format that is longer than Excel permits is ignored', () => {
  expect(new CellFormats(['['.repeat(100_000)]).kindOf(0)).toBe('general');
});

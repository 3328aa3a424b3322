import { describe, expect, test } from 'vitest';
import { findEncoding } from '../../../contract/rules/encodings/find-encoding.ts';
import { encodedIn } from '../../../tests/support/encoded-text.ts';
import {
  type Cells,
  continuedRow,
  EXPORT_TEXT,
  exportOf,
  orderRow,
  savedAgain,
} from '../../../tests/support/shopify-export.ts';
import type { ReadOrder } from '../../orders/import/import-finding.ts';
import { UnreadableExport } from '../../orders/import/import-finding.ts';
import { PLAIN_READING } from '../../orders/incoming/shop-reading.ts';
import { readRows } from './csv-rows.ts';
import { readExportedOrder } from './exported-order.ts';
import { groupByOrder } from './read-export.ts';

/** Exports that were opened in a spreadsheet and saved again. */

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(content: string | Uint8Array, chunk_size = 64 * 1024): Promise<ReadOrder[]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const orders: ReadOrder[] = [];
  const read = () => chunksOf(bytes, chunk_size);
  const { name } = await findEncoding({ read, decoder: (encoding, how) => new TextDecoder(encoding, how) });
  for await (const { rows } of groupByOrder(readRows(read(), name)))
    orders.push(readExportedOrder(rows, PLAIN_READING));
  return orders;
}

function utf16(text: string, { big_endian = false, mark = true } = {}): Uint8Array {
  const bytes = Buffer.from(mark ? `\uFEFF${text}` : text, 'utf16le');
  return big_endian ? bytes.swap16() : bytes;
}

const ROWS = exportOf(
  orderRow({ 'Shipping Address1': 'Villa 9; Gate 2, Al Barsha', 'Shipping Name': 'نورة الشامسي' }),
  orderRow({ Name: '#2', Subtotal: '78.15', Total: '88.15', Notes: 'Ring\n"twice"\tplease' }),
  continuedRow({ Name: '#2' }),
);

describe('a saved export is read like the original', () => {
  test.each<[name: string, content: string | Uint8Array]>([
    ['with semicolons', savedAgain(ROWS, ';')],
    ['with tabs', savedAgain(ROWS, '\t')],
    ['with a line that declares the separator', `sep=;\n${savedAgain(ROWS, ';')}`],
    ['with the separator declared in quotation marks', `"sep=;"\r\n${savedAgain(ROWS, ';')}`],
    ['with commas declared as separator', `SEP=,\n${ROWS}`],
    ['with a byte order mark and tabs declared as separator', `\uFEFFsep=\t\n${savedAgain(ROWS, '\t')}`],
    ['with blank lines before the header', `\n\r\n${savedAgain(ROWS, ';')}`],
    ['in UTF-16, little-endian as Windows writes it', utf16(ROWS)],
    ['in UTF-16, big-endian', utf16(ROWS, { big_endian: true })],
    ['in UTF-16 without a byte order mark', utf16(ROWS, { mark: false })],
    ['in windows-1256', encodedIn('windows-1256', ROWS)],
    ['in UTF-16 without a byte order mark, big-endian', utf16(ROWS, { big_endian: true, mark: false })],
  ])('an export %s is read in chunks of any size', async (_name, content) => {
    const expected = await readAll(ROWS);
    expect(expected).toMatchObject([{ order: {} }, { order: {} }]);
    for (const size of [1, 2, 3, 64 * 1024]) expect(await readAll(content, size)).toEqual(expected);
  });

  test('the real export, saved by a spreadsheet as UTF-16 with tabs, is read like the original', async () => {
    expect(await readAll(utf16(savedAgain(EXPORT_TEXT, '\t')))).toEqual(await readAll(EXPORT_TEXT));
  });
});

const COMMAS: Cells = {
  Subtotal: '23,9',
  Shipping: '10',
  Taxes: '0,00',
  Total: '33,90',
  'Lineitem price': '11,95',
};

test('reads a decimal comma with any separator', async () => {
  const read = [{ order: { total_amount_fils: 3390, lines: [{ unit_price_fils: 1195 }] } }];
  expect(await readAll(savedAgain(exportOf(orderRow(COMMAS)), ';'))).toMatchObject(read);
  expect(await readAll(exportOf(orderRow(COMMAS)))).toMatchObject(read);
});

test('rejects a comma before three digits in a file whose commas may be decimal signs', async () => {
  const thousands = { ...COMMAS, Total: '1,250' };
  expect(await readAll(savedAgain(exportOf(orderRow(thousands)), ';'))).toMatchObject([
    { findings: expect.arrayContaining([expect.objectContaining({ column: 'Total', kind: 'bad' })]) },
  ]);
});

test('counts lines as in the file, including the one that declares the separator', async () => {
  const bad = exportOf(orderRow(), orderRow({ Name: '#2', Total: '1' }));
  expect(await readAll(`sep=;\n\n${savedAgain(bad, ';')}`)).toMatchObject([
    { order: {} },
    { findings: [{ line: 5, column: 'Total' }] },
  ]);
  const damaged = `sep=;\n${savedAgain(exportOf(orderRow()), ';')}#3;"x`;
  await expect(readAll(damaged)).rejects.toThrow('after line 3');
});

describe('text that a spreadsheet has shortened is rejected by line and column, with the fix', () => {
  const FIX =
    'is a number that a spreadsheet has shortened, so its digits are lost: import the file as Shopify exported it, without saving it from a spreadsheet';

  test.each<[column: string, cells: Cells]>([
    ['Id', { Id: '6.20041E+12' }],
    ['Id', { Id: '6,20041E+12' }],
    ['Id', { Id: '6E+12' }],
    ['Name', { Name: '1.00002e+06' }],
    ['Shipping Phone', { 'Shipping Phone': '9.71501E+11' }],
    ['Billing Phone', { 'Shipping Phone': '', 'Billing Phone': '9.71501E+11' }],
    ['Phone', { 'Shipping Phone': '', Phone: "'9.71501E+11" }],
    ['Lineitem sku', { 'Lineitem sku': '6.29101E+12' }],
    ['Shipping Zip', { 'Shipping Zip': '1.2E+10' }],
  ])('rejects %s as %j', async (column, cells) => {
    const read = await readAll(exportOf(orderRow({ Name: '#0' }), orderRow({ Name: '#1', ...cells })));
    expect(read).toEqual([
      { order: expect.anything() },
      {
        findings: [
          expect.objectContaining({ kind: 'bad', line: 3, column, reason: `"${cells[column]}" ${FIX}` }),
        ],
      },
    ]);
  });

  test('two orders with the same shortened id are both rejected', async () => {
    const Id = '6.20041E+12';
    expect(await readAll(exportOf(orderRow({ Id }), orderRow({ Name: '#2', Id })))).toMatchObject([
      { findings: [{ column: 'Id', line: 2 }] },
      { findings: [{ column: 'Id', line: 3 }] },
    ]);
  });

  test('a name that became question marks is rejected', async () => {
    const cells = { 'Shipping Name': '????? ??????', 'Lineitem name': 'Rice ???' };
    expect(await readAll(exportOf(orderRow(cells)))).toMatchObject([
      {
        findings: [
          { line: 2, column: 'Shipping Name', reason: expect.stringContaining('characters are lost') },
        ],
      },
    ]);
    expect(await readAll(exportOf(orderRow({ 'Shipping Address1': '???? ??، ??' })))).toMatchObject([
      { findings: [{ column: 'Shipping Address1' }] },
    ]);
  });

  test('text that only looks shortened is accepted', async () => {
    const cells = { 'Lineitem sku': '12E5', 'Lineitem name': 'Socks 1E+', Notes: '1.5E+10 ??' };
    expect(await readAll(exportOf(orderRow(cells)))).toMatchObject([{ order: { notes: '1.5E+10 ??' } }]);
  });
});

test.each(['aed', 'Aed', ' AED '])('%s is read as AED', async (Currency) => {
  expect(await readAll(exportOf(orderRow({ Currency })))).toMatchObject([
    { order: { total_amount_fils: 3390 } },
  ]);
});

test.each<[name: string, content: Uint8Array | string, reason: string]>([
  ['a file of one byte', new Uint8Array([0x4e]), 'has no column'],
  ['another separator', savedAgain(ROWS, '|'), 'not a Shopify orders export'],
  ['a file with only a separator declaration', 'sep=;\n', 'The file is empty'],
  ['a first line that never ends', 'x'.repeat(2_000_000), 'its first line cannot be read'],
])('rejects %s', async (_name, content, reason) => {
  const failure = await readAll(content).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnreadableExport);
  expect((failure as Error).message).toContain(reason);
});

describe('broken bytes', () => {
  const NAME = 'نورة الشامسي';
  const THREE = exportOf(
    orderRow({ Name: '#1', 'Shipping Name': NAME, Notes: 'Ring\ntwice' }),
    orderRow({ Name: '#2', 'Shipping Name': NAME, Notes: 'Ring\ntwice', Email: 'عمر@example.com' }),
    orderRow({ Name: '#3', 'Shipping Name': NAME, Notes: 'Ring\ntwice' }),
  );
  const BYTES = encodedIn('utf-8', THREE);
  const SECOND = Buffer.from(BYTES).indexOf('#2');

  /** Returns the file with `bytes` in place of the first `replaced` bytes of a text in the second order. */
  function withBytes(text: string, bytes: readonly number[], replaced: number): Uint8Array {
    const at = Buffer.from(BYTES).indexOf(text, SECOND);
    return Buffer.concat([BYTES.subarray(0, at), Uint8Array.from(bytes), BYTES.subarray(at + replaced)]);
  }

  test.each<[where: string, content: Uint8Array, column: string]>([
    ['in the order number', withBytes('2', [0xff], 0), 'Name'],
    ['in a name', withBytes('الشامسي', [0xff], 1), 'Shipping Name'],
    ['at the end of a name, cut by a limit in bytes', withBytes('ي,', [0xd9], 2), 'Shipping Name'],
    ['in a quoted cell with a line break', withBytes('twice', [0xff], 1), 'Notes'],
    ['before the line break of a quoted cell', withBytes('\ntwice', [0xd9], 0), 'Notes'],
    ['in an amount', withBytes('33.90', [0xff], 1), 'Total'],
    ['in a phone number', withBytes('+971', [0xff], 1), 'Shipping Phone'],
    ['in a time', withBytes('2026-11-18', [0xff], 1), 'Created at'],
    ['in an item', withBytes('Full Cream', [0xff], 1), 'Lineitem name'],
    ['in place of a separator', withBytes(',Full Cream', [0xff], 1), 'Lineitem quantity'],
    ['in place of a separator after a skipped column', withBytes(',pending', [0xff], 1), 'Email'],
    ['that another program wrote as U+FFFD', withBytes('الشامسي', [0xef, 0xbf, 0xbd], 0), 'Shipping Name'],
  ])('a broken byte %s makes one cell bad', async (_where, content, column) => {
    const finding = { kind: 'bad', line: 4, column, reason: 'has characters that cannot be read' };
    for (const size of [1, 64 * 1024]) {
      expect(await readAll(content, size)).toMatchObject([
        { order: { order_number: '1' } },
        { findings: [finding] },
        { order: { order_number: '3' } },
      ]);
    }
  });

  test('a broken byte in a skipped column is ignored', async () => {
    const read = await readAll(withBytes('عمر@', [0xff], 1));
    expect(read).toMatchObject([{ order: {} }, { order: {} }, { order: {} }]);
  });

  test('a file in UTF-16 that ends within a character has one bad cell', async () => {
    const last = exportOf(orderRow(), orderRow({ Name: '#2' })).replace(/[,\n]+$/, '');
    expect(await readAll(utf16(last).subarray(0, -1))).toMatchObject([
      { order: { order_number: '1' } },
      { findings: [{ kind: 'bad', line: 3, reason: 'has characters that cannot be read' }] },
    ]);
  });
});

test('windows-1252 is decoded with its quotation marks and dashes in every version of Node', async () => {
  const bytes = Buffer.from(exportOf(orderRow({ 'Shipping Name': 'Zo\xEB O\x92Brien \x80' })), 'latin1');
  expect(await readAll(bytes)).toMatchObject([
    { order: { customer: { first_name: 'Zoë', last_name: 'O’Brien €' } } },
  ]);
});

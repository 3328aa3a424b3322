import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine, guarded, unguarded } from './csv-text.ts';

/** The start of a formula, as a spreadsheet finds it after quotation marks and invisible characters. */
const FORMULA = /^[\s\p{Cc}\p{Cf}\p{DI}"]*[=+\-@−＝＋－＠﹦﹢﹣﹫]/u;

/**
 * Returns the cells of a file in a program that splits at `delimiter` and accepts quotation marks anywhere.
 */
function cellsAt(delimiter: string, file: string, quote: '"' | false): string[] {
  const rows: string[][] = parse(file, {
    delimiter,
    quote,
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  return rows.flat();
}

/** The delimiters other than the comma, at which only quotation marks keep a cell together. */
const DELIMITERS = [';', '\t', '|'];
const SPLITTERS = DELIMITERS.flatMap((delimiter) =>
  (['"', false] as const).map((quote) => [delimiter, quote] as const),
);

describe('D2: a customer named Ali;=1+1;x', () => {
  const line = csvLine(['1001', guarded('Ali;=1+1;x'), '45.00']);

  test('is one quoted cell with an apostrophe before the formula', () => {
    expect(line).toBe(`1001,"Ali;'=1+1;x",45.00\r\n`);
  });

  test.each(SPLITTERS)(
    'yields no formula if a program splits at %j (quotation mark %j)',
    (delimiter, quote) => {
      for (const cell of cellsAt(delimiter, line, quote)) expect(cell).not.toMatch(FORMULA);
    },
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['+971 50', "'+971 50"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['=cmd|"/C calc"!A0', `'=cmd|"/C calc"!A0`],
  ['x|=1', "x|'=1"],
  ['x;"=1', `x;'"=1`],
  ['x";=1', `x";'=1`],
  ['  =1', "'  =1"],
  ['\u00A0=1', "'\u00A0=1"],
  ['\u200B=1', "'\u200B=1"],
  ['\u200E+1', "'\u200E+1"],
  ['\uFEFF\u00AD@x', "'\uFEFF\u00AD@x"],
  ['\u0001=1', "'\u0001=1"],
  ['a\r=1', "a\r'=1"],
  ['a\u2028=1', "a\u2028'=1"],
  ['a\v=1', "a\v'=1"],
  ['\r', "'\r"],
  ['\t=1', "'\t'=1"],
  ['＋1', "'＋1"],
  ["'=1", "''=1"],
])('%j is guarded as %j', (text, safe) => {
  expect(guarded(text)).toBe(safe);
  expect(unguarded(safe)).toBe(text);
});

test.each([
  'Marina, -1 floor',
  'Marina; floor -1',
  'A-1001',
  '1001',
  "O'Neil",
  '50 %',
  '%=1',
  'a | b',
  'ليلى حداد',
  'x=1',
])('%j is not changed', (text) => {
  expect(guarded(text)).toBe(text);
  expect(unguarded(text)).toBe(text);
});

test('a cell with any character at which a line may be split is in quotation marks', () => {
  for (const mark of [',', ';', '|', '\t', '\r', '\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])
    expect(csvLine([`a${mark}b`])).toBe(`"a${mark}b"\r\n`);
  expect(csvLine(['a"b'])).toBe('"a""b"\r\n');
});

const mark = fc.constantFrom(...'=+-@＝\'";,|\t\r\n\v \u00A0\u200B\u2028%'.split(''), '""', 'a', '1', 'ع');
const text = fc.oneof(
  fc.array(mark, { maxLength: 8 }).map((marks) => marks.join('')),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

test('no cell begins as a formula, whatever delimiter a program splits at', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
      (rows) => {
        const file = rows.map((cells) => csvLine(cells.map(guarded))).join('');
        for (const delimiter of DELIMITERS)
          for (const cell of cellsAt(delimiter, file, false)) expect(cell).not.toMatch(FORMULA);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('reading the file returns the written texts', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
      const [read = []] = parse(csvLine(cells.map(guarded)), { record_delimiter: '\r\n' }) as string[][];
      expect(read.map(unguarded)).toEqual(cells);
      for (const cell of read) expect(cell).not.toMatch(FORMULA);
    }),
    { numRuns: 1_000 },
  );
});

test('cells of many invisible characters are guarded in linear time', () => {
  expect(guarded('\uFEFF'.repeat(30_000))).toHaveLength(30_000);
  expect(guarded(`${'\v'.repeat(30_000)}x`)).toHaveLength(30_001);
});

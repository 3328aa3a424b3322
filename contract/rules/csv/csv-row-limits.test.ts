import { describe, expect, it, test } from 'vitest';
import { ROW_CELLS_MAX, ROW_CHARACTERS_MAX, RowMeasure } from './csv-row-limits.ts';

/**
 * Returns the exceeded limit and the line before the row, for a text in chunks of `chunk` characters; null if
 * none.
 */
function exceeded(text: string, chunk: number, lines_before = 0) {
  const measure = new RowMeasure(',', lines_before);
  for (let at = 0; at < text.length; at += chunk) {
    const { error } = measure.take(text.slice(at, at + chunk));
    if (error) return [error.limit, error.last_line];
  }
  return null;
}

const commas = ','.repeat(ROW_CELLS_MAX - 1);
const long = 'x'.repeat(ROW_CHARACTERS_MAX);

describe.each([1_000, 10_000_000])('rows that arrive in chunks of %d characters', (chunk) => {
  it.each<[string, string, unknown]>([
    ['the maximum number of cells', `${commas}\n${commas}\n`, null],
    ['one cell above the maximum', `a\n${commas},\n`, ['cells', 1]],
    ['the maximum number of characters', `${long}\n${long}\n`, null],
    ['one character above the maximum', `a\n\nb${long}\n`, ['characters', 2]],
    ['separators in quotation marks', `"${commas}${commas}"\n`, null],
    ['line ends in quotation marks', `"a\nb",\n"${commas}\n"${commas},`, ['cells', 2]],
    ['doubled quotation marks', `"a""${commas}",${commas}`, ['cells', 0]],
    ['an unclosed quotation mark', `a\n"${'x\n'.repeat(ROW_CHARACTERS_MAX / 2)}`, ['quotation_mark', 1]],
  ])('are measured correctly with %s', (_, text, expected) => {
    expect(exceeded(text, chunk)).toEqual(expected);
  });
});

test('line numbers include the lines before the text', () => {
  expect(exceeded(`a\n${commas},`, 100, 7)).toEqual(['cells', 8]);
});

test('whole rows exclude the row that is too long', () => {
  expect(new RowMeasure(',', 0).take(`a,b\nc${commas},`)).toMatchObject({ whole_rows: 4 });
});

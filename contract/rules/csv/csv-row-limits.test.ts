import { describe, expect, it, test } from 'vitest';
import { ROW_CELLS_MAX, ROW_CHARACTERS_MAX, RowMeasure } from './csv-row-limits.ts';

/** Returns the limit that a text exceeds, and the line before it, if it arrives in chunks of that size. */
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
    ['the maximum of cells', `${commas}\n${commas}\n`, null],
    ['one cell more than the maximum', `a\n${commas},\n`, ['cells', 1]],
    ['the maximum of characters', `${long}\n${long}\n`, null],
    ['one character more than the maximum', `a\n\nb${long}\n`, ['characters', 2]],
    ['separators in quotation marks', `"${commas}${commas}"\n`, null],
    ['line ends in quotation marks', `"a\nb",\n"${commas}\n"${commas},`, ['cells', 2]],
    ['doubled quotation marks', `"a""${commas}",${commas}`, ['cells', 0]],
    ['an unclosed quotation mark', `a\n"${'x\n'.repeat(ROW_CHARACTERS_MAX / 2)}`, ['quotation_mark', 1]],
  ])('%s', (_, text, expected) => {
    expect(exceeded(text, chunk)).toEqual(expected);
  });
});

test('line numbers include the lines before the text', () => {
  expect(exceeded(`a\n${commas},`, 100, 7)).toEqual(['cells', 8]);
});

test('the rows before a row that is too long are counted as whole', () => {
  expect(new RowMeasure(',', 0).take(`a,b\nc${commas},`)).toMatchObject({ whole_rows: 4 });
});

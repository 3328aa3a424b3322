import { describe, expect, it, test } from 'vitest';
import { ROW_CELLS_MAX, ROW_CHARACTERS_MAX, RowMeasure } from './csv-row-limits.ts';

/** Returns the limit that a text exceeds, and the line before it; `piece` is the size of a chunk. */
function exceeded(text: string, piece: number, lines_before = 0) {
  const measure = new RowMeasure(',', lines_before);
  for (let at = 0; at < text.length; at += piece) {
    const { error } = measure.take(text.slice(at, at + piece));
    if (error) return [error.limit, error.last_line];
  }
  return null;
}

const commas = ','.repeat(ROW_CELLS_MAX - 1);
const long = 'x'.repeat(ROW_CHARACTERS_MAX);

describe.each([1_000, 10_000_000])('rows that arrive in pieces of %d characters', (piece) => {
  it.each<[string, string, unknown]>([
    ['as many cells as may be', `${commas}\n${commas}\n`, null],
    ['one cell too many', `a\n${commas},\n`, ['cells', 1]],
    ['as many characters as may be', `${long}\n${long}\n`, null],
    ['one character too many', `a\n\nb${long}\n`, ['characters', 2]],
    ['separators in quotation marks', `"${commas}${commas}"\n`, null],
    ['line ends in quotation marks', `"a\nb",\n"${commas}\n"${commas},`, ['cells', 2]],
    ['doubled quotation marks', `"a""${commas}",${commas}`, ['cells', 0]],
    [
      'a quotation mark that is not closed',
      `a\n"${'x\n'.repeat(ROW_CHARACTERS_MAX / 2)}`,
      ['quotation_mark', 1],
    ],
  ])('%s', (_, text, expected) => {
    expect(exceeded(text, piece)).toEqual(expected);
  });
});

test('lines count from those before the text', () => {
  expect(exceeded(`a\n${commas},`, 100, 7)).toEqual(['cells', 8]);
});

test('the rows before the one that is too long are whole', () => {
  expect(new RowMeasure(',', 0).take(`a,b\nc${commas},`)).toMatchObject({ whole_rows: 4 });
});

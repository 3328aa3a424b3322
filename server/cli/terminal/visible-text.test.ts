import { expect, test } from 'vitest';
import { oneLine, visible } from './print.ts';

test.each([
  ['an escape sequence that moves the cursor', 'a\u001b[2Jb', 'a\\u001b[2Jb'],
  ['an escape sequence that begins with one byte', 'a\u009b31mb', 'a\\u009b31mb'],
  ['a bell, a backspace or a delete', '\u0007\b\u007f', '\\u0007\\u0008\\u007f'],
  ['a carriage return, which overwrites the line', 'good\rbad', 'good\\rbad'],
  ['a tab', 'a\tb', 'a\\tb'],
  ['a character that changes the text direction', 'a\u202eb\u2066c\u2069', 'a\\u202eb\\u2066c\\u2069'],
  ['a Unicode line separator', 'a\u2028b\u2029', 'a\\u2028b\\u2029'],
])('%s is shown escaped', (_what, text, shown) => {
  expect(visible(text)).toBe(shown);
  expect(oneLine(text)).toBe(shown);
});

test('line feeds stay in text of several lines, and are escaped within one line', () => {
  expect(visible('a\nb')).toBe('a\nb');
  expect(oneLine('a\nb')).toBe('a\\nb');
});

test.each(['فاطمة الزهراء', 'AED 1,250.50 — “Marina”', '👩‍👩‍👧', 'می\u200cخواهم', 'C:\\new'])(
  '%s is not changed',
  (text) => {
    expect(oneLine(text)).toBe(text);
  },
);

test('escaped JSON parses to the same value', () => {
  const value = { name: 'a\u001b\u009b\u202e\n\t"b\u007f' };
  const shown = visible(JSON.stringify(value, null, 2));
  expect(JSON.parse(shown)).toEqual(value);
  expect(shown).not.toMatch(/[\u007f-\u009f\u202e]/);
});

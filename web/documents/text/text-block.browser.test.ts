import { expect, it } from 'vitest';
import { textBlock } from './text-block.ts';

const STYLE = { size_pt: 10 };
const textsOf = (text: string) => textBlock(text, STYLE).lines.map((line) => line.text);

it.each([
  ['an override of the direction', '\u202eавонавИ аннА', 'авонавИ аннА'],
  ['isolates and embeddings', '\u2067Анна\u2069 \u202aB\u202c', 'Анна B'],
  ['control characters between spaces', 'Али \u0001 Омар', 'Али Омар'],
  ['a byte order mark', 'Али\ufeffна', 'Алина'],
  ['a Hangul filler', '\u3164', '—'],
  ['an empty Braille pattern', '\u2800 \u200b', '—'],
  ['an empty text', '', ''],
])('%s is not printed', (_, text, printed) => {
  expect(textsOf(text)).toEqual([printed]);
});

it.each([
  ['a phone number copied from contacts', '\u202a+971 50 123 4567\u202c', '+971 50 123 4567'],
  ['an order number with a direction mark', '\u200e1001', '1001'],
  ['a Latin name with a zero-width space', 'Ali\u200b', 'Ali'],
])('%s is printed in Helvetica', (_, text, printed) => {
  expect(textBlock(text, STYLE).lines).toMatchObject([{ text: printed, drawn: null }]);
});

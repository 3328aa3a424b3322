import { expect, test } from 'vitest';
import { formatAge } from './format-age.ts';

const MINUTE_MS = 60_000;

test.each([
  [0, '14:02, just now'],
  [MINUTE_MS - 1, '14:02, just now'],
  [MINUTE_MS, '14:02, 1 min ago'],
  [12.9 * MINUTE_MS, '14:02, 12 min ago'],
  [60 * MINUTE_MS, '14:02, 1 h ago'],
  [24 * 60 * MINUTE_MS - 1, '14:02, 23 h ago'],
  [24 * 60 * MINUTE_MS, '14:02, 1 day ago'],
  [49 * 60 * MINUTE_MS, '14:02, 2 days ago'],
])('%i ms after 14:02 it returns "%s"', (age_ms, words) => {
  expect(formatAge('14:02', age_ms)).toBe(words);
});

test('after the clock was set back it returns no age', () => {
  expect(formatAge('14:02', -1)).toBe('14:02');
});

import { expect, test } from 'vitest';
import { isFresh } from './page-age.ts';

const at = (day: number, hour = 0) => Date.UTC(2026, 10, day, hour);

test.each([
  ['read hours ago, while its days could still change', at(10), at(10, 11), true],
  ['read half a day ago, while its days could still change', at(10), at(10, 12), false],
  ['read before its days settled, which they have since', at(14), at(19), false],
  ['read just before its days settled', at(17), at(17, 13), false],
  ['read after its days settled, days ago', at(17, 1), at(26), true],
  ['read after its days settled, long ago', at(17, 1), at(27, 1), false],
])('freshness of the days before 9 November, %s', (_, as_of, now, fresh) => {
  expect(isFresh('2026-11-09', as_of, now)).toBe(fresh);
});

import { expect, it } from 'vitest';
import { daysDrawn } from './days-drawn.ts';

it('a chart has at most 62 points, the last one at the end of the period', () => {
  const drawn = (from: string, to: string) => {
    const { step, days } = daysDrawn({ from, to });
    return [step, days.length, days[0], days.at(-2), days.at(-1)];
  };
  expect(drawn('2026-11-23', '2026-11-23')).toEqual(['day', 1, '2026-11-23', undefined, '2026-11-23']);
  expect(drawn('2026-11-01', '2027-01-01')).toEqual(['day', 62, '2026-11-01', '2026-12-31', '2027-01-01']);
  expect(drawn('9999-12-31', '9999-12-31')).toEqual(['day', 1, '9999-12-31', undefined, '9999-12-31']);
  // Weeks end on Sunday.
  expect(drawn('2026-01-01', '2026-12-31')).toEqual(['week', 53, '2026-01-04', '2026-12-27', '2026-12-31']);
  expect(drawn('2024-02-10', '2026-11-23')).toEqual(['month', 34, '2024-02-29', '2026-10-31', '2026-11-23']);
  expect(drawn('2017-01-02', '2027-01-01')).toEqual([
    'quarter',
    41,
    '2017-03-31',
    '2026-12-31',
    '2027-01-01',
  ]);
});

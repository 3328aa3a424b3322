import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatNumbers } from './number-ranges.ts';

test('consecutive numbers become one range', () => {
  expect(formatNumbers([418, 419, 420, 422])).toBe('#418-#420, #422');
  expect(formatNumbers([418, 419, 420])).toBe('#418-#420');
  expect(formatNumbers([7])).toBe('#7');
  expect(formatNumbers([7, 8])).toBe('#7-#8');
  expect(formatNumbers([7, 9, 11])).toBe('#7, #9, #11');
  expect(formatNumbers([])).toBe('');
});

test('unsorted and repeated numbers are sorted and listed once', () => {
  expect(formatNumbers([422, 419, 420, 418, 419])).toBe('#418-#420, #422');
  expect(formatNumbers([10, 9, 100, 99])).toBe('#9-#10, #99-#100');
});

test('the ranges contain exactly the given numbers', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 60 });
  fc.assert(
    fc.property(numbers, (given) => {
      const read = formatNumbers(given)
        .split(', ')
        .filter(Boolean)
        .flatMap((range) => {
          const [first = 0, last = first] = range.split('-').map((one) => Number(one.slice(1)));
          return Array.from({ length: last - first + 1 }, (_, at) => first + at);
        });
      expect(read).toEqual(given.toSorted((one, other) => one - other));
    }),
  );
});

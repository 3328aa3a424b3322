import { expect, test } from 'vitest';
import { numbersAfter } from './next-number.ts';

const next = (recent: string[], of_store = false) => numbersAfter(recent, { of_store, count: 2 });

test('continues after the highest number in the format of the newest one', () => {
  expect(next(['1044', '1045', 'X-9', 'special'])).toEqual(['1046', '1047']);
  expect(next(['MD-0099', '77'])).toEqual(['MD-0100', 'MD-0101']);
  expect(next([])).toEqual(['1001', '1002']);
  expect(next(['by phone'])).toEqual(['1001', '1002']);
});

test('a shop whose store numbers its orders has a separate sequence for orders added by hand', () => {
  expect(next(['1044', '1045'], true)).toEqual(['H-1', 'H-2']);
  expect(next(['1044', 'H-7', 'H-12'], true)).toEqual(['H-13', 'H-14']);
});

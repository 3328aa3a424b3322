import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inArrangedOrder } from './stops.ts';

it('puts the named orders first, skips missing ones, and keeps the sequence of the others', () => {
  expect(inArrangedOrder(['a', 'b', 'c', 'd'], ['d', 'gone', 'b'])).toEqual(['d', 'b', 'a', 'c']);
  expect(inArrangedOrder(['a', 'b'], [])).toEqual(['a', 'b']);
  expect(inArrangedOrder([], ['a'])).toEqual([]);
});

it('keeps each order exactly once, and is idempotent', () => {
  const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { maxLength: 12 });
  const present = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'));
  fc.assert(
    fc.property(present, ids, (there, arranged) => {
      const once = inArrangedOrder(there, arranged);
      expect(once.toSorted()).toEqual(there.toSorted());
      expect(inArrangedOrder(once, arranged)).toEqual(once);
    }),
  );
});

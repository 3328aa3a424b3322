import { expect, it } from 'vitest';
import { cacheFor } from './cache-for.ts';

it('caches a found value for the given time, and looks up a missing one each time', async () => {
  const stored = new Map([['a', 1]]);
  const lookups: string[] = [];
  let now = 0;
  const find = async (name: string) => {
    lookups.push(name);
    return stored.get(name);
  };
  const found = cacheFor(100, find, () => now);
  expect([await found('a'), await found('a'), await found('b'), await found('b')]).toEqual([
    1,
    1,
    undefined,
    undefined,
  ]);
  expect(lookups).toEqual(['a', 'b', 'b']);
  stored.delete('a');
  now = 99;
  expect(await found('a')).toBe(1);
  now = 100;
  expect(await found('a')).toBeUndefined();
  stored.set('a', 2);
  expect(await found('a')).toBe(2);
});

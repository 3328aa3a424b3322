import { expect, it } from 'vitest';
import { rememberFor } from './remember.ts';

it('remembers a found value for a while, and asks each time for a missing one', async () => {
  const there = new Map([['a', 1]]);
  const asked: string[] = [];
  let now = 0;
  const find = async (name: string) => {
    asked.push(name);
    return there.get(name);
  };
  const found = rememberFor(100, find, () => now);
  expect([await found('a'), await found('a'), await found('b'), await found('b')]).toEqual([
    1,
    1,
    undefined,
    undefined,
  ]);
  expect(asked).toEqual(['a', 'b', 'b']);
  there.delete('a');
  now = 99;
  expect(await found('a')).toBe(1);
  now = 100;
  expect(await found('a')).toBeUndefined();
  there.set('a', 2);
  expect(await found('a')).toBe(2);
});

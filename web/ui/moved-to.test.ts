import { expect, test } from 'vitest';
import { placeAmong, withMoved } from './moved-to.ts';

test('moves one id and keeps the order of the others', () => {
  expect(withMoved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(withMoved(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b']);
  expect(withMoved(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
});

test('finds the place among ids that are not all shown', () => {
  const all = ['done', 'a', 'gone', 'b', 'c'];
  const put = (shown: string[], id: string) => withMoved(all, id, placeAmong(all, shown, id));
  expect(put(['b', 'a', 'c'], 'a')).toEqual(['done', 'gone', 'b', 'a', 'c']);
  expect(put(['b', 'a', 'c'], 'b')).toEqual(['done', 'b', 'a', 'gone', 'c']);
  expect(put(['c', 'a', 'b'], 'c')).toEqual(['done', 'c', 'a', 'gone', 'b']);
  expect(placeAmong(['a'], ['a'], 'a')).toBe(0);
});

import { expect, it } from 'vitest';
import {
  afterRows,
  type Change,
  deselect,
  moveBy,
  NOTHING_SELECTED,
  rangeTo,
  type Selection,
  selectAll,
  selectOnly,
  toggle,
} from './selection.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const after = (...changes: Change[]): Selection =>
  changes.reduce((now, change) => change(now, KEYS), NOTHING_SELECTED);
const selected = (now: Selection) => [...now.selected].sort().join('');

it('moves within the bounds of the list', () => {
  expect(after(moveBy(1)).current).toBe('a');
  expect(after(moveBy(1), moveBy(1)).current).toBe('b');
  expect(after(moveBy(1), moveBy(99)).current).toBe('e');
  expect(after(moveBy(1), moveBy(-1)).current).toBe('a');
  expect(moveBy(1)(NOTHING_SELECTED, []).current).toBeNull();
});

it('selects and deselects one row, a range and all rows', () => {
  expect(selected(after(toggle('b')))).toBe('b');
  expect(selected(after(toggle('b'), toggle('b')))).toBe('');
  expect(selected(after(toggle('b'), rangeTo('d')))).toBe('bcd');
  expect(selected(after(toggle('d'), rangeTo('b'), rangeTo('e')))).toBe('bcde');
  expect(selected(after(rangeTo('c')))).toBe('c');
  expect(selected(after(selectAll))).toBe('abcde');
  expect(selected(after(selectAll, selectAll))).toBe('');
  expect(selected(after(selectAll, selectOnly(['c'])))).toBe('c');
  expect(after(toggle('b'), rangeTo('d'), deselect(['c', 'gone']))).toEqual({
    current: 'd',
    anchor: 'b',
    selected: new Set(['b', 'd']),
    moves: 2,
  });
});

it('keeps the position when rows are removed, and deselects removed rows', () => {
  const now = after(toggle('b'), rangeTo('d'));
  const less = afterRows(now, ['a', 'b', 'e'], KEYS);
  expect(less).toEqual({ current: 'e', anchor: 'b', selected: new Set(['b']), moves: 2 });
  expect(afterRows(now, ['x', ...KEYS], KEYS)).toBe(now);
  expect(afterRows(now, [], KEYS)).toEqual({ current: null, anchor: null, selected: new Set(), moves: 2 });
});

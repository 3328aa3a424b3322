import { expect, it } from 'vitest';
import { ariaKeys, keyLabels, keyNameOf } from './key-names.ts';

const press = (key: string, rest: Partial<Parameters<typeof keyNameOf>[0]> = {}) =>
  keyNameOf({ key, code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...rest });

it('names letters regardless of case, layout and Caps Lock', () => {
  expect(press('j', { code: 'KeyJ' })).toBe('j');
  expect(press('J', { code: 'KeyJ' })).toBe('j');
  expect(press('X', { code: 'KeyX', shiftKey: true })).toBe('shift+x');
  expect(press('ت', { code: 'KeyJ' })).toBe('j');
  // A layout that moves a Latin letter keeps the name of the letter.
  expect(press('a', { code: 'KeyQ' })).toBe('a');
  expect(press('k', { ctrlKey: true })).toBe('mod+k');
  expect(press('k', { metaKey: true })).toBe('mod+k');
});

it('names signs, digits and named keys, and ignores all other keys', () => {
  expect(press('?', { code: 'Slash', shiftKey: true })).toBe('?');
  expect(press('؟', { code: 'Slash', shiftKey: true })).toBe('?');
  expect(press('ظ', { code: 'Slash' })).toBe('/');
  expect(press('/', { code: 'Digit7', shiftKey: true })).toBe('/');
  expect(press('End', { shiftKey: true })).toBe('shift+End');
  expect(press(' ')).toBe('Space');
  expect(press('1')).toBe('1');
  expect(press('0')).toBe('0');
  expect(press('1', { ctrlKey: true })).toBeNull();
  for (const key of ['Tab', 'F5', 'ö', 'Dead']) expect(press(key)).toBeNull();
  expect(press('/', { ctrlKey: true })).toBeNull();
  expect(press('j', { altKey: true })).toBeNull();
});

it('formats key names as they are printed on a keyboard', () => {
  expect(keyLabels('shift+x', false)).toEqual(['Shift X']);
  expect(keyLabels('mod+k', true)).toEqual(['⌘ K']);
  expect(keyLabels('g o', false)).toEqual(['G', 'O']);
  expect(ariaKeys('mod+k')).toBe('Control+k');
  expect(ariaKeys('g o')).toBeUndefined();
});

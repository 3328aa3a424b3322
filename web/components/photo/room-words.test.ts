import { expect, test } from 'vitest';
import { roomWords } from './room-words.ts';

const MB = 1024 * 1024;

test('returns null while there is enough storage or it is unknown', () => {
  expect(roomWords(null)).toBeNull();
  expect(roomWords(30 * MB)).toBeNull();
});

test('states how many more deliveries fit', () => {
  expect(roomWords(30 * MB - 1)?.text).toMatch(
    /^There is space for about 29 more deliveries\. Delete photos/,
  );
  expect(roomWords(MB)?.text).toMatch(/^There is space for about 1 more delivery\./);
});

test('warns when the next photo does not fit', () => {
  expect(roomWords(MB - 1)?.title).toBe('No storage left on this device');
  expect(roomWords(0)?.text).toMatch(/^The next photo cannot be saved\./);
});

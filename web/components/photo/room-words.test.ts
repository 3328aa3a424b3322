import { expect, test } from 'vitest';
import { roomWords } from './room-words.ts';

const MB = 1024 * 1024;

test('says nothing while there is enough room, or nobody knows', () => {
  expect(roomWords(null)).toBeNull();
  expect(roomWords(30 * MB)).toBeNull();
});

test('says for how many deliveries it is enough', () => {
  expect(roomWords(30 * MB - 1)?.text).toMatch(/^It is enough for about 29 more deliveries\. Delete photos/);
  expect(roomWords(MB)?.text).toMatch(/^It is enough for about 1 more delivery\./);
});

test('says when not even the next photo can be kept', () => {
  expect(roomWords(MB - 1)?.title).toBe('No room left on this phone');
  expect(roomWords(0)?.text).toMatch(/^The next photo cannot be kept\./);
});

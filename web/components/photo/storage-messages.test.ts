import { expect, test } from 'vitest';
import { lowStorageText } from './storage-messages.ts';

const MB = 1024 * 1024;

test('returns null while there is enough storage or it is unknown', () => {
  expect(lowStorageText(null)).toBeNull();
  expect(lowStorageText(30 * MB)).toBeNull();
});

test('states how many more deliveries fit', () => {
  expect(lowStorageText(30 * MB - 1)?.text).toMatch(
    /^There is space for about 29 more deliveries\. Delete photos/,
  );
  expect(lowStorageText(MB)?.text).toMatch(/^There is space for about 1 more delivery\./);
});

test('warns when the next photo does not fit', () => {
  expect(lowStorageText(MB - 1)?.title).toBe('No storage left on this device');
  expect(lowStorageText(0)?.text).toMatch(/^The next photo cannot be saved\./);
});

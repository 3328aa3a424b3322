import { expect, test } from 'vitest';
import { withTerminalMessages } from '../../../tests/support/terminal-messages.ts';
import {
  assertPossiblePassword,
  DUMMY_HASH,
  hashPassword,
  oneTimePassword,
  verifyPassword,
} from './passwords.ts';

const parametersOf = (password_hash: string) => password_hash.split('$').slice(0, 4);

test('passwords and the dummy hash use argon2id with 19 MiB, two passes and one lane', async () => {
  const password_hash = await hashPassword('correct horse battery');
  expect(parametersOf(password_hash)).toEqual(['', 'argon2id', 'v=19', 'm=19456,t=2,p=1']);
  expect(parametersOf(DUMMY_HASH)).toEqual(parametersOf(password_hash));
  expect(DUMMY_HASH.length).toBe(password_hash.length);
  expect(await verifyPassword(password_hash, 'correct horse battery')).toBe(true);
  expect(await verifyPassword(password_hash, 'correct horse batterz')).toBe(false);
});

test('the same characters typed on two keyboards are the same password', async () => {
  expect(
    await verifyPassword(
      await hashPassword('caf\u00e9 caf\u00e9 caf\u00e9'),
      'cafe\u0301 cafe\u0301 cafe\u0301',
    ),
  ).toBe(true);
});

test.each([
  ['only lower-case letters', 'qkzvwmplyt'],
  ['spaces at both ends', '  kx pq mz  '],
  ['punctuation', `'"\\;--<>&%$`],
  ['Arabic characters and an emoji', 'ثلاثة جمال 🐪'],
  ['64 characters', 'k7'.repeat(32)],
  ['200 characters that differ only in the last', `${'k7'.repeat(99)}m9`],
])('accepts a password of %s, and only exactly that one', async (_what, password) => {
  expect(() => assertPossiblePassword(password)).not.toThrow();
  const password_hash = await hashPassword(password);
  expect(await verifyPassword(password_hash, password)).toBe(true);
  for (const other of [password.slice(0, -1), `${password} `, password.trim(), password.toUpperCase()]) {
    if (other !== password) expect(await verifyPassword(password_hash, other)).toBe(false);
  }
});

test.each([
  ['123456789', 'at least 10'],
  ['x'.repeat(201), 'at most 200'],
  ['with a \u0000 inside', 'NUL'],
])('rejects the password %j', async (password, reason) => {
  const asserted = (async () => assertPossiblePassword(password))();
  await expect(withTerminalMessages(asserted)).rejects.toThrow(reason);
});

test('one-time passwords are readable, acceptable and different', () => {
  const [one, other] = [oneTimePassword(), oneTimePassword()];
  expect(one).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/);
  expect(() => assertPossiblePassword(one)).not.toThrow();
  expect(one).not.toBe(other);
});

import { expect, test } from 'vitest';
import { newRefreshToken, openSuccessor, refreshTokenHash, sealSuccessor } from './refresh-tokens.ts';

test('a successor can be opened only with the previous token', () => {
  const [token, successor] = [newRefreshToken(), newRefreshToken()];
  const sealed = sealSuccessor(token, successor);
  expect(openSuccessor(token, sealed)).toBe(successor);
  expect(() => openSuccessor(successor, sealed)).toThrow();
  expect(() => openSuccessor(refreshTokenHash(token).toString('base64url'), sealed)).toThrow();
});

test('refresh tokens are 256 random bits', () => {
  expect(newRefreshToken()).toMatch(/^[\w-]{43}$/);
  expect(newRefreshToken()).not.toBe(newRefreshToken());
});

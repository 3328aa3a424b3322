import { expect, it } from 'vitest';
import { tokensOf } from './tokens.ts';

const tokens = tokensOf('a secret of thirty-two characters');
const now_s = Math.floor(Date.now() / 1_000);

it('takes a token that it signed, and says whose it is', () => {
  const token = tokens.sign({ role: 'authenticated', sub: 'somebody', exp: now_s + 60 });
  expect(tokens.callerOf(`Bearer ${token}`)).toMatchObject({
    role: 'authenticated',
    claims: { sub: 'somebody' },
    token,
  });
});

it('refuses one that is missing, of another secret, changed, or too old', () => {
  const claims = { role: 'authenticated', sub: 'somebody' };
  const [header, , signature] = tokens.sign(claims).split('.');
  const changed = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url');
  for (const authorization of [
    undefined,
    'Bearer ',
    `Bearer ${tokensOf('another secret of the same length').sign(claims)}`,
    `Bearer ${header}.${changed}.${signature}`,
    `Bearer ${tokens.sign({ ...claims, exp: now_s - 1 })}`,
  ]) {
    expect(tokens.callerOf(authorization)).toBeUndefined();
  }
});

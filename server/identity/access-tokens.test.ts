import { SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { deriveKeys } from '../platform/keys.ts';
import { accessTokens } from './access-tokens.ts';

const OLD = 'the old secret, which is long enough';
const NEW = 'the new secret, which is long enough';
const TOKEN = {
  session_id: '01940000-0000-7000-8000-000000000001',
  user_id: '01940000-0000-7000-8000-000000000002',
};
const START = new Date('2026-11-20T10:00:00Z');
const HOUR_MS = 3_600_000;

function tokensAt(now: Date, ...auth_secrets: string[]) {
  return accessTokens({ auth_secrets, now: () => now });
}
const after = (ms: number) => new Date(START.getTime() + ms);

test('a token is good for an hour, and signs out for thirty days more', async () => {
  const { access_token, expires_at } = await tokensAt(START, OLD).sign(TOKEN);
  expect(expires_at * 1000).toBe(after(HOUR_MS).getTime());
  expect(await tokensAt(after(HOUR_MS - 1000), OLD).read(access_token)).toEqual(TOKEN);
  expect(await tokensAt(after(HOUR_MS), OLD).read(access_token)).toBeNull();
  expect(await tokensAt(after(HOUR_MS), OLD).readForSignOut(access_token)).toEqual(TOKEN);
  expect(await tokensAt(after(31 * 24 * HOUR_MS), OLD).readForSignOut(access_token)).toBeNull();
});

test('the first secret signs, all verify', async () => {
  const { access_token } = await tokensAt(START, OLD).sign(TOKEN);
  expect(await tokensAt(START, NEW, OLD).read(access_token)).toEqual(TOKEN);
  expect(await tokensAt(START, NEW).read(access_token)).toBeNull();
  const { access_token: newer } = await tokensAt(START, NEW, OLD).sign(TOKEN);
  expect(await tokensAt(START, NEW).read(newer)).toEqual(TOKEN);
  expect(await tokensAt(START, OLD).read(newer)).toBeNull();
});

test('a token carries no shop, role of the shop, or e-mail', async () => {
  const { access_token } = await tokensAt(START, OLD).sign(TOKEN);
  const payload: unknown = JSON.parse(
    Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString('utf8'),
  );
  expect(Object.keys(payload as object).sort()).toEqual(['aud', 'exp', 'iat', 'role', 'session_id', 'sub']);
});

test.each([
  [
    'without a signature',
    async () =>
      new UnsecuredJWT({ session_id: TOKEN.session_id })
        .setSubject(TOKEN.user_id)
        .setAudience('authenticated')
        .setExpirationTime(after(HOUR_MS))
        .encode(),
  ],
  ['made for another purpose', () => forged({ label: 'file links' })],
  ['for another audience', () => forged({ audience: 'file' })],
  ['without an end', () => forged({ ends: false })],
  ['whose session is no id', () => forged({ session_id: "' or true --" })],
  ['that is no token', async () => 'not.a.token'],
  ['that is empty', async () => ''],
])('refuses a token %s', async (_what, make) => {
  expect(await tokensAt(START, OLD).read(await make())).toBeNull();
});

async function forged({
  label = 'access tokens',
  audience = 'authenticated',
  ends = true,
  session_id = TOKEN.session_id,
}): Promise<string> {
  const jwt = new SignJWT({ session_id })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(TOKEN.user_id)
    .setAudience(audience);
  if (ends) jwt.setExpirationTime(after(HOUR_MS));
  return jwt.sign(deriveKeys([OLD], label)[0] ?? new Uint8Array(32));
}

test('the forgery above would be taken if nothing were wrong with it', async () => {
  expect(await tokensAt(START, OLD).read(await forged({}))).toEqual(TOKEN);
});

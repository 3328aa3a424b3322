import { Hono } from 'hono';
import { type JWTHeaderParameters, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { deriveKeys } from '../../platform/secrets/keys.ts';
import { hashPassword } from '../passwords/passwords.ts';
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

test('a token is valid for an hour, and for sign-out thirty more days', async () => {
  const { access_token, expires_at } = tokensAt(START, OLD).sign(TOKEN);
  expect(expires_at * 1000).toBe(after(HOUR_MS).getTime());
  expect(tokensAt(after(HOUR_MS - 1000), OLD).read(access_token)).toEqual(TOKEN);
  expect(tokensAt(after(HOUR_MS), OLD).read(access_token)).toBeNull();
  expect(tokensAt(after(HOUR_MS), OLD).readForSignOut(access_token)).toEqual(TOKEN);
  expect(tokensAt(after(31 * 24 * HOUR_MS), OLD).readForSignOut(access_token)).toBeNull();
});

test('a token that was read before its expiry is invalid after it', () => {
  let now = START;
  const tokens = accessTokens({ auth_secrets: [OLD], now: () => now });
  const { access_token } = tokens.sign(TOKEN);
  const read = () => [tokens.read(access_token), tokens.readForSignOut(access_token)];
  expect(read()).toEqual([TOKEN, TOKEN]);
  now = after(HOUR_MS);
  expect(read()).toEqual([null, TOKEN]);
  now = after(31 * 24 * HOUR_MS);
  expect(read()).toEqual([null, null]);
});

test('many tokens are read correctly although the cache holds only some of them', () => {
  const tokens = tokensAt(START, OLD);
  const sessions = Array.from({ length: 2_500 }, (_, number) => ({
    ...TOKEN,
    session_id: `01940000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  }));
  const texts = sessions.map((session) => tokens.sign(session).access_token);
  for (let round = 0; round < 2; round += 1) expect(texts.map(tokens.read)).toEqual(sessions);
});

test('the first secret signs, and all secrets verify', async () => {
  const { access_token } = tokensAt(START, OLD).sign(TOKEN);
  expect(tokensAt(START, NEW, OLD).read(access_token)).toEqual(TOKEN);
  expect(tokensAt(START, NEW).read(access_token)).toBeNull();
  const { access_token: newer } = tokensAt(START, NEW, OLD).sign(TOKEN);
  expect(tokensAt(START, NEW).read(newer)).toEqual(TOKEN);
  expect(tokensAt(START, OLD).read(newer)).toBeNull();
});

test('a token carries no shop, role of the shop, or e-mail', async () => {
  const { access_token } = tokensAt(START, OLD).sign(TOKEN);
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
  ['signed for another purpose', () => forged({ label: 'file links' })],
  ['for another audience', () => forged({ audience: 'file' })],
  ['without an expiry', () => forged({ ends: false })],
  ['with a session that is not an id', () => forged({ session_id: "' or true --" })],
  ['signed by another algorithm', () => forged({ header: { alg: 'HS384' } })],
  ['with a critical extension', () => forged({ header: { alg: 'HS256', crit: ['b64'], b64: true } })],
  ['with a changed payload', async () => (await forged({})).replace(/\.(.)/, (_all, first) => `.${first}A`)],
  ['with a longer signature', async () => `${await forged({})}A`],
  ['that is malformed', async () => 'not.a.token'],
  ['that is empty', async () => ''],
])('rejects a token %s', async (_what, make) => {
  expect(tokensAt(START, OLD).read(await make())).toBeNull();
});

async function forged({
  label = 'access tokens',
  audience = 'authenticated',
  ends = true,
  session_id = TOKEN.session_id,
  header = { alg: 'HS256' } as JWTHeaderParameters,
}): Promise<string> {
  const jwt = new SignJWT({ session_id })
    .setProtectedHeader(header)
    .setSubject(TOKEN.user_id)
    .setAudience(audience);
  if (ends) jwt.setExpirationTime(after(HOUR_MS));
  return jwt.sign(deriveKeys([OLD], label)[0] ?? new Uint8Array(32));
}

test('accepts a correct token made like the forgeries above', async () => {
  expect(tokensAt(START, OLD).read(await forged({}))).toEqual(TOKEN);
});

test('a standard library accepts the token', async () => {
  const { access_token } = tokensAt(START, OLD).sign(TOKEN);
  const [key = new Uint8Array()] = deriveKeys([OLD], 'access tokens');
  const { payload, protectedHeader } = await jwtVerify(access_token, key, {
    algorithms: ['HS256'],
    audience: 'authenticated',
    currentDate: START,
    typ: 'JWT',
  });
  expect(protectedHeader.alg).toBe('HS256');
  expect(payload).toMatchObject({ sub: TOKEN.user_id, session_id: TOKEN.session_id });
});

test('checking a token does not wait for passwords that are being hashed', async () => {
  const tokens = tokensAt(START, OLD);
  const { access_token } = tokens.sign(TOKEN);
  const app = new Hono().get('/', async (c) => c.text(await tokens.sessionOf(c)));
  let hashed = 0;
  const hashes = Array.from({ length: 12 }, () => hashPassword('a password').then(() => (hashed += 1)));
  const response = await app.request('/', { headers: { authorization: `Bearer ${access_token}` } });
  expect({ session: await response.text(), hashed }).toEqual({ session: TOKEN.session_id, hashed: 0 });
  await Promise.all(hashes);
});

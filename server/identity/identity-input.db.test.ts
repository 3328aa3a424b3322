import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestIdentity,
  PASSWORD,
  postToken,
  type Refused,
  type TestIdentity,
} from '../../tests/support/test-identity.ts';

const EMAIL = 'driver@example.com';
let identity: TestIdentity;

beforeAll(async () => {
  identity = await createTestIdentity();
});
beforeEach(() => {
  identity.seen.verified.length = 0;
});
afterAll(() => identity.close());

test.each<[string, unknown, string]>([
  ['invalid JSON', '{"email":', 'bad_json'],
  ['an empty body', '', 'bad_json'],
  ['a list', [], 'validation_failed'],
  ['null', null, 'validation_failed'],
  ['no password', { email: EMAIL }, 'validation_failed'],
  ['a number', { email: EMAIL, password: 1234567890 }, 'validation_failed'],
  ['an object', { email: { $ne: null }, password: PASSWORD }, 'validation_failed'],
  ['NUL in the e-mail', { email: 'a\u0000@example.com', password: PASSWORD }, 'validation_failed'],
  ['NUL in the password', { email: EMAIL, password: `${PASSWORD}\u0000` }, 'validation_failed'],
  ['a long e-mail', { email: `${'a'.repeat(300)}@example.com`, password: PASSWORD }, 'validation_failed'],
  ['a long password', { email: EMAIL, password: 'x'.repeat(201) }, 'validation_failed'],
  ['a huge body', { email: EMAIL, password: 'x'.repeat(100_000) }, 'validation_failed'],
  ['an empty password', { email: EMAIL, password: '' }, 'validation_failed'],
])('rejects %s before any work', async (_what, body, error_code) => {
  const response = await postToken(identity.app, 'password', body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 400, error_code, msg: expect.any(String) });
  expect(identity.seen.verified).toEqual([]);
});

test('an unknown grant type is rejected', async () => {
  const response = await postToken(identity.app, 'client_credentials', { email: EMAIL, password: PASSWORD });
  expect([response.status, ((await response.json()) as Refused).error_code]).toEqual([
    400,
    'unsupported_grant_type',
  ]);
});

test.each<[string, string]>([
  ['invalid JSON', '{"refresh_token":'],
  ['an empty body', ''],
  ['a number', '{"refresh_token": 1}'],
  ['NUL', '{"refresh_token": "a\\u0000b"}'],
  ['a long token', JSON.stringify({ refresh_token: 'x'.repeat(501) })],
  ['a huge body', JSON.stringify({ refresh_token: 'x'.repeat(100_000) })],
  ['bytes that are not UTF-8', '\ud800'],
  ['an unknown token', '{"refresh_token": "unknown"}'],
])('a refresh with %s is a 400', async (_what, body) => {
  const response = await postToken(identity.app, 'refresh_token', body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 400, error_code: expect.any(String) });
});

test.each([
  ['GET', '/auth/v1/user', undefined, 401, 'no_authorization'],
  ['GET', '/auth/v1/user', 'Basic abc', 401, 'no_authorization'],
  ['GET', '/auth/v1/user', 'Bearer nonsense', 401, 'bad_jwt'],
  ['POST', '/auth/v1/logout?scope=global', undefined, 401, 'no_authorization'],
  ['POST', '/auth/v1/logout?scope=global', 'Bearer nonsense', 401, 'bad_jwt'],
  ['POST', '/auth/v1/logout?scope=everybody', 'Bearer nonsense', 400, 'validation_failed'],
])('%s %s with %j responds %i %s', async (method, path, authorization, status, error_code) => {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const response = await identity.app.request(path, { method, headers });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code: status, error_code });
});

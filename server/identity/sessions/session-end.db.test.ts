import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { disableStaff, enableStaff, setPassword } from '../../../tests/support/operations.ts';
import {
  createTestIdentity,
  PASSWORD,
  postToken,
  type Refused,
  signInAs,
  type TestIdentity,
  type Tokens,
  withToken,
} from '../../../tests/support/test-identity.ts';
import { sql } from '../../platform/database/sql.ts';
import { newRefreshToken, refreshTokenHash, sealSuccessor } from './refresh-tokens.ts';

const DAY_S = 24 * 3600;
let identity: TestIdentity;
let drivers = 0;
let EMAIL: string;

beforeAll(async () => {
  identity = await createTestIdentity();
});
beforeEach(async () => {
  await identity.reset();
  EMAIL = `driver${++drivers}@example.com`;
  await identity.addStaff({ email: EMAIL });
});
afterAll(() => identity.close());

type TokenBody = Tokens & Refused & { ended_because?: string; session_ends_in: number };

async function refresh({ refresh_token }: Tokens): Promise<TokenBody & { status: number }> {
  const response = await postToken(identity.app, 'refresh_token', { refresh_token });
  return { ...((await response.json()) as TokenBody), status: response.status };
}

/** Makes all sessions older by `in_all`, and unused for `unused`. */
async function age(unused: string, in_all = unused): Promise<void> {
  await identity.database.owner.query(
    `update sessions set last_used_at = last_used_at - $1::interval, counted_from = counted_from - $2::interval`,
    [unused, in_all],
  );
}

test.each([
  ['30 days less a minute without use is live', '29 days 23:59', '29 days 23:59', null],
  ['30 days and a minute without use has ended', '30 days 00:01', '30 days 00:01', 'unused'],
  ['90 days less a minute with use is live', '1 hour', '89 days 23:59', null],
  ['90 days and a minute with use has ended', '1 hour', '90 days 00:01', 'age'],
])('a session after %s', async (_what, unused, in_all, ended_because) => {
  const tokens = await signInAs(identity.app, EMAIL);
  await age(unused, in_all);
  const response = await refresh(tokens);
  if (ended_because === null) return expect(response.status).toBe(200);
  const over = { status: 400, error_code: 'session_expired', ended_because };
  expect(response).toMatchObject(over);
  // The access token, not expired itself, is rejected too, and the reason stays the same.
  expect((await withToken(identity.app, 'GET', '/api/profile', tokens.access_token)).status).toBe(401);
  expect(await refresh(tokens)).toMatchObject(over);
});

test('each refresh counts as use, but a request does not', async () => {
  let tokens: Tokens = await signInAs(identity.app, EMAIL);
  for (let month = 1; month <= 2; month++) {
    await age('29 days');
    const response = await refresh(tokens);
    expect(response.status).toBe(200);
    tokens = response;
  }
  await age('30 days 00:01', '0');
  expect((await withToken(identity.app, 'GET', '/api/profile', tokens.access_token)).status).toBe(200);
  expect(await refresh(tokens)).toMatchObject({ status: 400, ended_because: 'unused' });
});

test('both limits are settings', async () => {
  const { config } = identity.services;
  Object.assign(config, { session_unused_days: 2, session_total_days: 5 });
  try {
    const tokens = (await signInAs(identity.app, EMAIL)) as TokenBody;
    expect(tokens.session_ends_in).toBe(5 * DAY_S);
    await age('1 day', '4 days');
    const used = await refresh(tokens);
    expect(used.status).toBe(200);
    await age('1 day', '1 day 00:01');
    expect(await refresh(used)).toMatchObject({ ended_because: 'age' });
    const idle = await signInAs(identity.app, EMAIL);
    await age('2 days 00:01');
    expect(await refresh(idle)).toMatchObject({ ended_because: 'unused' });
  } finally {
    Object.assign(config, { session_unused_days: 30, session_total_days: 90 });
  }
});

test('the response contains the end of the session, and no access token outlives it', async () => {
  const tokens = (await signInAs(identity.app, EMAIL)) as TokenBody;
  expect([tokens.session_ends_in, tokens.expires_in]).toEqual([90 * DAY_S, 3600]);
  await age('1 hour', '89 days 23:50');
  const last = await refresh(tokens);
  expect(last.session_ends_in).toBeGreaterThan(500);
  expect(last.session_ends_in).toBeLessThanOrEqual(600);
  expect(last.expires_in).toBe(last.session_ends_in);
  expect(last.expires_at).toBe(identity.clock.now.getTime() / 1000 + last.expires_in);
});

test.each<[string, string, (phone: Tokens, tablet: Tokens) => Promise<unknown>]>([
  [
    'a user who signed out on another device',
    'signed_out',
    (_phone, tablet) => withToken(identity.app, 'POST', '/auth/v1/logout', tablet.access_token),
  ],
  [
    'a user who changed the password on another device',
    'password_changed',
    (_phone, tablet) =>
      Promise.resolve(
        identity.app.request('/api/password', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${tablet.access_token}` },
          body: JSON.stringify({ current_password: PASSWORD, new_password: 'my own good password' }),
        }),
      ),
  ],
  [
    'a user who was given another password',
    'password_changed',
    () => identity.write((tx) => setPassword(tx, EMAIL, 'chosen by the manager')),
  ],
  ['a disabled user', 'disabled', () => identity.write((tx) => disableStaff(tx, EMAIL))],
  [
    'a user who was disabled and enabled again',
    'disabled',
    async () => {
      await identity.write((tx) => disableStaff(tx, EMAIL));
      await identity.write((tx) => enableStaff(tx, EMAIL));
    },
  ],
])('a refresh by a device of %s returns the reason %s', async (_what, ended_because, end) => {
  const [phone, tablet] = [await signInAs(identity.app, EMAIL), await signInAs(identity.app, EMAIL)];
  await end(phone, tablet);
  const refreshed = await refresh(phone);
  expect(refreshed).toMatchObject({ status: 400, error_code: 'refresh_token_not_found', ended_because });
});

test('a session that ended because its token was copied returns that reason to both holders', async () => {
  const first = await signInAs(identity.app, EMAIL);
  const second = await refresh(first);
  const third = await refresh(second);
  const copied = { status: 400, ended_because: 'token_copied' };
  expect(await refresh(first)).toMatchObject({ ...copied, error_code: 'refresh_token_already_used' });
  expect(await refresh(third)).toMatchObject(copied);
});

test('an unknown refresh token is rejected without a reason', async () => {
  const response = await postToken(identity.app, 'refresh_token', { refresh_token: newRefreshToken() });
  expect(await response.json()).toEqual({
    code: 400,
    error_code: 'refresh_token_not_found',
    msg: 'Invalid Refresh Token: Refresh Token Not Found',
  });
});

test('a server of the previous version opens and refreshes sessions alongside this one', async () => {
  const { requests } = identity.services;
  // The previous version uses the database's clock.
  identity.clock.now = new Date();
  const [token, successor] = [newRefreshToken(), newRefreshToken()];
  const user = await identity.owner
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow();
  const session_id = '0190b5c8-0000-7000-8000-000000000001';
  // The statements of that version, unchanged.
  await sql`
    select open_session(${user.id}::uuid, ${user.password_hash}, ${session_id}::uuid, ${refreshTokenHash(token)},
      ${new Date()}, ${'pair'}, ${'address'}, ${'account'})`.execute(requests);
  await age('29 days');
  const { rows } = await sql<{ outcome: string; session_id: string }>`
    select * from rotate_refresh_token(${refreshTokenHash(token)}, ${refreshTokenHash(successor)},
      ${sealSuccessor(token, successor)})`.execute(requests);
  expect(rows).toEqual([{ outcome: 'rotated', session_id, sealed_successor: expect.any(Buffer) }]);
  // The refresh by the other server counts as use, and this server continues with the session.
  await age('2 days');
  const response = await postToken(identity.app, 'refresh_token', { refresh_token: successor });
  expect(response.status).toBe(200);
});

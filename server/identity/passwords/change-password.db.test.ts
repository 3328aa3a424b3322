import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setPassword } from '../../../tests/support/operations.ts';
import {
  createTestIdentity,
  PASSWORD,
  postToken,
  signInAs,
  type TestIdentity,
  type Tokens,
  withToken,
} from '../../../tests/support/test-identity.ts';
import { databaseOf } from '../../platform/database/database.ts';
import { ConnectionLost } from '../../platform/database/driver/failures.ts';
import type { Around } from '../../platform/database/driver/session.ts';
import { PAIR_MAX, WINDOW_MS } from '../sign-in/sign-in-limits.ts';

const OWN = 'my own good password';
let identity: TestIdentity;
let drivers = 0;
let EMAIL: string;
let tokens: Tokens;

beforeAll(async () => {
  identity = await createTestIdentity();
});
beforeEach(async () => {
  await identity.reset();
  EMAIL = `driver${++drivers}@example.com`;
  await identity.addStaff({ email: EMAIL });
  tokens = await signInAs(identity.app, EMAIL);
});
afterAll(() => identity.close());

async function change(
  current_password: string,
  new_password: string,
  { access_token } = tokens,
  address = '203.0.113.7',
): Promise<[number, string]> {
  const peer = { incoming: { socket: { remoteAddress: address, remotePort: 1, remoteFamily: 'IPv4' } } };
  const response = await identity.app.request(
    '/api/password',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ current_password, new_password }),
    },
    peer,
  );
  const body = (await response.json()) as { code?: string };
  return [response.status, body.code ?? 'changed'];
}

async function signInStatus(password: string): Promise<number> {
  return (await postToken(identity.app, 'password', { email: EMAIL, password })).status;
}

async function profileStatus({ access_token }: Tokens): Promise<number> {
  return (await withToken(identity.app, 'GET', '/api/profile', access_token)).status;
}

test('after a change the new password signs in, the old one does not, and all other sessions end', async () => {
  const other = await signInAs(identity.app, EMAIL);
  expect(await change(PASSWORD, OWN)).toEqual([200, 'changed']);
  expect(await profileStatus(tokens)).toBe(200);
  expect(await profileStatus(other)).toBe(401);
  const refreshed = await postToken(identity.app, 'refresh_token', { refresh_token: tokens.refresh_token });
  expect(refreshed.status).toBe(200);
  const ended = await postToken(identity.app, 'refresh_token', { refresh_token: other.refresh_token });
  expect(ended.status).toBe(400);
  expect(await signInStatus(PASSWORD)).toBe(400);
  expect(await signInStatus(OWN)).toBe(200);
});

test('a retry of a change whose response was lost succeeds, and changes no other user’s password', async () => {
  await identity.addStaff({ email: 'other@example.com' });
  expect(await change(PASSWORD, OWN)).toEqual([200, 'changed']);
  expect(await change(PASSWORD, OWN)).toEqual([200, 'changed']);
  await signInAs(identity.app, 'other@example.com');
});

test('a change whose commit got no response is not retried internally: the response is 503, and a retry succeeds', async () => {
  let broken = false;
  const around: Around = async ({ statements }, send) => {
    const result = await send();
    const is_change =
      statements.at(-1)?.text === 'commit' && statements.some(({ text }) => /audit_events/.test(text));
    if (broken || !is_change) return result;
    broken = true;
    throw new ConnectionLost('broken off');
  };
  const { requests } = identity.services;
  identity.services.requests = databaseOf(identity.database.request, { around });
  try {
    expect(await change(PASSWORD, OWN)).toEqual([503, 'unavailable']);
    expect(await change(PASSWORD, OWN)).toEqual([200, 'changed']);
  } finally {
    identity.services.requests = requests;
  }
  expect([await signInStatus(PASSWORD), await signInStatus(OWN)]).toEqual([400, 200]);
  const changes = identity.owner
    .selectFrom('audit_events')
    .select('id')
    .where('what', '=', 'change_password')
    .where('user_id', '=', tokens.user.id);
  expect(await changes.execute()).toHaveLength(1);
});

test('a retry of a change succeeds for one hour, and only with the former password', async () => {
  expect(await change(PASSWORD, OWN)).toEqual([200, 'changed']);
  expect(await change('wrong horse battery', OWN)).toEqual([422, 'password_unchanged']);
  await identity.database.owner.query(
    `update users set password_changed_at = password_changed_at - interval '61 minutes'`,
  );
  expect(await change(PASSWORD, OWN)).toEqual([422, 'password_unchanged']);
  const stored = () =>
    identity.database.owner.query('select replaced_password_hash as hash from users where email = $1', [
      EMAIL,
    ]);
  expect((await stored()).rows).toEqual([{ hash: expect.any(String) }]);
  await postToken(identity.app, 'refresh_token', { refresh_token: tokens.refresh_token });
  expect((await stored()).rows).toEqual([{ hash: null }]);
});

test('the current password is rejected as the new one, even if the current one was entered wrong', async () => {
  expect(await change('wrong horse battery', PASSWORD)).toEqual([422, 'password_unchanged']);
  expect(await change('wrong horse battery', 'wrong horse battery')).toEqual([422, 'wrong_password']);
});

test('weak passwords are rejected with the reason, and do not count as failed attempts', async () => {
  const weak = [
    ['qwertyuiop', 'password_common'],
    ['Password2026!', 'password_common'],
    [EMAIL, 'password_own_data'],
    ['SomebodyElse1', 'password_own_data'],
    ['mandoob-demo', 'password_own_data'],
    ['Mandoob 2026', 'password_own_data'],
    ['zzzzzzzzzzzz', 'password_repeated'],
  ] as const;
  const twice = [...weak, ...weak];
  expect(twice.length).toBeGreaterThan(PAIR_MAX);
  for (const [chosen, reason] of twice) {
    expect([chosen, ...(await change(PASSWORD, chosen))]).toEqual([chosen, 422, reason]);
  }
  expect(await signInStatus(PASSWORD)).toBe(200);
});

test('the product’s name is rejected as a password', async () => {
  const { config } = identity.services;
  identity.services.config = { ...config, product_name: 'Barsha Rides' };
  try {
    expect(await change(PASSWORD, 'barsha-rides-26')).toEqual([422, 'password_own_data']);
  } finally {
    identity.services.config = config;
  }
});

test('a wrong current password, or a new one that is the same, too short or too long, changes nothing', async () => {
  expect(await change('wrong horse battery', OWN)).toEqual([422, 'wrong_password']);
  expect(await change(PASSWORD, PASSWORD)).toEqual([422, 'password_unchanged']);
  expect(await change(PASSWORD, 'nine char')).toEqual([422, 'invalid_input']);
  expect(await change(PASSWORD, 'x'.repeat(201))).toEqual([422, 'invalid_input']);
  expect(await change(PASSWORD, 'with a \u0000 in it')).toEqual([422, 'invalid_input']);
  expect(await signInStatus(PASSWORD)).toBe(200);
});

test('wrong current passwords count together with failed sign-ins, until the time window ends', async () => {
  for (let attempt = 0; attempt < PAIR_MAX; attempt++) {
    expect(await change('wrong horse battery', OWN)).toEqual([422, 'wrong_password']);
  }
  const verified = identity.seen.verified.length;
  expect(await change(PASSWORD, OWN)).toEqual([429, 'too_many_attempts']);
  expect(await signInStatus(PASSWORD)).toBe(429);
  expect(identity.seen.verified.length).toBe(verified);
  identity.clock.now = new Date(identity.clock.now.getTime() + WINDOW_MS);
  expect(await change(PASSWORD, OWN)).toEqual([200, 'changed']);
});

test('without a session no password can be changed', async () => {
  expect(await change(PASSWORD, OWN, { ...tokens, access_token: 'x' })).toEqual([401, 'not_signed_in']);
  await withToken(identity.app, 'POST', '/auth/v1/logout', tokens.access_token);
  expect(await change(PASSWORD, OWN)).toEqual([401, 'not_signed_in']);
});

test('with a password set by another user, only changing it is possible', async () => {
  await identity.write((tx) => setPassword(tx, EMAIL, 'set by the manager'));
  const response = await postToken(identity.app, 'password', {
    email: EMAIL,
    password: 'set by the manager',
  });
  tokens = (await response.json()) as Tokens;
  const profile = await withToken(identity.app, 'GET', '/api/profile', tokens.access_token);
  expect(await profile.json()).toMatchObject({ must_change_password: true });
  expect(await change('set by the manager', OWN)).toEqual([200, 'changed']);
  const after = await withToken(identity.app, 'GET', '/api/profile', tokens.access_token);
  expect(await after.json()).toMatchObject({ must_change_password: false });
});

test('a password set by another user is rejected as the new one', async () => {
  await identity.write((tx) => setPassword(tx, EMAIL, 'set by the manager'));
  const response = await postToken(identity.app, 'password', {
    email: EMAIL,
    password: 'set by the manager',
  });
  tokens = (await response.json()) as Tokens;
  expect(await change('anything at all', 'set by the manager')).toEqual([422, 'password_unchanged']);
  expect(await change('set by the manager', 'set by the manager')).toEqual([422, 'password_unchanged']);
  const profile = await withToken(identity.app, 'GET', '/api/profile', tokens.access_token);
  expect(await profile.json()).toMatchObject({ must_change_password: true });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../contract/rules/ids.ts';
import { runTransaction } from '../server/platform/database/database.ts';
import { createLog } from '../server/platform/logging/log.ts';
import { readConfig } from '../server/platform/settings/config.ts';
import { addStaff } from './support/operations.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { PASSWORD, postToken, type Tokens } from './support/test-identity.ts';
import { createTestShop, type TestShop } from './support/test-shop.ts';

/** The log of security events for the shop's operator: one line each, with the name of the event. */
const EMAIL = 'driver@example.com';
const PROXY = '10.0.0.1';
const CLIENT = '198.51.100.9';
const FORWARDED = { address: PROXY, headers: { 'x-forwarded-for': CLIENT } };

let app: TestApp;
let shop: TestShop;
let lines: Record<string, unknown>[];

beforeAll(async () => {
  app = await createTestApp({
    config: readConfig({ TRUST_PROXY: PROXY }),
    // All other lines, such as those of requests, have no event.
    log: createLog('info', {
      write: (line) => void lines.push(...[JSON.parse(line)].filter(({ event }) => event)),
    }),
  });
  shop = await createTestShop(app.owner);
  const staff = { shop_id: shop.shop_id, full_name: 'Bilal Ahmed', role: 'Driver' as const };
  await runTransaction(app.owner, (tx) =>
    addStaff(tx, { ...staff, email: EMAIL, password: PASSWORD, must_change_password: false }),
  );
});
beforeEach(() => {
  lines = [];
});
afterAll(() => app.drop());

/** Returns the only line that was logged, which must contain no name, e-mail or password. */
function line(): Record<string, unknown> {
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toMatch(/driver@|wrong horse|correct horse|Bilal/);
  return lines[0] ?? {};
}

const account = expect.stringMatching(/^account [\w-]{43}$/);

test('logs a failed sign-in with the account’s hash and the trusted client address', async () => {
  await postToken(app.app, 'password', { email: EMAIL, password: 'wrong horse battery' }, FORWARDED);
  const failed = line();
  expect(failed).toMatchObject({ event: 'sign_in_failed', client_address: CLIENT, account, level: 'warn' });
  expect(failed.request_id).toMatch(/^[0-9a-f-]{36}$/);
  lines = [];
  // The same account has the same hash in the next line; another account, known or not, has another.
  await postToken(app.app, 'password', { email: EMAIL.toUpperCase(), password: 'x' }, FORWARDED);
  expect(line().account).toBe(failed.account);
  lines = [];
  await postToken(app.app, 'password', { email: 'nobody@example.com', password: 'x' }, FORWARDED);
  expect(line()).toMatchObject({ event: 'sign_in_failed' });
  expect(line().account).not.toBe(failed.account);
});

test('logs a sign-in and a sign-out at info level', async () => {
  const response = await postToken(app.app, 'password', { email: EMAIL, password: PASSWORD }, FORWARDED);
  const { access_token, refresh_token, user } = (await response.json()) as Tokens;
  const signed_in = line();
  expect(signed_in).toMatchObject({
    event: 'signed_in',
    user_id: user.id,
    account,
    client_address: CLIENT,
    level: 'info',
  });
  expect(JSON.stringify(signed_in)).not.toContain(refresh_token);
  lines = [];
  const authorization = { headers: { authorization: `Bearer ${access_token}` } };
  const signOut = () => app.app.request('/auth/v1/logout?scope=local', { method: 'POST', ...authorization });
  expect((await signOut()).status).toBe(204);
  const { session_id } = signed_in;
  expect(line()).toMatchObject({ event: 'signed_out', user_id: user.id, session_id, scope: 'local' });
  lines = [];
  expect((await signOut()).status).toBe(403);
  expect(lines).toEqual([]);
});

test('ignores a forged forwarded address and logs one hint', async () => {
  const forged = { address: '203.0.113.5', headers: { 'x-forwarded-for': CLIENT } };
  for (const email of ['first@example.com', 'second@example.com']) {
    await postToken(app.app, 'password', { email, password: 'wrong horse battery' }, forged);
  }
  expect(lines.map(({ event, client_address }) => [event, client_address])).toEqual([
    ['forwarded_address_not_believed', '203.0.113.5'],
    ['sign_in_failed', '203.0.113.5'],
    ['sign_in_failed', '203.0.113.5'],
  ]);
  expect(lines[0]?.msg).toContain('TRUST_PROXY');
});

test('logs an attempt refused by the limit', async () => {
  await app.database.owner.query(
    `update sign_in_attempts set failures = 100 where subject like 'address %' or subject like 'pair %'`,
  );
  await postToken(app.app, 'password', { email: EMAIL, password: PASSWORD }, FORWARDED);
  expect(line()).toMatchObject({
    event: 'sign_in_refused',
    because: 'limit',
    account,
    client_address: CLIENT,
  });
  await app.database.owner.query('delete from sign_in_attempts');
});

test('logs a request refused for the user’s role', async () => {
  const response = await app.send('GET', '/api/handovers/drivers', { as: shop.driver.session_id });
  expect(response.status).toBe(403);
  expect(line()).toMatchObject({
    event: 'role_refused',
    user_id: shop.driver.user_id,
    route: '/api/handovers/drivers',
  });
});

test('logs the reuse of an old refresh token', async () => {
  const signed = await postToken(app.app, 'password', { email: EMAIL, password: PASSWORD }, FORWARDED);
  const first = ((await signed.json()) as Tokens).refresh_token;
  let token = first;
  for (let n = 0; n < 2; n++) {
    const refreshed = await postToken(app.app, 'refresh_token', { refresh_token: token }, FORWARDED);
    token = ((await refreshed.json()) as Tokens).refresh_token;
  }
  lines = [];
  await postToken(app.app, 'refresh_token', { refresh_token: first }, FORWARDED);
  const { rows } = await app.database.owner.query<{ id: string }>(
    'select id from sessions where revoked_at is not null order by revoked_at desc limit 1',
  );
  expect(line()).toMatchObject({
    event: 'token_family_revoked',
    session_id: rows[0]?.id,
    client_address: CLIENT,
  });
});

test('logs a password change, and one with a wrong current password', async () => {
  const { rows } = await app.database.owner.query<{ id: string }>('select id from users where email = $1', [
    EMAIL,
  ]);
  const user_id = rows[0]?.id ?? '';
  const session_id = newId();
  await app.owner.insertInto('sessions').values({ id: session_id, user_id }).execute();
  const change = (current_password: string) =>
    app.send('POST', '/api/password', {
      as: session_id,
      body: { current_password, new_password: 'seven green lorries at dawn' },
    });
  expect((await change('wrong horse battery')).status).toBe(422);
  expect(line()).toMatchObject({ event: 'password_change_failed', user_id, account });
  lines = [];
  expect((await change(PASSWORD)).status).toBe(200);
  expect(line()).toMatchObject({ event: 'password_changed', user_id, account });
});

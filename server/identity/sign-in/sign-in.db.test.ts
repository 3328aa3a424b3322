import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { disableStaff, setPassword } from '../../../tests/support/operations.ts';
import {
  createTestIdentity,
  PASSWORD,
  postToken,
  type Refused,
  type TestIdentity,
} from '../../../tests/support/test-identity.ts';
import { machineRandom } from '../../platform/machine.ts';
import { DUMMY_HASH, verifyPassword } from '../passwords/passwords.ts';
import { signIn } from './sign-in.ts';
import { ADDRESS_MAX, countersOf, NETWORK_MAX, PAIR_MAX, WINDOW_MS } from './sign-in-limits.ts';
import { hashesAtOnce } from './sign-in-queue.ts';
import { signInTools } from './sign-in-tools.ts';

const WRONG = 'wrong horse battery';
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

type Sender = { address?: string; headers?: Record<string, string> };

async function attempt(email: string, password: string, sender: Sender = {}): Promise<[number, string]> {
  const response = await postToken(identity.app, 'password', { email, password }, sender);
  const body = (await response.json()) as Partial<Refused>;
  return [response.status, body.error_code ?? 'signed in'];
}

test('a sign-in returns a session in the protocol’s format', async () => {
  const response = await postToken(identity.app, 'password', {
    email: ` ${EMAIL.toUpperCase()}`,
    password: PASSWORD,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toMatchObject({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: identity.clock.now.getTime() / 1000 + 3600,
    user: { email: EMAIL, aud: 'authenticated', role: 'authenticated' },
  });
});

test('wrong password, unknown e-mail and disabled user get the same response byte for byte, for the same work', async () => {
  await identity.addStaff({ email: 'gone@example.com' });
  await identity.write((tx) => disableStaff(tx, 'gone@example.com'));
  const responses: string[] = [];
  const verified: number[] = [];
  for (const [email, password] of [
    [EMAIL, WRONG],
    ['nobody@example.com', WRONG],
    ['gone@example.com', PASSWORD],
  ]) {
    identity.seen.verified.length = 0;
    const response = await postToken(identity.app, 'password', { email, password });
    responses.push(`${response.status} ${await response.text()}`);
    verified.push(identity.seen.verified.length);
    if (email !== EMAIL) expect(identity.seen.verified).toEqual([DUMMY_HASH]);
  }
  expect(verified).toEqual([1, 1, 1]);
  expect(new Set(responses)).toEqual(
    new Set(['400 {"code":400,"error_code":"invalid_credentials","msg":"Invalid login credentials"}']),
  );
});

test('after ten failures with one e-mail an address is refused even with the correct password', async () => {
  for (let failed = 0; failed < PAIR_MAX; failed++) {
    expect(await attempt(EMAIL, WRONG)).toEqual([400, 'invalid_credentials']);
  }
  identity.seen.verified.length = 0;
  expect(await attempt(EMAIL, PASSWORD)).toEqual([429, 'over_request_rate_limit']);
  expect(identity.seen.verified).toEqual([]);
  // No other attempt is refused: a colleague's at this address, the owner's elsewhere, or one in the next
  // window.
  await identity.addStaff({ email: 'colleague@example.com' });
  expect(await attempt('colleague@example.com', PASSWORD)).toEqual([200, 'signed in']);
  expect(await attempt(EMAIL, PASSWORD, { address: '198.51.100.9' })).toEqual([200, 'signed in']);
  identity.clock.now = new Date(identity.clock.now.getTime() + WINDOW_MS);
  expect(await attempt(EMAIL, PASSWORD)).toEqual([200, 'signed in']);
});

test('sixteen concurrent attempts do not exceed the limit', async () => {
  const responses = await Promise.all(Array.from({ length: 16 }, () => attempt(EMAIL, WRONG)));
  expect(responses.filter(([status]) => status === 400)).toHaveLength(PAIR_MAX);
  expect(identity.seen.verified).toHaveLength(PAIR_MAX);
});

test('a successful sign-in removes its own attempt from the counters', async () => {
  for (let failed = 0; failed < PAIR_MAX - 1; failed++) await attempt(EMAIL, WRONG);
  expect(await attempt(EMAIL, PASSWORD)).toEqual([200, 'signed in']);
  for (let failed = 0; failed < PAIR_MAX; failed++) {
    expect(await attempt(EMAIL, WRONG)).toEqual([400, 'invalid_credentials']);
  }
});

test('an address is refused after a hundred failures with any e-mails', async () => {
  const { rows } = await identity.database.owner.query<{ subject: string }>(
    'select subject from sign_in_attempts',
  );
  expect(rows).toEqual([]);
  await attempt('first@example.com', WRONG);
  await identity.database.owner.query(
    `update sign_in_attempts set failures = $1 where subject like 'address %'`,
    [ADDRESS_MAX - 1],
  );
  expect(await attempt('second@example.com', WRONG)).toEqual([400, 'invalid_credentials']);
  expect(await attempt(EMAIL, PASSWORD)).toEqual([429, 'over_request_rate_limit']);
  expect(await attempt(EMAIL, PASSWORD, { address: '198.51.100.9' })).toEqual([200, 'signed in']);
});

test('an IPv6 /56 network is refused after two hundred failures from any of its /64 networks', async () => {
  const from = (subnet: string) => ({ address: `2001:db8:1:${subnet}::7` });
  await attempt('first@example.com', WRONG, from('ab01'));
  const filled = await identity.database.owner.query(
    `update sign_in_attempts set failures = $1 where subject like 'network %'`,
    [NETWORK_MAX - 2],
  );
  expect(filled.rowCount).toBe(1);
  // A correct password removes its own attempt from the counters.
  expect(await attempt(EMAIL, PASSWORD, from('ab02'))).toEqual([200, 'signed in']);
  expect(await attempt('second@example.com', WRONG, from('ab02'))).toEqual([400, 'invalid_credentials']);
  expect(await attempt('third@example.com', WRONG, from('ab03'))).toEqual([400, 'invalid_credentials']);
  expect(await attempt(EMAIL, PASSWORD, from('ab04'))).toEqual([429, 'over_request_rate_limit']);
  expect(await attempt(EMAIL, PASSWORD, from('ac04'))).toEqual([200, 'signed in']);
});

test('a refusal has the time to try again, and is delayed', async () => {
  for (let failed = 0; failed < PAIR_MAX; failed++) await attempt(EMAIL, WRONG);
  identity.clock.now = new Date(identity.clock.now.getTime() + 60_000);
  const response = await postToken(identity.app, 'password', { email: EMAIL, password: PASSWORD });
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, String(14 * 60)]);
  const [pause_ms = 0, ...more] = identity.seen.pauses_ms;
  expect(pause_ms).toBeGreaterThanOrEqual(250);
  expect(more).toEqual([]);
});

test('when the queue is full further attempts are refused uncounted, and queued ones are still served', async () => {
  let open = () => {};
  identity.hold.verification = new Promise((opened) => {
    open = opened;
  });
  const send = (n: number) =>
    postToken(identity.app, 'password', { email: `nobody${n}@example.com`, password: WRONG });
  // The first attempt runs before the others are sent: the queue may still rest after an attempt of the
  // previous test.
  const begun = send(0);
  await vi.waitFor(() => expect(identity.seen.verified).toHaveLength(1));
  const sent = [begun, ...Array.from({ length: 59 }, (_, n) => send(n + 1))];
  // Only refusals get a response while no password can be verified.
  const first = await Promise.any(sent);
  expect([first.status, first.headers.get('retry-after')]).toEqual([429, '2']);
  open();
  const responses = await Promise.all(sent);
  const verified = responses.filter(({ status }) => status === 400).length;
  const places = hashesAtOnce() + 16;
  expect(verified).toBe(places);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(60 - places);
  const { rows } = await identity.database.owner.query<{ failures: number }>(
    `select failures from sign_in_attempts where subject like 'address %'`,
  );
  expect(rows).toEqual([{ failures: verified }]);
});

test('a device that keeps trying after its refusal does not use up the limit of its address', async () => {
  for (let tried = 0; tried < PAIR_MAX + 5; tried++) await attempt(EMAIL, WRONG);
  const { rows } = await identity.database.owner.query<{ kind: string; failures: number }>(
    `select split_part(subject, ' ', 1) as kind, failures from sign_in_attempts order by 1`,
  );
  expect(rows.find(({ kind }) => kind === 'account')?.failures).toBe(PAIR_MAX);
  expect(rows.find(({ kind }) => kind === 'pair')?.failures).toBe(PAIR_MAX + 5);
});

test('attempts on an e-mail that is attacked from many addresses are delayed by at most a second, and its owner can sign in', async () => {
  for (let address = 1; address <= 25; address++) {
    expect(await attempt(EMAIL, WRONG, { address: `198.51.100.${address}` })).toEqual([
      400,
      'invalid_credentials',
    ]);
  }
  expect(await attempt(EMAIL, PASSWORD)).toEqual([200, 'signed in']);
  expect(identity.seen.pauses_ms.slice(0, 3)).toEqual([100, 200, 300]);
  expect(Math.max(...identity.seen.pauses_ms)).toBe(1000);
});

test('attempts on an unknown e-mail are delayed in the same way', async () => {
  for (let address = 1; address <= 12; address++) {
    await attempt('nobody@example.com', WRONG, { address: `198.51.100.${address}` });
  }
  expect(identity.seen.pauses_ms).toEqual([100, 200]);
});

test('a forwarded address counts only if the proxy is trusted', async () => {
  const forged = (address: number): Sender => ({ headers: { 'x-forwarded-for': `198.51.100.${address}` } });
  for (let tried = 0; tried < PAIR_MAX; tried++) await attempt(EMAIL, WRONG, forged(tried));
  expect(await attempt(EMAIL, PASSWORD, forged(99))).toEqual([429, 'over_request_rate_limit']);

  const behind = await createTestIdentity({ env: { TRUST_PROXY: '10.0.0.0/8' } });
  try {
    await behind.addStaff({ email: EMAIL });
    const from = (address: number) => ({ address: '10.0.0.1', ...forged(address) });
    for (let tried = 0; tried <= PAIR_MAX; tried++) {
      const response = await postToken(
        behind.app,
        'password',
        { email: EMAIL, password: WRONG },
        from(tried),
      );
      expect(response.status).toBe(400);
    }
  } finally {
    await behind.close();
  }
});

test('counters of past time windows are removed', async () => {
  await attempt(EMAIL, WRONG);
  identity.clock.now = new Date(identity.clock.now.getTime() + 10 * WINDOW_MS);
  await attempt('other@example.com', WRONG);
  const { rows } = await identity.database.owner.query('select distinct window_start from sign_in_attempts');
  expect(rows).toEqual([{ window_start: identity.clock.now }]);
});

test('no session is opened if the password changed while the old one was verified', async () => {
  const { services, write, database } = identity;
  const counters = countersOf(new Uint8Array(32), EMAIL, '203.0.113.7', identity.clock.now);
  const asked = { now: identity.clock.now, origin: { client_address: '', device: null } };
  const open_for = { asked, limits: { session_unused_days: 30, session_total_days: 90 } };
  const tools = signInTools({
    random: machineRandom,
    verify: async (password_hash, password) => {
      await write((tx) => setPassword(tx, EMAIL, 'quite another password'));
      return verifyPassword(password_hash, password);
    },
  });
  const credentials = { email: EMAIL, password: PASSWORD, known: null };
  const changing = signIn(services.requests, credentials, counters, open_for, tools);
  await expect(changing).rejects.toMatchObject({ error_code: 'invalid_credentials' });
  const sessions = 'select from sessions join users on users.id = user_id where email = $1';
  expect((await database.owner.query(sessions, [EMAIL])).rows).toEqual([]);
});

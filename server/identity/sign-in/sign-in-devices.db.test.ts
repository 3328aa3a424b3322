import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { disableStaff, setPassword } from '../../../tests/support/operations.ts';
import {
  createTestIdentity,
  PASSWORD,
  postToken,
  type TestIdentity,
} from '../../../tests/support/test-identity.ts';
import { DEVICE_MAX, PAIR_MAX, WINDOW_MS } from './sign-in-limits.ts';
import { hashesAtOnce } from './sign-in-queue.ts';

/**
 * Tests that failures of others, at its address or with its e-mail, do not affect a browser that has signed
 * in before.
 */
const WRONG = 'wrong horse battery';
let identity: TestIdentity;
let drivers = 0;
let EMAIL: string;
let COLLEAGUE: string;

beforeAll(async () => {
  identity = await createTestIdentity();
});
beforeEach(async () => {
  await identity.reset();
  EMAIL = `driver${++drivers}@example.com`;
  COLLEAGUE = `colleague${drivers}@example.com`;
  await identity.addStaff({ email: EMAIL });
});
afterAll(() => identity.close());

async function attempt(email: string, password: string, device_token?: unknown) {
  const response = await postToken(identity.app, 'password', { email, password, device_token });
  const body = (await response.json()) as { device_token?: string };
  return { status: response.status, device_token: body.device_token };
}

/** Signs this user in and returns the device token. */
async function known(email = EMAIL, previous?: string): Promise<string> {
  const { status, device_token } = await attempt(email, PASSWORD, previous);
  expect(status).toBe(200);
  return device_token ?? '';
}

/** Uses up the limit of this e-mail at the address, as guesses by another user would. */
async function useUpAddress(email = EMAIL): Promise<void> {
  const { rows } = await identity.database.owner.query<{ pair: string }>(
    `select subject || failures as pair from sign_in_attempts where subject like 'pair %'`,
  );
  await attempt(email, WRONG);
  const filled = await identity.database.owner.query(
    `update sign_in_attempts set failures = $1 where subject like 'pair %' and subject || failures <> all($2)`,
    [PAIR_MAX, rows.map(({ pair }) => pair)],
  );
  expect(filled.rowCount).toBe(1);
  expect((await attempt(email, PASSWORD)).status).toBe(429);
}

async function counted(): Promise<string[]> {
  const { rows } = await identity.database.owner.query<{ kind: string }>(
    `select split_part(subject, ' ', 1) as kind from sign_in_attempts where failures > 0 order by 1`,
  );
  return rows.map(({ kind }) => kind);
}

test('a known device can sign in although its address is over the limit', async () => {
  const token = await known();
  await useUpAddress();
  expect((await attempt(EMAIL, PASSWORD, token)).status).toBe(200);
});

test('a sign-in returns a device token, a refresh does not', async () => {
  const response = await postToken(identity.app, 'password', { email: EMAIL, password: PASSWORD });
  const { refresh_token, device_token } = (await response.json()) as Record<string, string>;
  expect(device_token).toMatch(/^v1\.[\w-]+$/);
  const refreshed = await postToken(identity.app, 'refresh_token', { refresh_token });
  expect(await refreshed.json()).not.toHaveProperty('device_token');
});

test('a known device may fail ten times without affecting others, then counts as unknown until the window ends', async () => {
  const token = await known();
  for (let failed = 0; failed < DEVICE_MAX; failed++) {
    expect((await attempt(EMAIL, WRONG, token)).status).toBe(400);
  }
  expect(await counted()).toEqual(['device']);
  expect((await attempt(EMAIL, WRONG, token)).status).toBe(400);
  expect(await counted()).toEqual(['account', 'address', 'device', 'pair']);
  await useUpAddress('nobody@example.com');
  for (let failed = 1; failed < PAIR_MAX; failed++) await attempt(EMAIL, WRONG, token);
  expect((await attempt(EMAIL, PASSWORD, token)).status).toBe(429);
  identity.clock.now = new Date(identity.clock.now.getTime() + WINDOW_MS);
  expect((await attempt(EMAIL, PASSWORD, token)).status).toBe(200);
});

test('signing in clears the failures of the device', async () => {
  const token = await known();
  for (let failed = 0; failed < DEVICE_MAX - 1; failed++) await attempt(EMAIL, WRONG, token);
  expect((await attempt(EMAIL, PASSWORD, token)).status).toBe(200);
  expect(await counted()).toEqual([]);
});

test('a known device is not delayed by attempts on the account from elsewhere', async () => {
  const token = await known();
  const elsewhere = { address: '198.51.100.1' };
  await postToken(identity.app, 'password', { email: EMAIL, password: WRONG }, elsewhere);
  await identity.database.owner.query(
    `update sign_in_attempts set failures = 25 where subject like 'account %'`,
  );
  // An unknown device is delayed.
  expect((await attempt(EMAIL, WRONG)).status).toBe(400);
  expect(identity.seen.pauses_ms).toEqual([1000]);
  identity.seen.pauses_ms.length = 0;
  expect((await attempt(EMAIL, PASSWORD, token)).status).toBe(200);
  expect(identity.seen.pauses_ms).toEqual([]);
});

test('a device is no longer known after a change of password, or for a disabled user', async () => {
  const token = await known();
  await identity.write((tx) => setPassword(tx, EMAIL, 'set by the manager'));
  await useUpAddress();
  expect((await attempt(EMAIL, 'set by the manager', token)).status).toBe(429);
  await identity.addStaff({ email: COLLEAGUE });
  const other = await known(COLLEAGUE);
  await identity.write((tx) => disableStaff(tx, COLLEAGUE));
  identity.seen.verified.length = 0;
  expect((await attempt(COLLEAGUE, PASSWORD, other)).status).toBe(400);
  expect(await counted()).toContain('pair');
});

test('a device is known only for users who signed in on it, and unknown for any other e-mail, existing or not', async () => {
  await identity.addStaff({ email: COLLEAGUE });
  const token = await known();
  for (const email of [COLLEAGUE, 'nobody@example.com']) {
    identity.seen.verified.length = 0;
    await identity.database.owner.query('delete from sign_in_attempts');
    expect((await attempt(email, WRONG, token)).status).toBe(400);
    expect(await counted()).toEqual(['account', 'address', 'pair']);
    expect(identity.seen.verified).toHaveLength(1);
  }
});

test('a shared device is known for all users who signed in on it', async () => {
  await identity.addStaff({ email: COLLEAGUE });
  const token = await known(COLLEAGUE, await known());
  await useUpAddress();
  await useUpAddress(COLLEAGUE);
  expect((await attempt(EMAIL, PASSWORD, token)).status).toBe(200);
  expect((await attempt(COLLEAGUE, PASSWORD, token)).status).toBe(200);
});

test('an invalid device token causes no refusal and gives no advantage', async () => {
  const tokens = [7, 'nonsense', 'v1.AAAA', null, {}, 'x'.repeat(5_000)];
  for (const token of tokens) {
    expect([token, (await attempt(EMAIL, PASSWORD, token)).status]).toEqual([token, 200]);
  }
  await useUpAddress();
  for (const token of tokens) {
    expect([token, (await attempt(EMAIL, PASSWORD, token)).status]).toEqual([token, 429]);
  }
});

test('a known device is served although unknown devices occupy all places', async () => {
  const token = await known();
  let open = () => {};
  identity.hold.verification = new Promise((opened) => {
    open = opened;
  });
  // Sends more attempts than the server keeps bodies for, and delays the responses of refused ones.
  let release = () => {};
  identity.hold.pause = new Promise((released) => {
    release = released;
  });
  identity.seen.verified.length = 0;
  // First fills all places: the queue rests after each turn of an unknown device, so the number of free
  // places varies until then.
  const strangers = Array.from({ length: hashesAtOnce() }, (_, n) => attempt(`first${n}@example.com`, WRONG));
  await expect.poll(() => identity.seen.verified.length).toBe(hashesAtOnce());
  for (const sent of [200, 400]) {
    while (strangers.length < sent) strangers.push(attempt(`nobody${strangers.length}@example.com`, WRONG));
    await expect.poll(() => identity.seen.pauses_ms.length).toBe(sent - hashesAtOnce() - 16);
  }
  const mine = attempt(EMAIL, PASSWORD, token);
  const unknown = attempt(EMAIL, PASSWORD);
  open();
  expect((await mine).status).toBe(200);
  release();
  expect((await unknown).status).toBe(429);
  await Promise.all(strangers);
});

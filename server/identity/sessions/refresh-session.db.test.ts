import { OpenAPIHono } from '@hono/zod-openapi';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { disableStaff, setPassword } from '../../../tests/support/operations.ts';
import { build } from '../../../tests/support/query-builder.ts';
import {
  createTestIdentity,
  postToken,
  signInAs,
  type TestIdentity,
  type Tokens,
} from '../../../tests/support/test-identity.ts';
import { waitingForLocks } from '../../../tests/support/waiting-for-locks.ts';
import { databaseOf } from '../../platform/database/database.ts';
import { openPools } from '../../platform/database/pools.ts';
import type { App } from '../../platform/http/endpoint.ts';
import { identityRoutes } from '../identity-routes.ts';
import { signInTools } from '../sign-in/sign-in-tools.ts';
import { refreshSession } from './refresh-session.ts';
import { refreshTokenHash } from './refresh-tokens.ts';

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

/** Returns the next refresh token, or the code of the refusal. */
async function refresh(refresh_token: string): Promise<string> {
  const response = await postToken(identity.app, 'refresh_token', { refresh_token });
  const body = (await response.json()) as Tokens & { error_code: string };
  if (response.status !== 200) return `${response.status} ${body.error_code}`;
  return body.refresh_token;
}

const DEAD = '400 refresh_token_not_found';
const REPLAYED = '400 refresh_token_already_used';

/**
 * The generations presented in turn after sign-in issued the first, each with the expected generation or
 * refusal.
 */
test.each<[string, [number, number | string][]]>([
  [
    'one after the other',
    [
      [1, 2],
      [2, 3],
      [3, 4],
    ],
  ],
  [
    'a lost response: the same successor again',
    [
      [1, 2],
      [1, 2],
      [1, 2],
      [2, 3],
    ],
  ],
  [
    'a lost response later in the chain',
    [
      [1, 2],
      [2, 3],
      [2, 3],
      [3, 4],
    ],
  ],
  [
    'two generations back: revoked, including the newest',
    [
      [1, 2],
      [2, 3],
      [1, REPLAYED],
      [3, DEAD],
      [2, DEAD],
      [1, DEAD],
    ],
  ],
  [
    'a much older generation',
    [
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
      [1, REPLAYED],
      [5, DEAD],
    ],
  ],
  [
    'a copy that was refreshed in parallel, then the original',
    [
      [1, 2],
      [1, 2],
      [2, 3],
      [3, 4],
      [2, REPLAYED],
      [4, DEAD],
    ],
  ],
])('rotation: %s', async (_what, steps) => {
  const { refresh_token } = await signInAs(identity.app, EMAIL);
  const tokens = new Map([[1, refresh_token]]);
  for (const [presented, expected] of steps) {
    const refreshed = await refresh(tokens.get(presented) ?? '');
    if (typeof expected === 'string') expect(refreshed).toBe(expected);
    else {
      expect(refreshed).toMatch(/^[\w-]{43}$/);
      expect(refreshed).toBe(tokens.get(expected) ?? refreshed);
      tokens.set(expected, refreshed);
    }
  }
  expect(new Set(tokens.values()).size).toBe(tokens.size);
});

test('reusing an old refresh token ends that session with its access tokens, and no other session', async () => {
  const stolen = await signInAs(identity.app, EMAIL);
  const other = await signInAs(identity.app, EMAIL);
  await refresh(await refresh(stolen.refresh_token));
  expect(await refresh(stolen.refresh_token)).toBe(REPLAYED);
  expect(await profileStatus(stolen)).toBe(401);
  expect(await profileStatus(other)).toBe(200);
  expect(await refresh(other.refresh_token)).toMatch(/^[\w-]{43}$/);
});

test('ten tabs that refresh concurrently on two servers all get the same next token, round after round', async () => {
  const replica = openPools(identity.database);
  const replicas = [identity.services.requests, databaseOf(replica.request)];
  try {
    let { refresh_token } = await signInAs(identity.app, EMAIL);
    for (let round = 1; round <= 5; round++) {
      const opened = await Promise.all(
        Array.from({ length: 10 }, (_, tab) =>
          refreshSession(
            replicas[tab % 2] ?? identity.services.requests,
            { refresh_token, device: null, now: identity.clock.now },
            { session_unused_days: 30, session_total_days: 90 },
            () => undefined,
          ),
        ),
      );
      const successors = new Set(opened.map((session) => session.refresh_token));
      expect(successors.size).toBe(1);
      [refresh_token = ''] = successors;
    }
    const { rows } = await identity.database.owner.query<{ generations: number; newest: number }>(
      `select count(*)::int as generations, max(generation) as newest from refresh_tokens
        where session_id in (select s.id from sessions s join users u on u.id = s.user_id where u.email = $1)`,
      [EMAIL],
    );
    expect(rows).toEqual([{ generations: 6, newest: 6 }]);
  } finally {
    await replica.close();
  }
});

test('the refreshed access token is valid for another hour', async () => {
  const first = await signInAs(identity.app, EMAIL);
  identity.clock.now = new Date(identity.clock.now.getTime() + 2 * 3_600_000);
  expect(await profileStatus(first)).toBe(401);
  const response = await postToken(identity.app, 'refresh_token', { refresh_token: first.refresh_token });
  const second = (await response.json()) as Tokens;
  expect(second).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: first.user.id } });
  expect(second.expires_at).toBe(identity.clock.now.getTime() / 1000 + 3600);
  expect(await profileStatus(second)).toBe(200);
});

test.each([
  ['disabled', () => identity.write((tx) => disableStaff(tx, EMAIL))],
  ['given another password', () => identity.write((tx) => setPassword(tx, EMAIL, 'quite another one'))],
])('a user who is %s loses running sessions at once', async (_what, change) => {
  const tokens = await signInAs(identity.app, EMAIL);
  expect(await profileStatus(tokens)).toBe(200);
  await change();
  expect(await profileStatus(tokens)).toBe(401);
  expect(await refresh(tokens.refresh_token)).toBe(DEAD);
});

test('tokens are stored as hashes, and no stored value opens a session', async () => {
  const { refresh_token } = await signInAs(identity.app, EMAIL);
  const successor = await refresh(refresh_token);
  const { rows } = await identity.database.owner.query<{ hex: string }>(
    `select encode(token_hash, 'hex') || coalesce(encode(sealed_successor, 'hex'), '') as hex from refresh_tokens`,
  );
  for (const token of [refresh_token, successor]) {
    const hex = Buffer.from(token).toString('hex');
    for (const row of rows) expect(row.hex).not.toContain(hex);
  }
});

test('refresh tokens older than 90 days are deleted and still rejected', async () => {
  const { refresh_token } = await signInAs(identity.app, EMAIL);
  const second = await refresh(refresh_token);
  await identity.database.owner.query(
    `update refresh_tokens set used_at = used_at - interval '91 days' where used_at is not null`,
  );
  const third = await refresh(second);
  expect(await refresh(refresh_token)).toBe(DEAD);
  expect(await refresh(third)).toMatch(/^[\w-]{43}$/);
});

test('without a database a refresh responds 503 and gives no reason to sign out', async () => {
  const { refresh_token } = await signInAs(identity.app, EMAIL);
  await identity.database.owner.query('alter table refresh_tokens rename to elsewhere');
  try {
    expect(await refresh(refresh_token)).toBe('503 request_timeout');
  } finally {
    await identity.database.owner.query('alter table elsewhere rename to refresh_tokens');
  }

  const nowhere = 'postgres://nobody@127.0.0.1:1/nowhere';
  const pools = openPools({ owner_url: nowhere, request_url: nowhere });
  const app: App = new OpenAPIHono();
  identityRoutes(
    app,
    { ...identity.services, requests: databaseOf(pools.request) },
    signInTools(identity.services),
  );
  const response = await postToken(app, 'refresh_token', { refresh_token });
  expect([response.status, await response.json()]).toMatchObject([503, { error_code: 'request_timeout' }]);
  await pools.close();
});

async function profileStatus({ access_token }: Tokens): Promise<number> {
  const headers = { authorization: `Bearer ${access_token}` };
  return (await identity.app.request('/api/profile', { headers })).status;
}

test('many refreshes of one session do not use up the database connections of others', async () => {
  const [mine, other] = [await signInAs(identity.app, EMAIL), await signInAs(identity.app, EMAIL)];
  const waiting = await identity.write(async (tx) => {
    const { session_id } = await build(tx)
      .selectFrom('refresh_tokens')
      .select('session_id')
      .where('token_hash', '=', refreshTokenHash(mine.refresh_token))
      .executeTakeFirstOrThrow();
    await build(tx).selectFrom('sessions').select('id').where('id', '=', session_id).forUpdate().execute();
    const refreshes = Array.from({ length: 12 }, () => refresh(mine.refresh_token));
    await expect.poll(() => waitingForLocks(identity.owner)).toBe(4);
    const headers = { authorization: `Bearer ${other.access_token}` };
    expect((await identity.app.request('/auth/v1/user', { headers })).status).toBe(200);
    return refreshes;
  });
  expect(new Set(await Promise.all(waiting)).size).toBe(1);
});

test('a rejected refresh gets its response after a delay, like a rejected sign-in', async () => {
  const { refresh_token } = await signInAs(identity.app, EMAIL);
  expect(await refresh('made up')).toBe(DEAD);
  expect(identity.seen.pauses_ms).toHaveLength(1);
  await refresh(refresh_token);
  expect(identity.seen.pauses_ms).toHaveLength(1);
});

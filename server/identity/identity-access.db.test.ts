import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestIdentity, signInAs, type TestIdentity } from '../../tests/support/test-identity.ts';

/** What the request role may do with identity: the second wall, should a query ever be somebody else's (ruling C2). */
let identity: TestIdentity;

beforeAll(async () => {
  identity = await createTestIdentity();
  await identity.addStaff({ email: 'driver@example.com' });
  await signInAs(identity.app, 'driver@example.com');
});
afterAll(() => identity.close());

const FORBIDDEN = 'permission denied';

test.each(['users', 'sessions', 'refresh_tokens', 'sign_in_attempts'])(
  'the request role can neither read nor write %s',
  async (table) => {
    const { owner, request } = identity.database;
    expect((await owner.query(`select from ${table}`)).rowCount).toBeGreaterThan(0);
    for (const statement of [
      `select * from ${table}`,
      `delete from ${table}`,
      `insert into ${table} select * from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(request.query(statement)).rejects.toThrow(FORBIDDEN);
    }
  },
);

test.each([
  `update profiles set role = 'Admin'`,
  `update shops set name = 'Mine'`,
  'insert into drivers (shop_id, user_id, full_name) select shop_id, id, full_name from profiles',
  `select count_sign_in_attempt('someone', now())`,
])('the request role cannot: %s', async (statement) => {
  await expect(identity.database.request.query(statement)).rejects.toThrow(FORBIDDEN);
});

test('before begin_request nobody’s profile is visible', async () => {
  const { rows } = await identity.database.request.query('select * from profiles');
  expect(rows).toEqual([]);
});

test('what the request role may call runs as its owner on a fixed search path', async () => {
  const { rows } = await identity.database.owner.query<{ name: string; fixed: boolean }>(`
    select proname as name, prosecdef and 'search_path=public, pg_temp' = any (proconfig) as fixed
    from pg_proc
    where pronamespace = 'public'::regnamespace and has_function_privilege('mandoob_request', oid, 'execute')
      and proname in ('begin_sign_in', 'open_session', 'rotate_refresh_token', 'close_sessions', 'live_account')
    order by 1`);
  expect(rows).toEqual(
    ['begin_sign_in', 'close_sessions', 'live_account', 'open_session', 'rotate_refresh_token'].map(
      (name) => ({
        name,
        fixed: true,
      }),
    ),
  );
});

test('a session opens only for the hash that was verified', async () => {
  const { owner, request } = identity.database;
  const { rows } = await owner.query<{ id: string; password_hash: string }>(
    'select id, password_hash from users',
  );
  const open = `select open_session($1, $2, gen_random_uuid(), '\\x00', now(), 'a', 'b', 'c') as opened`;
  expect((await request.query(open, [rows[0]?.id, 'a guess'])).rows).toEqual([{ opened: false }]);
  expect((await request.query(open, [rows[0]?.id, rows[0]?.password_hash])).rows).toEqual([{ opened: true }]);
});

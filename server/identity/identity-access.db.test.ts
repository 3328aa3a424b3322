import { afterAll, beforeAll, expect, test } from 'vitest';
import { asRequest } from '../../tests/support/row-security.ts';
import { createTestIdentity, signInAs, type TestIdentity } from '../../tests/support/test-identity.ts';

/** Tests the rights of the request role on accounts: a second line of defence against SQL injection. */
let identity: TestIdentity;

beforeAll(async () => {
  identity = await createTestIdentity();
  await identity.addStaff({ email: 'driver@example.com' });
  await signInAs(identity.app, 'driver@example.com');
});
afterAll(() => identity.close());

const FORBIDDEN = 'permission denied';

test.each(['users', 'sessions', 'refresh_tokens', 'sign_in_attempts'])(
  'the request role can neither read nor write %s, except the user’s own sessions',
  async (table) => {
    const { owner, request } = identity.database;
    expect((await owner.query(`select from ${table}`)).rowCount).toBeGreaterThan(0);
    for (const statement of [
      // A user's own sessions can be read once the request has begun.
      ...(table === 'sessions' ? [] : [`select * from ${table}`]),
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
  'update shops set id = id',
  'insert into drivers (shop_id, user_id, full_name) select shop_id, id, full_name from profiles',
  `select count_sign_in_attempt('someone', now())`,
])('the request role cannot: %s', async (statement) => {
  await expect(identity.database.request.query(statement)).rejects.toThrow(FORBIDDEN);
});

test.each(['profiles', 'sessions'])('without begin_request no rows of %s are visible', async (table) => {
  const { rows } = await identity.database.request.query(`select * from ${table}`);
  expect(rows).toEqual([]);
});

test('functions that the request role can call run as their owner on a fixed search path', async () => {
  const { rows } = await identity.database.owner.query<{ name: string; fixed: boolean }>(`
    select distinct proname as name, prosecdef and 'search_path=public, pg_temp' = any (proconfig) as fixed
    from pg_proc
    where pronamespace = 'public'::regnamespace and has_function_privilege('mandoob_request', oid, 'execute')
      and proname ~ 'sign_in|session|refresh_token|account|password'
    order by 1`);
  const names = ['begin_known_sign_in', 'begin_sign_in', 'change_own_password', 'close_sessions'];
  names.push('end_own_session', 'live_account', 'name_session_device', 'open_session');
  names.push('end_staff_session', 'own_password_reset', 'renew_first_password', 'set_staff_password');
  names.push(
    'staff_accounts',
    'staff_sessions',
    'record_ended_session',
    'replaced_password',
    'rotate_refresh_token',
  );
  expect(rows).toEqual(names.sort().map((name) => ({ name, fixed: true })));
});

test('a session is opened only if the password hash is still the one that was verified', async () => {
  const { owner, request } = identity.database;
  const { rows } = await owner.query<{ id: string; password_hash: string }>(
    'select id, password_hash from users',
  );
  const open = `select open_session($1, $2, gen_random_uuid(), '\\x00', now(), 'a', 'b', 'c') as opened`;
  expect((await request.query(open, [rows[0]?.id, 'a guess'])).rows).toEqual([{ opened: false }]);
  expect((await request.query(open, [rows[0]?.id, rows[0]?.password_hash])).rows).toEqual([{ opened: true }]);
});

const DEVICE = `'driver@example.com', gen_random_uuid(), '\\x00', now(), 'device', 10`;
const SIGN_IN_CALLS = [
  'select replaced_password(gen_random_uuid())',
  `select from begin_sign_in('driver@example.com', now(), 'pair', 10, 'address', 100, 'account')`,
  `select from begin_sign_in('driver@example.com', now(), 'pair', 10, 'address', 100, 'account', 'network', 300)`,
  `select from begin_known_sign_in(${DEVICE})`,
  `select open_session(gen_random_uuid(), '', gen_random_uuid(), '\\x00', now(), 'a', 'b', 'c')`,
  `select open_session(gen_random_uuid(), '', gen_random_uuid(), '\\x00', now(), 'a', 'b', 'c', 'd')`,
];

test.each(SIGN_IN_CALLS)('once a request has begun, it cannot call: %s', async (call) => {
  const { owner, request } = identity.database;
  const { rows } = await owner.query<{ id: string }>('select id from sessions');
  const session_id = rows[0]?.id;
  await asRequest(request, null, async (ask) => expect((await ask(call)).rowCount).toBe(1));
  // Another actor, an ended session or a savepoint does not reset the mark of a begun request.
  for (const after of [
    [`select from begin_request('${session_id}')`],
    ['select from begin_request(gen_random_uuid())'],
    [`select from begin_request('${session_id}')`, `select set_config('app.user_id', '', true)`],
    [`select from begin_request('${session_id}')`, 'select pg_advisory_unlock_all()'],
    [`select from begin_request('${session_id}')`, 'savepoint later', 'rollback to later', 'discard plans'],
  ]) {
    await asRequest(request, null, async (ask) => {
      for (const statement of after) await ask(statement);
      await expect(ask(call)).rejects.toThrow('a request has begun');
    });
  }
  // The mark ends with its transaction: the same connection can serve the next sign-in.
  await asRequest(request, null, async (ask) => expect((await ask(call)).rowCount).toBe(1));
});

test.each(['mark_request_begun()', 'assert_no_request_begun()', `take_back_attempt(now(), 'pair', '{}')`])(
  'the request role cannot call %s directly',
  async (call) => {
    await expect(identity.database.request.query(`select ${call}`)).rejects.toThrow(FORBIDDEN);
  },
);

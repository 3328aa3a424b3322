import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createTestIdentity,
  postToken,
  signInAs,
  type TestIdentity,
  type Tokens,
  withToken,
} from '../../../tests/support/test-identity.ts';

let identity: TestIdentity;
let phone: Tokens;
let tablet: Tokens;
let colleague: Tokens;

beforeEach(async () => {
  identity = await createTestIdentity();
  await identity.addStaff({ email: 'driver@example.com', full_name: 'Omar Driver' });
  await identity.addStaff({ email: 'colleague@example.com', role: 'Manager' });
  phone = await signInAs(identity.app, 'driver@example.com');
  tablet = await signInAs(identity.app, 'driver@example.com');
  colleague = await signInAs(identity.app, 'colleague@example.com');
});
afterEach(() => identity.close());

async function isLive({ access_token, refresh_token }: Tokens): Promise<boolean> {
  const user = (await withToken(identity.app, 'GET', '/auth/v1/user', access_token)).status;
  const profile = (await withToken(identity.app, 'GET', '/api/profile', access_token)).status;
  const refreshed = (await postToken(identity.app, 'refresh_token', { refresh_token })).status;
  const seen = [user, profile, refreshed].join(' ');
  if (seen !== '200 200 200' && seen !== '403 401 400') throw new Error(`half a session: ${seen}`);
  return seen === '200 200 200';
}

test.each([
  ['?scope=global', false, false],
  ['', false, false],
  ['?scope=local', false, true],
  ['?scope=others', true, false],
])(
  'POST /logout%s leaves the first device live: %s, the second: %s, and the colleague’s',
  async (query, on_phone, on_tablet) => {
    const response = await withToken(identity.app, 'POST', `/auth/v1/logout${query}`, phone.access_token);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect([await isLive(phone), await isLive(tablet), await isLive(colleague)]).toEqual([
      on_phone,
      on_tablet,
      true,
    ]);
  },
);

test('a device that was offline for days can still sign out', async () => {
  identity.clock.now = new Date(identity.clock.now.getTime() + 3 * 24 * 3_600_000);
  expect((await withToken(identity.app, 'GET', '/auth/v1/user', phone.access_token)).status).toBe(401);
  const response = await withToken(identity.app, 'POST', '/auth/v1/logout?scope=global', phone.access_token);
  expect(response.status).toBe(204);
  const refreshed = await postToken(identity.app, 'refresh_token', { refresh_token: tablet.refresh_token });
  expect(refreshed.status).toBe(400);
});

test('signing out with the token of an ended session changes nothing', async () => {
  await withToken(identity.app, 'POST', '/auth/v1/logout?scope=local', phone.access_token);
  const again = await withToken(identity.app, 'POST', '/auth/v1/logout?scope=global', phone.access_token);
  expect([again.status, await again.json()]).toMatchObject([403, { error_code: 'session_not_found' }]);
  expect(await isLive(tablet)).toBe(true);
});

test('a driver’s profile has shop and driver record', async () => {
  const response = await withToken(identity.app, 'GET', '/api/profile', phone.access_token);
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      id: phone.user.id,
      full_name: 'Omar Driver',
      must_change_password: false,
      role: 'Driver',
      shop_id: identity.shop_id,
      shop: { id: identity.shop_id, name: 'Test Shop', time_zone: 'Asia/Dubai' },
      driver: { id: expect.any(Number), status: 'available' },
    },
  ]);
});

test.each([['Storekeeper'], [null]])('the role %j can read its profile too', async (role) => {
  await identity.database.owner.query('update profiles set role = $1 where id = $2', [
    role,
    colleague.user.id,
  ]);
  const response = await withToken(identity.app, 'GET', '/api/profile', colleague.access_token);
  expect([response.status, await response.json()]).toMatchObject([200, { role, driver: null }]);
});

test('a changed role applies from the next request on', async () => {
  const roleOf = async () => {
    const response = await withToken(identity.app, 'GET', '/api/profile', colleague.access_token);
    return ((await response.json()) as { role: string }).role;
  };
  expect(await roleOf()).toBe('Manager');
  await identity.database.owner.query(`update profiles set role = 'Driver' where id = $1`, [
    colleague.user.id,
  ]);
  expect(await roleOf()).toBe('Driver');
});

test('a user without a profile can sign in, and the profile endpoint reports that it is missing', async () => {
  await identity.database.owner.query('delete from profiles where id = $1', [colleague.user.id]);
  expect((await withToken(identity.app, 'GET', '/auth/v1/user', colleague.access_token)).status).toBe(200);
  const response = await withToken(identity.app, 'GET', '/api/profile', colleague.access_token);
  expect([response.status, await response.json()]).toMatchObject([403, { code: 'no_profile' }]);
});

test('without an access token there is no profile', async () => {
  expect((await identity.app.request('/api/profile')).status).toBe(401);
  expect((await withToken(identity.app, 'GET', '/api/profile', phone.refresh_token)).status).toBe(401);
});

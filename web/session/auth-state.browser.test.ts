import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { readProfile, sessionTab, writeProfile, writeSession } from '../../tests/support/kept-session.ts';
import { installServerDouble, json, problem, type ServerDouble } from '../../tests/support/server-double.ts';
import { provideIdentity } from '../api/identity.ts';
import { api } from '../api/this-page.ts';
import { createBrowserEnvironment } from '../environment/browser-environment.ts';
import { createAuthState } from './auth-state.ts';
import type { AuthSnapshot } from './session-types.ts';

const PROFILE = 'GET /api/profile';
const id = newId();
const profile: Profile = {
  id,
  full_name: 'Omar Aziz',
  role: 'Driver',
  shop_id: 1,
  shop: { id: 1, name: 'Al Noor', time_zone: 'Asia/Dubai' },
  must_change_password: false,
  driver: { id: 7, status: 'delivering' },
};
let server: ServerDouble;
let stops: (() => void)[];
let device: string;

async function open() {
  const { environment, kept, store } = sessionTab(createBrowserEnvironment(device));
  await store.open();
  provideIdentity(store);
  const state = createAuthState(environment, kept, store, api);
  stops.push(state.start(), store.start());
  return { store, state };
}

function until(state: ReturnType<typeof createAuthState>, wanted: (snapshot: AuthSnapshot) => boolean) {
  return new Promise<AuthSnapshot>((resolve) => {
    const check = () => {
      if (!wanted(state.snapshot())) return;
      stop();
      resolve(state.snapshot());
    };
    const stop = state.subscribe(check);
    check();
  });
}

const settled = ({ loading }: AuthSnapshot) => !loading;

beforeEach(() => {
  stops = [];
  device = `auth-${newId()}`;
  localStorage.clear();
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const user = { id, email: 'driver@demo.mandoob.example' };
  const tokens = { access_token: 'access', refresh_token: 'refresh' };
  writeSession({ ...tokens, token_type: 'bearer', expires_in: 3600, expires_at, user });
  server = installServerDouble();
  server.answers.set(PROFILE, () => json(profile));
});

afterEach(() => {
  for (const stop of stops) stop();
  server.restore();
  localStorage.clear();
});

test('the state is loading until the profile arrives, which is then stored', async () => {
  const { state } = await open();
  expect(state.snapshot()).toMatchObject({ loading: true, user: { id }, profile: null });
  expect(await until(state, settled)).toMatchObject({ profile, profile_error: null });
  expect(readProfile()).toEqual(profile);
});

test('a signed-out device is not loading', async () => {
  writeSession(null);
  expect((await open()).state.snapshot()).toEqual({
    user: null,
    session: null,
    profile: null,
    profile_error: null,
    ended: null,
    loading: false,
  });
});

test('the stored profile is used at once and without a network', async () => {
  writeProfile(profile);
  server.fault = () => 'lost';
  const { state } = await open();
  expect(state.snapshot()).toMatchObject({ loading: false, profile });
  await state.refreshProfile();
  expect(state.snapshot()).toMatchObject({ profile, profile_error: null });
});

test('the stored profile of another user is not used', async () => {
  writeProfile({ ...profile, id: newId() });
  server.fault = () => 'lost';
  const { state } = await open();
  const snapshot = await until(state, settled);
  expect(snapshot).toMatchObject({ user: { id }, profile: null, profile_error: { kind: 'no_connection' } });
});

test('without network and stored profile, reports no connection, and retries when the network is back', async () => {
  server.fault = () => 'lost';
  const { state } = await open();
  await until(state, ({ profile_error }) => profile_error?.kind === 'no_connection');
  server.fault = () => undefined;
  window.dispatchEvent(new Event('online'));
  expect(await until(state, (snapshot) => snapshot.profile !== null)).toMatchObject({ profile_error: null });
});

test('a no_profile response overrides the stored profile', async () => {
  writeProfile(profile);
  server.answers.set(PROFILE, () => problem('no_profile'));
  const { state } = await open();
  const snapshot = await until(state, ({ profile_error }) => profile_error !== null);
  expect(snapshot).toMatchObject({ profile: null, profile_error: { kind: 'no_profile' }, loading: false });
  expect(readProfile()).toBeNull();
});

test('a busy server leaves the stored profile in place', async () => {
  writeProfile(profile);
  server.answers.set(PROFILE, () => problem('unavailable'));
  const { state } = await open();
  const snapshot = await until(state, ({ profile_error }) => profile_error !== null);
  expect(snapshot).toMatchObject({ profile, profile_error: { kind: 'failed' } });
});

test('a profile changed elsewhere is read when the page becomes visible after a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { state } = await open();
    await until(state, settled);
    server.answers.set(PROFILE, () => json({ ...profile, role: 'Manager' }));
    document.dispatchEvent(new Event('visibilitychange'));
    vi.setSystemTime(Date.now() + 61_000);
    expect(server.count('GET', '/api/profile')).toBe(1);
    document.dispatchEvent(new Event('visibilitychange'));
    await until(state, (snapshot) => snapshot.profile?.role === 'Manager');
    expect(server.count('GET', '/api/profile')).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('a changed password is known at once in all tabs, even without a network', async () => {
  server.answers.set(PROFILE, () => json({ ...profile, must_change_password: true }));
  const [here, other] = await Promise.all([open(), open()]);
  await Promise.all([until(here.state, settled), until(other.state, settled)]);
  server.fault = () => 'lost';
  await here.state.passwordChanged();
  const chosen = (snapshot: AuthSnapshot) => snapshot.profile?.must_change_password === false;
  expect(chosen(here.state.snapshot())).toBe(true);
  await until(other.state, chosen);
});

test('the first snapshot already contains the signed-in user', () => {
  writeProfile(profile);
  const { environment, kept, store } = sessionTab(createBrowserEnvironment(device));
  expect(createAuthState(environment, kept, store, api).snapshot()).toMatchObject({
    user: { id },
    profile,
    loading: false,
  });
});

test('signing out clears user, session and profile', async () => {
  const { store, state } = await open();
  await until(state, settled);
  await store.signOut();
  expect(state.snapshot()).toMatchObject({ user: null, session: null, profile: null, loading: false });
  expect(readProfile()).toBeNull();
});

test('a profile that arrives after its user signed out is discarded', async () => {
  let respond = () => {};
  const asked = new Promise<void>((resolve) => {
    server.answers.set(PROFILE, () => {
      resolve();
      return new Promise<Response>((resolveResponse) => {
        respond = () => resolveResponse(json(profile));
      });
    });
  });
  const { store, state } = await open();
  await asked;
  await store.signOut();
  respond();
  await state.refreshProfile();
  expect(state.snapshot().profile).toBeNull();
  expect(readProfile()).toBeNull();
});

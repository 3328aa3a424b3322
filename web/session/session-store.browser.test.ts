import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { readEnded, readSession, sessionTab, writeSession } from '../../tests/support/kept-session.ts';
import {
  authError,
  installServerDouble,
  json,
  type ServerDouble,
} from '../../tests/support/server-double.ts';
import { NoResponse } from '../api/errors.ts';
import { createBrowserEnvironment } from '../environment/browser-environment.ts';
import type { Environment } from '../environment/environment.ts';
import { SignInError } from './auth-protocol.ts';
import type { SessionStore } from './session-store.ts';
import type { Session, SessionEvent } from './session-types.ts';

const PASSWORD = 'POST /auth/v1/token?grant_type=password';
const REFRESH = 'POST /auth/v1/token?grant_type=refresh_token';
const LOGOUT = 'POST /auth/v1/logout?scope=global';
const user = { id: newId(), email: 'driver@demo.mandoob.example' };
let server: ServerDouble;
let stops: (() => void)[];
let generation = 0;
let device: string;

function tokenResponse(expires_in = 3600) {
  generation += 1;
  const expires_at = Math.floor(Date.now() / 1000) + expires_in;
  const tokens = { access_token: `access-${generation}`, refresh_token: `refresh-${generation}` };
  return { ...tokens, token_type: 'bearer', expires_in, expires_at, user };
}

function kept(seconds_left: number): Session {
  const session = { ...tokenResponse(), token_type: 'bearer' as const };
  session.expires_at = Math.floor(Date.now() / 1000) + seconds_left;
  writeSession(session);
  return session;
}

/** Creates a session store for a tab of this test's device. */
function createTab(environment = createBrowserEnvironment(device)): SessionStore {
  return sessionTab({ ...environment, tab: newId() }).store;
}

async function openTab(): Promise<SessionStore & { events: SessionEvent[] }> {
  const store = createTab();
  await store.open();
  const events: SessionEvent[] = [];
  store.onEvent((event) => {
    events.push(event);
  });
  stops.push(store.start());
  return Object.assign(store, { events });
}

/** Resolves when the tab has emitted this event. */
async function until(
  tab: { onEvent: SessionStore['onEvent']; events: SessionEvent[] },
  wanted: SessionEvent,
) {
  if (tab.events.includes(wanted)) return;
  await new Promise<void>((resolve) => {
    const stop = tab.onEvent((event) => {
      if (event !== wanted) return;
      stop();
      resolve();
    });
  });
}

beforeEach(() => {
  stops = [];
  device = `session-${newId()}`;
  localStorage.clear();
  server = installServerDouble();
  server.answers.set(REFRESH, () => json(tokenResponse()));
  server.answers.set(PASSWORD, () => json(tokenResponse()));
  server.answers.set(LOGOUT, () => json({}));
});

afterEach(() => {
  for (const stop of stops) stop();
  server.restore();
  localStorage.clear();
});

test('signing in stores the session and notifies the other tabs', async () => {
  const [one, other] = await Promise.all([openTab(), openTab()]);
  expect(one.user_id()).toBeNull();
  await one.signIn(user.email, 'mandoob-demo');
  expect(server.asked[0]?.body).toEqual({ email: user.email, password: 'mandoob-demo' });
  expect(one.session()).toMatchObject({ token_type: 'bearer', user });
  await until(other, 'SIGNED_IN');
  expect(other.session()).toEqual(one.session());
  expect(one.events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
});

test('the device token is stored apart from the session, sent with the next sign-in, and outlives both', async () => {
  server.answers.set(PASSWORD, () => json({ ...tokenResponse(), device_token: 'v1.first' }));
  const tab = await openTab();
  await tab.signIn(user.email, 'mandoob-demo');
  expect(server.asked[0]?.body).toEqual({ email: user.email, password: 'mandoob-demo' });
  expect(JSON.stringify(readSession())).not.toContain('v1.first');
  await tab.signOut();
  // A failed sign-in does not change it.
  server.answers.set(PASSWORD, () => authError(400, 'Invalid login credentials'));
  await expect(tab.signIn(user.email, 'wrong')).rejects.toBeInstanceOf(SignInError);
  server.answers.set(PASSWORD, () => json({ ...tokenResponse(), device_token: 'v1.second' }));
  await tab.signIn(user.email, 'mandoob-demo');
  server.answers.set(PASSWORD, () => json(tokenResponse()));
  await tab.signIn(user.email, 'mandoob-demo');
  const sent = server.asked
    .filter(({ body }) => typeof body === 'object' && body !== null && 'password' in body)
    .map(({ body }) => (body as { device_token?: string }).device_token);
  expect(sent).toEqual([undefined, 'v1.first', 'v1.first', 'v1.second']);
});

test("a failed sign-in shows the provider's message and stores nothing", async () => {
  server.answers.set(PASSWORD, () => authError(400, 'Invalid login credentials'));
  const tab = await openTab();
  const attempt = tab.signIn(user.email, 'wrong');
  await expect(attempt).rejects.toBeInstanceOf(SignInError);
  await expect(attempt).rejects.toThrow('Invalid login credentials');
  expect(readSession()).toBeNull();
});

test('ten tabs that need a token at once send one refresh and all get the token', async () => {
  const old = kept(-1);
  server.fault = () => 'lost';
  const tabs = Array.from({ length: 10 }, () => createTab());
  server.fault = () => undefined;
  const tokens = await Promise.all(tabs.flatMap((tab) => [tab.credentials(), tab.credentials()]));
  expect(server.count('POST', '/auth/v1/token')).toBe(1);
  expect(server.asked[0]?.body).toEqual({ refresh_token: old.refresh_token });
  expect(new Set(tokens.map((one) => one?.access_token))).toEqual(new Set([readSession()?.access_token]));
});

test('ten tabs whose ticks are due at once send one refresh', async () => {
  kept(60);
  const tabs = await Promise.all(Array.from({ length: 10 }, openTab));
  await Promise.all(tabs.map((tab) => until(tab, 'TOKEN_REFRESHED')));
  expect(server.count('POST', '/auth/v1/token')).toBe(1);
  expect(new Set(tabs.map((tab) => tab.session()?.access_token)).size).toBe(1);
});

test('without browser locks ten tabs still share one session', async () => {
  kept(-1);
  const environment = { ...createBrowserEnvironment(device), locks: null };
  const tabs = Array.from({ length: 10 }, () => createTab(environment));
  await Promise.all(tabs.map((tab) => tab.credentials()));
  expect(server.count('POST', '/auth/v1/token')).toBeLessThan(10);
  expect(await tabs[0]?.credentials()).toMatchObject({ user_id: user.id });
});

test('without browser locks, a hanging store does not prevent a token refresh', async () => {
  kept(-1);
  const never = () => new Promise<never>(() => {});
  const store = { write: never, read: never } as unknown as Environment['store'];
  const environment = createBrowserEnvironment(device);
  const timer = { after: (ms: number, work: () => void) => environment.timer.after(ms / 30, work) };
  const tab = createTab({ ...environment, locks: null, store, timer });
  expect(await tab.credentials()).toMatchObject({ user_id: user.id });
  expect(server.count('POST', '/auth/v1/token')).toBe(1);
});

test('an expired session survives a cold start without a network', async () => {
  const session = kept(-3600);
  server.fault = () => 'lost';
  const tab = await openTab();
  expect(tab.session()).toEqual(session);
  expect(tab.events).toEqual(['INITIAL_SESSION']);
  await expect(tab.credentials()).rejects.toBeInstanceOf(NoResponse);
  expect(tab.user_id()).toBe(user.id);
  expect(readSession()).toEqual(session);
});

test.each([
  ['503', () => authError(503, 'busy')],
  ['429', () => authError(429, 'slow down')],
  ['401', () => authError(401, 'odd')],
  ["a gateway's 502", () => new Response('no', { status: 502 })],
  ['a captive portal', () => new Response('<h1>Hotel</h1>', { headers: { 'content-type': 'text/html' } })],
])('a refresh that gets %s keeps the session', async (_, response) => {
  const session = kept(-1);
  server.answers.set(REFRESH, response);
  const tab = createTab();
  await expect(tab.credentials()).rejects.toBeInstanceOf(NoResponse);
  expect(readSession()).toEqual(session);
});

test('the background refresh retries until it gets a response', async () => {
  kept(60);
  let failures = 2;
  server.fault = ({ path }) => (path.includes('refresh_token') && failures-- > 0 ? 'lost' : undefined);
  const tab = await openTab();
  await until(tab, 'TOKEN_REFRESHED');
  expect(server.count('POST', '/auth/v1/token')).toBe(3);
});

test('a session that the server has ended signs all tabs out', async () => {
  kept(60);
  server.answers.set(REFRESH, () => authError(400, 'Invalid Refresh Token'));
  const [one, other] = await Promise.all([openTab(), openTab()]);
  await Promise.all([until(one, 'SIGNED_OUT'), until(other, 'SIGNED_OUT')]);
  expect(readSession()).toBeNull();
  await expect(one.credentials()).resolves.toBeNull();
});

test.each([
  ['age', 'age'],
  ['signed_out', 'signed_out'],
  [undefined, 'unknown'],
  ['a reason of a later version', 'unknown'],
])('with the end reason %s, every tab has a reason until the next sign-in', async (reason, known) => {
  kept(60);
  server.answers.set(REFRESH, () => authError(400, 'Invalid Refresh Token', reason));
  const [one, other] = await Promise.all([openTab(), openTab()]);
  const whenOver: (string | null)[] = [];
  other.onEvent((event) => void (event === 'SIGNED_OUT' && whenOver.push(readEnded())));
  await Promise.all([until(one, 'SIGNED_OUT'), until(other, 'SIGNED_OUT')]);
  expect([readEnded(), ...whenOver]).toEqual([known, known]);
  await one.signIn(user.email, 'mandoob-demo');
  expect(readEnded()).toBeNull();
});

test('signing out on this device leaves no reason', async () => {
  kept(3600);
  await (await openTab()).signOut();
  expect(readEnded()).toBeNull();
});

test('the session end is stored by the device’s clock, and is missing with an older server', async () => {
  const tab = await openTab();
  await tab.signIn(user.email, 'mandoob-demo');
  expect(tab.session()).not.toHaveProperty('ends_at');
  server.answers.set(REFRESH, () => json({ ...tokenResponse(), session_ends_in: 86_400 }));
  await tab.renew(tab.session()?.access_token ?? '');
  const left_s = (tab.session()?.ends_at ?? 0) - Date.now() / 1000;
  expect(left_s).toBeGreaterThan(86_390);
  expect(left_s).toBeLessThanOrEqual(86_400);
});

test('a change of the user is emitted in the tab that made it and in the others', async () => {
  kept(3600);
  const [one, other] = await Promise.all([openTab(), openTab()]);
  await one.userUpdated();
  await until(other, 'USER_UPDATED');
  expect(one.events).toEqual(['INITIAL_SESSION', 'USER_UPDATED']);
  expect(other.events).toEqual(['INITIAL_SESSION', 'USER_UPDATED']);
});

test('a rejected token is renewed once, and another tab uses the renewed token', async () => {
  const session = kept(3600);
  const [one, other] = [createTab(), createTab()];
  const renewed = await one.renew(session.access_token);
  expect(renewed?.access_token).not.toBe(session.access_token);
  await expect(other.renew(session.access_token)).resolves.toEqual(renewed);
  expect(server.count('POST', '/auth/v1/token')).toBe(1);
});

test('signing out clears the device at once, notifies the other tabs and revokes the session', async () => {
  const session = kept(3600);
  const revoked = new Promise<string | null>((resolve) => {
    server.answers.set(LOGOUT, ({ token }) => {
      resolve(token);
      return json({});
    });
  });
  const [one, other] = await Promise.all([openTab(), openTab()]);
  const leaving = one.signOut();
  expect(readSession()).toBeNull();
  expect(one.user_id()).toBeNull();
  await leaving;
  await until(other, 'SIGNED_OUT');
  await expect(revoked).resolves.toBe(`Bearer ${session.access_token}`);
});

test('signing out without a network clears the device, and revokes when the network is back', async () => {
  kept(3600);
  const lost = new Promise<void>((resolve) => {
    server.fault = () => {
      resolve();
      return 'lost';
    };
  });
  const tab = await openTab();
  await tab.signOut();
  expect(readSession()).toBeNull();
  const revoked = new Promise<void>((resolve) => {
    server.answers.set(LOGOUT, () => {
      resolve();
      return json({});
    });
  });
  await lost;
  server.fault = () => undefined;
  window.dispatchEvent(new Event('online'));
  await revoked;
});

test('a refresh in progress does not restore a signed-out session', async () => {
  kept(-1);
  let respondToRefresh = () => {};
  const asked = new Promise<void>((resolve) => {
    server.answers.set(REFRESH, () => {
      // Signing out sends a refresh too, for a token with which to revoke the session.
      server.answers.set(REFRESH, () => json(tokenResponse()));
      resolve();
      return new Promise<Response>((respond) => {
        respondToRefresh = () => respond(json(tokenResponse()));
      });
    });
  });
  const tab = createTab();
  const credentials = tab.credentials();
  await asked;
  await tab.signOut();
  respondToRefresh();
  await expect(credentials).resolves.toBeNull();
  expect(readSession()).toBeNull();
});

test('on a device with a wrong clock the session lasts as long as usual', async () => {
  server.answers.set(PASSWORD, () => json({ ...tokenResponse(3600), expires_at: 1 }));
  const tab = await openTab();
  await tab.signIn(user.email, 'mandoob-demo');
  await tab.credentials();
  expect(server.count('POST', '/auth/v1/token?grant_type=refresh_token')).toBe(0);
});

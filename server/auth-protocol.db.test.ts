import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTemporaryDirectory } from '../tests/support/temporary-directory.ts';
import { createTestIdentity, PASSWORD, type TestIdentity } from '../tests/support/test-identity.ts';
import { createApp } from './app.ts';
import { directoryStore } from './files/store/directory-store.ts';
import { countersOf } from './identity/sign-in/sign-in-limits.ts';
import { deriveKeys } from './platform/secrets/keys.ts';

/** The protocol's own client is the oracle for the form of sessions, users and errors. */
let identity: TestIdentity;
let directory: { path: string; remove(): Promise<void> };
let server: Server;
let url: string;

beforeAll(async () => {
  identity = await createTestIdentity();
  identity.clock.now = new Date(); // the client compares expires_at with its own clock
  await identity.addStaff({ email: 'driver@example.com' });
  directory = await makeTemporaryDirectory();
  const { fetch } = await createApp({
    ...identity.services,
    store: directoryStore(directory.path),
    isReady: async () => true,
    web_directory: null,
  });
  await new Promise<void>((listening) => {
    server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => listening()) as Server;
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/v1`;
});

afterAll(async () => {
  await new Promise((closed) => {
    server.close(closed);
    server.closeAllConnections();
  });
  await identity.close();
  await directory.remove();
});

function newClient(): GoTrueClient {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return new GoTrueClient({ url, storage, autoRefreshToken: false, persistSession: true });
}

test('signs in, reads the user, refreshes, signs out everywhere', async () => {
  const client = newClient();
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  const signed_in = await client.signInWithPassword({ email: 'Driver@Example.com ', password: PASSWORD });
  expect(signed_in.error).toBeNull();
  expect(signed_in.data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  expect(signed_in.data.user).toMatchObject({
    email: 'driver@example.com',
    aud: 'authenticated',
    role: 'authenticated',
    app_metadata: { provider: 'email', must_change_password: false },
    user_metadata: {},
  });

  const user = await client.getUser();
  expect(user.error).toBeNull();
  expect(user.data.user?.id).toBe(signed_in.data.user?.id);

  const refreshed = await client.refreshSession();
  expect(refreshed.error).toBeNull();
  expect(refreshed.data.session?.refresh_token).not.toBe(signed_in.data.session?.refresh_token);
  expect((await client.getUser()).error).toBeNull();

  const elsewhere = newClient();
  await elsewhere.signInWithPassword({ email: 'driver@example.com', password: PASSWORD });
  expect((await client.signOut()).error).toBeNull();
  expect((await client.getSession()).data.session).toBeNull();
  expect(events).toEqual(expect.arrayContaining(['SIGNED_IN', 'TOKEN_REFRESHED', 'SIGNED_OUT']));

  const over = await elsewhere.getUser();
  expect(over.error?.name).toBe('AuthSessionMissingError');
});

test('a wrong password is an error with the code and message of the protocol', async () => {
  const { data, error } = await newClient().signInWithPassword({
    email: 'driver@example.com',
    password: 'wrong horse battery',
  });
  expect(data.session).toBeNull();
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  });
});

test('an unknown refresh token is an error that ends the session without retries', async () => {
  const { data, error } = await newClient().refreshSession({ refresh_token: 'made up' });
  expect(data.session).toBeNull();
  expect(error).toMatchObject({ name: 'AuthApiError', status: 400, code: 'refresh_token_not_found' });
});

test('attempts are counted under the peer address of the socket', async () => {
  const { services, clock, database } = identity;
  const [key = new Uint8Array()] = deriveKeys(services.auth_secrets, 'sign-in attempts');
  await newClient().signInWithPassword({ email: 'nobody@example.com', password: 'wrong horse battery' });
  const { pair } = countersOf(key, 'nobody@example.com', '127.0.0.1', clock.now);
  const { rows } = await database.owner.query('select failures from sign_in_attempts where subject = $1', [
    pair,
  ]);
  expect(rows).toEqual([{ failures: 1 }]);
});

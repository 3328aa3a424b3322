import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppParts, createApp } from '../../server/app.ts';
import type { ContentStore, LoadableStore } from '../../server/files/store/content-store.ts';
import { directoryStore } from '../../server/files/store/directory-store.ts';
import { type Database, databaseOf } from '../../server/platform/database/database.ts';
import type { App } from '../../server/platform/http/endpoint.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { machineRandom } from '../../server/platform/machine.ts';
import { Problem } from '../../server/platform/problem.ts';
import { readConfig } from '../../server/platform/settings/config.ts';
import { type BuildingDatabase, building } from './query-builder.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** The secrets from which the app under test derives its keys. */
export const TEST_SECRETS = ['a secret for tests that is long enough'];

export type TestApp = {
  database: TestDatabase;
  /** The dependencies of the app. */
  parts: AppParts;
  owner: BuildingDatabase;
  requests: Database;
  store: LoadableStore;
  /** The directory in which the file store keeps its files. */
  files_directory: string;
  clock: { now: Date | null };
  /** The app itself, for serving it on a real socket. */
  app: App;
  /** Sends a request; `as` is a session id, sent as the bearer token. */
  send(method: string, path: string, options?: SendOptions): Promise<Response>;
  drop(): Promise<void>;
};

/** A target of requests: the app under test, or a running server. */
export type Sends = Pick<TestApp, 'send'>;

export type SendOptions = {
  as?: string;
  body?: unknown;
  bytes?: Uint8Array;
  headers?: Record<string, string>;
};

/** Builds the request for these options. */
export function requestOf(method: string, { as, body, bytes, headers = {} }: SendOptions = {}): RequestInit {
  return {
    method,
    headers: {
      ...(as ? { authorization: `Bearer ${as}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(bytes === undefined ? {} : { body: bytes as Uint8Array<ArrayBuffer> }),
  };
}

/**
 * Creates the whole app with a new database and a directory of files. The bearer token is a session id:
 * creation and verification of real tokens have their own tests. `storing` may wrap the app's file store.
 */
export async function createTestApp(
  parts: Partial<AppParts> = {},
  storing: (store: LoadableStore) => ContentStore = (store) => store,
): Promise<TestApp> {
  const database = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'mandoob-files-'));
  const owner = building(databaseOf(database.owner));
  const requests = databaseOf(database.request);
  const files = directoryStore(directory);
  const store = { beginPuts: files.beginPuts, ...storing(files) };
  const clock: { now: Date | null } = { now: null };
  const whole: AppParts = {
    config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: directory }),
    auth_secrets: TEST_SECRETS,
    requests,
    owner,
    log: silentLog,
    now: () => clock.now ?? new Date(),
    random: machineRandom,
    sessionOf: async (c) => {
      const session_id = c.req.header('authorization')?.replace(/^Bearer /, '');
      if (!session_id) throw new Problem('not_signed_in');
      return session_id;
    },
    store,
    isReady: async () => true,
    web_directory: null,
    ...parts,
  };
  const app = await createApp(whole);
  return {
    database,
    parts: whole,
    owner,
    requests,
    store,
    files_directory: directory,
    clock,
    app,
    send: async (method, path, options) => app.request(path, requestOf(method, options)),
    drop: async () => {
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

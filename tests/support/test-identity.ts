import { OpenAPIHono } from '@hono/zod-openapi';
import { identityRoutes } from '../../server/identity/identity-routes.ts';
import { passwordRoutes } from '../../server/identity/passwords/password-routes.ts';
import { verifyPassword } from '../../server/identity/passwords/passwords.ts';
import { accessTokens } from '../../server/identity/sessions/access-tokens.ts';
import {
  endSessionRoute,
  listSessionsRoute,
  readProfileRoute,
} from '../../server/identity/sessions/own-sessions.ts';
import { signInTools } from '../../server/identity/sign-in/sign-in-tools.ts';
import type { CommandFiles } from '../../server/operations/command-files.ts';
import { mountRoutes } from '../../server/operations/mount-routes.ts';
import { databaseOf, runTransaction, type Tx } from '../../server/platform/database/database.ts';
import { BODY_LIMITS } from '../../server/platform/http/body-budget.ts';
import type { App } from '../../server/platform/http/endpoint.ts';
import { bodiesWithin } from '../../server/platform/http/read-body.ts';
import type { Services } from '../../server/platform/http/services.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { machineRandom } from '../../server/platform/machine.ts';
import { problemBody } from '../../server/platform/problem.ts';
import { readConfig } from '../../server/platform/settings/config.ts';
import type { NewStaff } from '../../server/staff/add-staff.ts';
import { addShop, addStaff } from './operations.ts';
import { type BuildingDatabase, building } from './query-builder.ts';
import { withTerminalMessages } from './terminal-messages.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const PASSWORD = 'correct horse battery';
const SECRET = 'a secret of the tests, long enough to be one';

export type TestIdentity = {
  database: TestDatabase;
  owner: BuildingDatabase;
  services: Services;
  app: App;
  /** The server's clock, which changes only when a test sets it. */
  clock: { now: Date };
  /** The password hashes that sign-in verified, and its pauses. */
  seen: { verified: string[]; pauses_ms: number[] };
  /** Promises that delay each verification of a password and each pause. */
  hold: { verification: Promise<void>; pause: Promise<void> };
  shop_id: number;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  addStaff(staff: Partial<NewStaff> & { email: string; shop_id?: number }): ReturnType<typeof addStaff>;
  /** Resets the clock, failed attempts and all recorded values, for the next test on the same database. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

const CLOCK_START = '2026-11-20T10:00:00Z';

const noFiles = () => Promise.reject(new Error('No command is mounted'));
const NO_FILES: CommandFiles = { has: noFiles, receive: noFiles };

const verifications = new Map<string, Promise<boolean>>();

/** Like `verifyPassword`, with a cache by hash and password: tests repeat wrong passwords many times. */
function verifyOnce(password_hash: string, password: string): Promise<boolean> {
  const key = JSON.stringify([password_hash, password]);
  const verification = verifications.get(key) ?? verifyPassword(password_hash, password);
  verifications.set(key, verification);
  return verification;
}

/** Sets up sign-in and profile with a new database, one shop, and a clock that the test controls. */
export async function createTestIdentity(
  settings: { auth_secrets?: readonly string[]; env?: Record<string, string> } = {},
): Promise<TestIdentity> {
  const database = await createTestDatabase();
  const owner = building(databaseOf(database.owner));
  const clock = { now: new Date(CLOCK_START) };
  const seen = { verified: [] as string[], pauses_ms: [] as number[] };
  const hold = { verification: Promise.resolve(), pause: Promise.resolve() };
  const unsessioned = {
    config: readConfig(settings.env ?? {}),
    auth_secrets: settings.auth_secrets ?? [SECRET],
    requests: databaseOf(database.request),
    owner,
    log: silentLog,
    now: () => clock.now,
    random: machineRandom,
  };
  const services: Services = { ...unsessioned, sessionOf: accessTokens(unsessioned).sessionOf };

  const app: App = new OpenAPIHono();
  app.use('*', bodiesWithin(BODY_LIMITS));
  app.onError((error, c) => {
    const body = problemBody(error, 'test');
    return c.json(body, body.status as 500);
  });
  const tools = signInTools({
    random: machineRandom,
    verify: async (password_hash, password) => {
      seen.verified.push(password_hash);
      await hold.verification;
      return verifyOnce(password_hash, password);
    },
    pause: async (delay_ms) => {
      seen.pauses_ms.push(delay_ms);
      await hold.pause;
    },
  });
  identityRoutes(app, services, tools);
  passwordRoutes(app, services, tools);
  mountRoutes(app, { ...services, files: NO_FILES }, [readProfileRoute, listSessionsRoute, endSessionRoute]);

  const write = <T>(work: (tx: Tx) => Promise<T>) => withTerminalMessages(runTransaction(owner, work));
  const shop_id = await write((tx) => addShop(tx, { name: 'Test Shop', time_zone: 'Asia/Dubai' }));
  return {
    database,
    owner,
    services,
    app,
    clock,
    seen,
    hold,
    shop_id,
    write,
    addStaff: (staff) =>
      write((tx) =>
        addStaff(tx, { shop_id, full_name: 'Somebody Else', role: 'Driver', password: PASSWORD, ...staff }),
      ),
    reset: async () => {
      clock.now = new Date(CLOCK_START);
      seen.verified.length = 0;
      seen.pauses_ms.length = 0;
      hold.verification = hold.pause = Promise.resolve();
      await database.owner.query('delete from sign_in_attempts');
    },
    close: () => database.drop(),
  };
}

export type Tokens = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at: number;
  token_type: string;
  user: { id: string; email: string; aud: string; role: string; created_at: string };
};

export type Refused = { code: number; error_code: string; msg: string };

/** Posts to `/auth/v1/token` from the given address; a string body is sent unchanged. */
export function postToken(
  app: App,
  grant_type: string,
  body: unknown,
  { address = '203.0.113.7', headers = {} }: { address?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const peer = { incoming: { socket: { remoteAddress: address, remotePort: 1, remoteFamily: 'IPv4' } } };
  return Promise.resolve(
    app.request(
      `/auth/v1/token?grant_type=${grant_type}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      },
      peer,
    ),
  );
}

/** Signs in with the tests' password; throws if refused. */
export async function signInAs(app: App, email: string): Promise<Tokens> {
  const answer = await postToken(app, 'password', { email, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Tokens;
}

export function withToken(app: App, method: string, path: string, access_token: string): Promise<Response> {
  return Promise.resolve(app.request(path, { method, headers: { authorization: `Bearer ${access_token}` } }));
}

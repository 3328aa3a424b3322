import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, openInstallation } from '../server/cli/open-installation.ts';
import { createDataDirectory } from '../server/platform/data-directory/data-directory.ts';
import { lockDataDirectory } from '../server/platform/data-directory/data-directory-lock.ts';
import { freePort } from '../server/platform/embedded-postgres/embedded-postgres.ts';
import { errorText } from '../server/platform/error-text.ts';
import { silentLog } from '../server/platform/logging/log.ts';
import { authSecretsPath } from '../server/platform/secrets/auth-secrets.ts';
import { readConfig } from '../server/platform/settings/config.ts';
import { startServer } from '../server/server.ts';
import { startOlderPostgres } from './support/older-postgres.ts';
import { makeTemporaryDirectory } from './support/temporary-directory.ts';
import { overLoopback, withDatabase } from './support/test-database.ts';

/** The errors for an unreachable DATABASE_URL or a PORT in use. */

const AUTH_SECRET = 'a-secret-of-this-installation-that-is-long-enough';
let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let env: Record<string, string>;

beforeAll(async () => {
  directory = await makeTemporaryDirectory();
  env = { AUTH_SECRET, DATA_DIR: join(directory.path, 'data'), PORT: '0' };
});
afterAll(() => directory.remove());

/** The functions that open the database of DATABASE_URL. */
const OPENERS: [name: string, open: (env: Record<string, string>) => Promise<unknown>][] = [
  ['the server', (env) => startServer(readConfig(env), silentLog, async () => undefined)],
  ['a command', (env) => openDatabase({}, env)],
  ['a backup', (env) => openInstallation('shared', env)],
  ['a restore', (env) => openInstallation('alone', env)],
];

async function problemOf(
  open: (env: Record<string, string>) => Promise<unknown>,
  settings: object,
): Promise<string> {
  return open({ ...env, ...settings }).then(
    () => 'no error',
    (error: unknown) => errorText(error),
  );
}

describe.each(OPENERS)('%s names the setting', (_name, open) => {
  test('if no server listens there', async () => {
    const port = await freePort();
    const DATABASE_URL = `postgres://shop:the-password@127.0.0.1:${port}/shop`;
    expect(await problemOf(open, { DATABASE_URL })).toBe(
      `DATABASE_URL: connection refused at 127.0.0.1:${port}`,
    );
  });

  test('if the database does not exist', async () => {
    const DATABASE_URL = withDatabase(overLoopback(inject('test_postgres').owner_url), 'nowhere');
    const { host } = new URL(DATABASE_URL);
    expect(await problemOf(open, { DATABASE_URL })).toBe(
      `DATABASE_URL: database "nowhere" does not exist at ${host}`,
    );
  });

  test('if its version is not supported', async () => {
    const older = await startOlderPostgres('14.19');
    const { host } = new URL(older.url);
    expect(await problemOf(open, { DATABASE_URL: older.url })).toBe(
      `DATABASE_URL: PostgreSQL 14.19 at ${host} is too old: version 15 or newer is required`,
    );
    older.stop();
  });
});

describe('a command names the setting', () => {
  const [, [, open] = ['', () => Promise.resolve()]] = OPENERS;

  test('if the password is wrong, without showing it', async () => {
    const url = new URL(overLoopback(inject('test_postgres').owner_url));
    url.password = 'not-this-one';
    const text = await problemOf(open, { DATABASE_URL: url.href });
    expect(text).toBe(
      `DATABASE_URL: password authentication failed for user "${url.username}" at ${url.host}`,
    );
  });

  test('if the host name cannot be resolved', async () => {
    const DATABASE_URL = 'postgres://shop:shop@no-such-host.invalid/shop';
    expect(await problemOf(open, { DATABASE_URL })).toMatch(
      /^DATABASE_URL: (no such host|the host name cannot be resolved now) at no-such-host\.invalid:5432$/,
    );
  });
});

test.each([
  ['is a file', (path: string) => path, (path: string) => `DATA_DIR: ${path} is not a directory`],
  [
    'is below a file',
    (path: string) => join(path, 'data'),
    (path: string) => `DATA_DIR: ENOTDIR: not a directory, stat '${join(path, 'data')}'`,
  ],
])('a DATA_DIR that %s is reported', async (_what, data_dir, expected) => {
  const path = join(directory.path, 'file');
  await writeFile(path, '');
  const settings = { DATA_DIR: data_dir(path) };
  for (const [, open] of OPENERS) expect(await problemOf(open, settings)).toBe(expected(path));
});

const [[, serve] = ['', () => Promise.resolve()]] = OPENERS;

test('all unusable settings are reported together, one per line, and nothing is changed', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => {
    taken.listen(0, '127.0.0.1', resolve);
  });
  const { port } = taken.address() as { port: number };
  const file = join(directory.path, 'a-file');
  await writeFile(file, '');
  const nowhere = await freePort();
  const before = await readdir(directory.path);
  const settings = {
    PORT: String(port),
    DATABASE_URL: `postgres://shop:the-password@127.0.0.1:${nowhere}/shop`,
    DATABASE_REQUEST_URL: `postgres://mandoob_request:the-password@127.0.0.1:${nowhere}/shop`,
    FILES_URL: `file://${file}/files`,
  };
  expect((await problemOf(serve, settings)).split('\n')).toEqual([
    `PORT ${port} of 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.`,
    `DATABASE_URL: connection refused at 127.0.0.1:${nowhere}`,
    `DATABASE_REQUEST_URL: connection refused at 127.0.0.1:${nowhere}`,
    `FILES_URL: ENOTDIR: not a directory, stat '${file}/files'`,
  ]);
  expect(await readdir(directory.path)).toEqual(before);
  taken.close();
});

test('a data directory in use by another server is reported with the other problems', async () => {
  const data_dir = join(directory.path, 'taken');
  await createDataDirectory(data_dir);
  const { release } = await lockDataDirectory(data_dir, 'server');
  await writeFile(authSecretsPath(data_dir), '"short"');
  const problem = await problemOf(serve, { DATA_DIR: data_dir, HOST: '192.0.2.1', AUTH_SECRET: '' });
  const lines = problem.split('\n');
  expect(lines).toEqual([
    'HOST 192.0.2.1 is not an address of this machine.',
    `AUTH_SECRET: ${authSecretsPath(data_dir)} contains no secret. Restore it, or delete it: all users then have to sign in again.`,
    expect.stringMatching(
      /^DATA_DIR: another server \(process \d+ on .+\) is already using .+\/taken\. Stop it first/,
    ),
  ]);
  await release();
});

import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addStaff } from '../../../tests/support/operations.ts';
import { makeTemporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { allContents, allRows, CHEAP, deliver, migratedPlace } from '../../../tests/support/test-backup.ts';
import { opensNothing, runCli } from '../../../tests/support/test-cli.ts';
import { PASSWORD, signInAs, withToken } from '../../../tests/support/test-identity.ts';
import { createTestShop } from '../../../tests/support/test-shop.ts';
import { createApp } from '../../app.ts';
import { openStore } from '../../files/store/open-store.ts';
import { accessTokens } from '../../identity/sessions/access-tokens.ts';
import { databaseOf } from '../../platform/database/database.ts';
import { openPools } from '../../platform/database/pools.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { machineRandom } from '../../platform/machine.ts';
import { authSecrets, keepAuthSecrets, keptAuthSecrets } from '../../platform/secrets/auth-secrets.ts';
import { readConfig } from '../../platform/settings/config.ts';
import { type OpenInstallation, openInstallation } from '../open-installation.ts';
import { runMandoob } from '../program.ts';

const SECRET = 'the-secret-of-this-installation-thirty-two-and-more';

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let app: TestApp;
let path: string;
let env: Record<string, string>;

beforeAll(async () => {
  directory = await makeTemporaryDirectory();
  path = join(directory.path, 'shop.backup');
  app = await createTestApp();
  const shop = await createTestShop(app.owner);
  await deliver(app, shop);
  const staff = {
    shop_id: shop.shop_id,
    email: 'm@example.com',
    full_name: 'Mona',
    role: 'Manager' as const,
  };
  await inTransaction(app.owner, (tx) => addStaff(tx, { ...staff, password: PASSWORD }));
  // The app stores its files in the directory that FILES_URL names.
  const files = join(directory.path, 'source-files');
  const { directoryStore } = await import('../../files/store/directory-store.ts');
  for (const content of await allContents(app.store)) {
    const [shop_id, sha256 = ''] = content.split('/');
    const chunks: Buffer[] = [];
    for await (const chunk of (await app.store.read(Number(shop_id), sha256)) ?? []) chunks.push(chunk);
    await directoryStore(files).put(Number(shop_id), sha256, Buffer.concat(chunks));
  }
  env = {
    DATABASE_URL: app.database.owner_url,
    FILES_URL: `file://${files}`,
    AUTH_SECRET: SECRET,
    DATA_DIR: join(directory.path, 'none'),
  };
});
afterAll(async () => {
  await app.drop();
  await directory.remove();
});
beforeEach(() => {
  vi.stubEnv('MANDOOB_BACKUP_PASSPHRASE', 'correct horse battery staple');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Starts what a server runs on this data directory, without a socket. */
async function startApp(data_dir: string) {
  const database = await startEmbeddedPostgres({ data_dir, log: silentLog, durable: false });
  const pools = openPools(database);
  const config = readConfig({ DATA_DIR: data_dir });
  const services = {
    config,
    auth_secrets: await authSecrets(config),
    requests: databaseOf(pools.request),
    owner: databaseOf(pools.owner),
    log: silentLog,
    now: () => new Date(),
    random: machineRandom,
  };
  const app = await createApp({
    ...services,
    sessionOf: accessTokens(services).sessionOf,
    store: await openStore(config.files, services),
    isReady: async () => true,
    web_directory: null,
  });
  const stop = async () => {
    await pools.close();
    await database.stop();
  };
  return { app, stop };
}

const mandoob = (settings: Record<string, string>, ...args: string[]) =>
  runCli(args, opensNothing, { ...CHEAP, installation: (use) => openInstallation(use, settings) });

test('a shop restored from its own Postgres into the built-in one keeps its users and their passwords', {
  tags: ['backup'],
}, async () => {
  const backed_up = await mandoob(env, 'backup', path);
  expect(backed_up.code).toBe(0);
  expect(backed_up.out).toMatch(/^Backed up \d+ tables with \d+ rows, and 2 files: [\d.]+ [kM]B\n$/);
  expect(await mandoob(env, 'backup', path)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`error: ${path} already exists; a backup never overwrites a file\n`),
  });

  const data_dir = join(directory.path, 'data');
  const earlier = 'the-secret-of-an-earlier-installation-in-this-place';
  await keepAuthSecrets(data_dir, [earlier]);
  const restored = await mandoob({ DATA_DIR: data_dir }, 'restore', path);
  expect(restored.code).toBe(0);
  expect(restored.err).toMatch(/^indexes: .+ of .+$/m);
  expect(restored.out).toMatch(/^Restored \d+ tables with \d+ rows, and 2 files\.\n/);
  expect(JSON.parse(await readFile(join(data_dir, 'auth-secret.json'), 'utf8'))).toBe(SECRET);
  const [, kept = ''] = /The previous secrets of DATA_DIR are stored in (.+)\.\n$/.exec(restored.out) ?? [];
  expect(JSON.parse(await readFile(kept, 'utf8'))).toBe(earlier);

  const server = await startApp(data_dir);
  try {
    const signed_in = await signInAs(server.app, 'm@example.com');
    const profile = await withToken(server.app, 'GET', '/api/profile', signed_in.access_token);
    expect(await profile.json()).toMatchObject({ full_name: 'Mona' });
    expect(await mandoob({ DATA_DIR: data_dir }, 'files', 'verify')).toMatchObject({
      out: 'All files are intact.\n',
      code: 0,
    });
    // A restore is refused while the server runs.
    const over = await mandoob({ DATA_DIR: data_dir }, 'restore', path);
    expect(over).toMatchObject({ code: 1, err: expect.stringContaining('is already using') });
    expect(await mandoob({ DATA_DIR: data_dir }, 'backup', `${path}.again`, '--json')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\{\n {2}"bytes": \d+,\n {2}"tables": \d+,/),
    });
  } finally {
    await server.stop();
  }
  const again = await mandoob({ DATA_DIR: data_dir }, 'restore', path);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('This database is not empty') });
});

test('at a terminal, progress stays in one line and the result begins below it', async () => {
  const written: string[] = [];
  const place = await migratedPlace();
  const settings = { ...env, DATABASE_URL: place.owner_url, FILES_URL: `file://${place.directory}` };
  const from = join(directory.path, 'in-place.backup');
  expect(await mandoob(env, 'backup', from)).toMatchObject({ code: 0 });
  const terminal = {
    write_out: (text: string) => void written.push(text),
    write_err: (text: string) => void written.push(text),
    write_over: (line: string) => void written.push(`\r${line}`),
  };
  const installation: OpenInstallation = (use) => openInstallation(use, settings);
  expect(await runMandoob(['restore', from], opensNothing, terminal, { installation })).toBe(0);
  const [result = '', end, ...lines] = written.toReversed();
  expect(result).toMatch(/^Restored/);
  expect(end).toBe('\n');
  expect(lines).not.toEqual([]);
  expect(lines.filter((line) => !/^\r[^\n]+$/.test(line))).toEqual([]);
  await place.drop();
});

test('a restore never replaces the secrets of another installation', async () => {
  const place = join(directory.path, 'secrets.backup');
  await mandoob(env, 'backup', place);
  const other = { ...env, AUTH_SECRET: 'another-secret-that-is-long-enough-to-be-one' };
  expect(await mandoob(other, 'restore', place)).toMatchObject({
    code: 1,
    err: expect.stringContaining("AUTH_SECRET lacks the backup's secrets"),
  });
  const empty = await migratedPlace();
  const data_dir = join(directory.path, 'other-secrets');
  await keepAuthSecrets(data_dir, [other.AUTH_SECRET]);
  const settings = {
    DATABASE_URL: empty.owner_url,
    DATA_DIR: data_dir,
    FILES_URL: `file://${empty.directory}`,
  };
  expect(await mandoob(settings, 'restore', place)).toMatchObject({
    code: 1,
    err: expect.stringContaining('contains the secrets of another installation'),
  });
  expect(await keptAuthSecrets(data_dir)).toEqual([other.AUTH_SECRET]);
  await empty.drop();
  const { AUTH_SECRET, ...without } = env;
  expect(AUTH_SECRET).toBe(SECRET);
  expect(await mandoob(without, 'backup', `${place}.2`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('AUTH_SECRET is not set'),
  });
  await expect(stat(`${place}.2`)).rejects.toThrow('ENOENT');
});

test('a restore with a bad file or passphrase starts no database and creates no directory', async () => {
  const place = join(directory.path, 'never');
  await writeFile(`${path}.bad`, 'something else');
  expect(await mandoob({ DATA_DIR: place }, 'restore', `${path}.bad`)).toEqual({
    out: '',
    err: expect.stringContaining(`error: ${path}.bad is not a backup of this program\n`),
    code: 2,
  });
  const good = join(directory.path, 'good.backup');
  await mandoob(env, 'backup', good);
  vi.stubEnv('MANDOOB_BACKUP_PASSPHRASE', 'some other words');
  expect(await mandoob({ DATA_DIR: place }, 'restore', good)).toMatchObject({
    code: 1,
    err: expect.stringContaining('The passphrase is not the one'),
  });
  vi.stubEnv('MANDOOB_BACKUP_PASSPHRASE', 'short');
  expect(await mandoob(env, 'backup', `${good}.2`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('at least 10 characters'),
  });
  await expect(stat(place)).rejects.toThrow('ENOENT');
  expect(await mandoob(env, 'backup')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Name a file to write'),
  });
});

test('a backup reads its passphrase from a file, and a check refuses a wrong passphrase', async () => {
  const from = join(directory.path, 'checked.backup');
  const passphrase_file = join(directory.path, 'passphrase');
  await writeFile(passphrase_file, 'read from a file\n');
  vi.stubEnv('MANDOOB_BACKUP_PASSPHRASE', '');
  vi.stubEnv('MANDOOB_BACKUP_PASSPHRASE_FILE', passphrase_file);
  expect(await mandoob(env, 'backup', from)).toMatchObject({ code: 0 });
  expect(await mandoob(env, 'backup', 'check', from)).toMatchObject({ code: 0 });
  vi.stubEnv('MANDOOB_BACKUP_PASSPHRASE', 'some other words');
  expect(await mandoob(env, 'backup', 'check', from)).toMatchObject({
    code: 1,
    err: expect.stringContaining('The passphrase is not the one'),
  });
});

test('files verify names the record of each wrong file and exits with code 1', async () => {
  await app.database.owner.query("update files set bytes = bytes + 1 where type = 'application/pdf'");
  const { rows } = await app.database.owner.query("select id from files where type = 'application/pdf'");
  const found = await mandoob(env, 'files', 'verify');
  expect(found.code).toBe(1);
  expect(found.out).toMatch(/^shop \d+, order-deliveries\/.*\.pdf \(file .*\): its row has another size/);
  expect(found.err).toContain('error: File problems found: 1\n');
  expect(JSON.parse((await mandoob(env, 'files', 'verify', '--json')).out)).toMatchObject([
    { file_id: rows[0].id, kind: 'wrong_size' },
  ]);
  expect(Object.keys(await allRows(app.database.owner))).toContain('files');
});

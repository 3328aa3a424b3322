/** @module-tag servers */

import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  copyDataDirectory,
  isRunning,
  killed,
  makeDataDirectory,
  runStatement,
} from '../../../tests/support/embedded-postgres-harness.ts';
import { limitMs } from '../../../tests/support/time-limits.ts';
import { appliedMigrations, readMigrations } from '../database/migrations/migration-records.ts';
import { isMigrated, migrate } from '../database/migrations/migrations.ts';
import { openPools } from '../database/pools.ts';
import { type EmbeddedPostgres, freePort } from './embedded-postgres.ts';

/** The limit for creating, starting and migrating a database. */
const STARTED_MS = limitMs(30_000);

type DataDirectory = Awaited<ReturnType<typeof makeDataDirectory>>;
const SELECT_ONE = 'select 1 as one';

describe('after a kill', () => {
  let place: DataDirectory;
  beforeEach(async () => {
    place = await copyDataDirectory();
  });
  afterEach(() => place.end());

  test('a database left running by a killed server is stopped and restarted, and stale files of both are no obstacle', async () => {
    const first = await place.startedChild();
    await runStatement(first.owner_url, 'create table kept (n int); insert into kept values (7)');
    const orphan = await place.postmasterPid();
    await killed(first.child);
    expect(await isRunning(orphan)).toBe(true);

    const second = await place.startedChild();
    expect(await isRunning(orphan)).toBe(false);
    await runStatement(second.owner_url, 'insert into kept values (8)');
    const postmaster = await place.postmasterPid();
    await killed(second.child);
    process.kill(postmaster, 'SIGKILL');

    const third = await place.start();
    expect(await runStatement(third.owner_url, 'select n from kept')).toEqual([{ n: 7 }, { n: 8 }]);
  });

  test('a database killed during its first migrations has only complete ones, and gets the rest after a restart', async () => {
    const database = await place.start({ durable: true });
    const pools = openPools(database);
    try {
      const applied = async () => (await appliedMigrations(pools.owner).catch(() => [])).length;
      const cut = migrate(pools.owner).catch(() => 'cut');
      await expect.poll(applied, { timeout: STARTED_MS, interval: 5 }).toBeGreaterThan(2);
      process.kill(await place.postmasterPid(), 'SIGKILL');
      await cut;
      // It is restarted automatically, at the same address.
      const files = await readMigrations();
      const migrated = () => migrate(pools.owner).then(() => isMigrated(pools.owner, files));
      await expect.poll(() => migrated().catch(() => false), { timeout: STARTED_MS }).toBe(true);
      expect(await applied()).toBe(files.length);
    } finally {
      await pools.close();
    }
  });
});

describe('a stopped database', () => {
  let place: DataDirectory;
  let database: EmbeddedPostgres | undefined;
  beforeAll(async () => {
    place = await copyDataDirectory();
  });
  afterEach(() => database?.stop());
  afterAll(() => place.end());

  async function expectStarts(
    options: Parameters<DataDirectory['start']>[0] = {},
  ): Promise<EmbeddedPostgres> {
    database = await place.start(options);
    expect(await runStatement(database.owner_url, SELECT_ONE)).toEqual([{ one: 1 }]);
    return database;
  }

  test('starts if the process id in its stale file belongs to another program, which is left alone', async () => {
    const bystander = place.bystander('postgres', place.data_dir);
    const pid_file = join(place.paths.cluster, 'postmaster.pid');
    await writeFile(
      pid_file,
      `${bystander}\n${place.paths.cluster}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`,
    );
    await expectStarts();
    expect(await isRunning(bystander)).toBe(true);
    expect(await place.postmasterPid()).not.toBe(bystander);
  });

  test('takes over a lock whose process id belongs to another program', async () => {
    const running = await place.start();
    const lock = JSON.parse(await readFile(place.paths.lock, 'utf8'));
    await running.stop();
    await writeFile(place.paths.lock, JSON.stringify({ ...lock, pid: process.ppid }));
    await expectStarts();
  });

  test.each(['', '{"tok'])(
    'starts with a truncated pid file and a lock file truncated to %j',
    async (text) => {
      await writeFile(join(place.paths.cluster, 'postmaster.pid'), '');
      await writeFile(place.paths.lock, text);
      await expectStarts();
    },
  );

  test('gets a new password file if it was lost', async () => {
    const first = await place.start();
    await runStatement(first.owner_url, 'create table kept (n int)');
    await first.stop();
    await rm(place.paths.passwords);
    const second = await expectStarts();
    expect(new URL(second.owner_url).password).not.toBe(new URL(first.owner_url).password);
    expect(await runStatement(second.owner_url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
    expect(await runStatement(second.request_url, SELECT_ONE)).toEqual([{ one: 1 }]);
  });

  test('starts on another port if its port is taken', async () => {
    const busy = await listen();
    const ports = [busy.port, await freePort()];
    const { owner_url } = await expectStarts({ choose_port: async () => ports.shift() ?? freePort() });
    expect(new URL(owner_url).port).not.toBe(String(busy.port));
    const written = JSON.parse(await readFile(place.paths.address, 'utf8'));
    expect(String(written.port)).toBe(new URL(owner_url).port);
    await new Promise((resolve) => busy.server.close(resolve));
  });

  test('is reported and not damaged if it is of another version', async () => {
    const version = join(place.paths.cluster, 'PG_VERSION');
    await writeFile(version, '17\n');
    await expect(place.start()).rejects.toThrow('was made by Postgres 17');
    await writeFile(version, '18\n');
    await expectStarts();
  });
});

describe('a first start', () => {
  let place: DataDirectory;
  beforeEach(async () => {
    place = await makeDataDirectory();
  });
  afterEach(() => place.end());

  test('succeeds after an earlier one was killed while creating the cluster', async () => {
    const half = `${place.paths.unfinished_cluster}-half`;
    await mkdir(join(half, 'base'), { recursive: true });
    await chmod(place.data_dir, 0o711);
    await writeFile(join(half, 'PG_VERSION'), '18\n');
    const { child } = place.startChild();
    const names = () => readdir(place.data_dir);
    const unfinished = async () => (await names()).filter((name) => name.includes('unfinished'));
    await expect
      .poll(async () => (await unfinished()).some((name) => !name.endsWith('-half')), { interval: 5 })
      .toBe(true);
    await killed(child);
    expect(await runStatement((await place.start()).owner_url, SELECT_ONE)).toEqual([{ one: 1 }]);
    expect(await unfinished()).not.toContain(basename(half));
  });

  test('succeeds after earlier ones were killed at various times', async () => {
    for (const delay_ms of [150, 300, 450, 600, 800]) {
      const { child } = place.startChild();
      await new Promise((resolve) => setTimeout(resolve, delay_ms));
      await killed(child);
    }
    expect(await runStatement((await place.start()).owner_url, SELECT_ONE)).toEqual([{ one: 1 }]);
  });

  const ODD_LANG = { LANG: 'xx_YY.KOI8-Q', LC_ALL: 'tlh_KX.UTF-9' };
  const FOREIGN = { PGDATA: '/nowhere', PGPORT: '1', PGSSLMODE: 'require', PGUSER: 'nobody' };
  const startsWith = async (odd: NodeJS.ProcessEnv) => {
    const kept = Object.entries(process.env).filter(([name]) => !/^(LANG|LC_|PG)/.test(name));
    const { owner_url } = await place.startedChild({ ...Object.fromEntries(kept), ...odd });
    expect(
      await runStatement(
        owner_url,
        "select current_setting('server_encoding') as encoding, upper('é') as up",
      ),
    ).toEqual([{ encoding: 'UTF8', up: 'É' }]);
  };

  test('succeeds with an odd LANG and foreign PG variables', () => startsWith({ ...ODD_LANG, ...FOREIGN }));

  test.each([
    ['no LANG', {}],
    ['an odd LANG', ODD_LANG],
    ['foreign PG variables', FOREIGN],
  ])('succeeds with %s', (_name, odd) => startsWith(odd));

  test('leaves a directory that is not a database cluster untouched', async () => {
    const { cluster } = place.paths;
    await mkdir(cluster, { recursive: true });
    await chmod(place.data_dir, 0o711);
    await writeFile(join(cluster, 'holiday.txt'), 'sun');
    await expect(place.start()).rejects.toThrow(`${cluster} is not empty and not a database`);
    expect(await readFile(join(cluster, 'holiday.txt'), 'utf8')).toBe('sun');
  });
});

async function listen(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
}

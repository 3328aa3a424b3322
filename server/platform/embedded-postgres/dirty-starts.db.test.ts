import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  ask,
  isRunning,
  killed,
  makeDataDirectory,
} from '../../../tests/support/embedded-postgres-harness.ts';
import { limitMs } from '../../../tests/support/time-limits.ts';
import { appliedMigrations, readMigrations } from '../database/migration-records.ts';
import { isMigrated, migrate } from '../database/migrations.ts';
import { openPools } from '../database/pools.ts';
import { freePort } from './embedded-postgres.ts';

/** A database is made, started and migrated meanwhile. */
const STARTED_MS = limitMs(30_000);

let place: Awaited<ReturnType<typeof makeDataDirectory>>;
beforeEach(async () => {
  place = await makeDataDirectory();
});
afterEach(() => place.end());

test('a killed server leaves its database running: it is stopped, and started anew with everything acknowledged', async () => {
  const { child, owner_url } = await place.startedChild();
  await ask(owner_url, 'create table kept (n int); insert into kept values (7)');
  const orphan = await place.postmasterPid();
  await killed(child);
  expect(await isRunning(orphan)).toBe(true);

  const database = await place.start();
  expect(await isRunning(orphan)).toBe(false);
  expect(await ask(database.owner_url, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('server and database were killed both: the stale files are no obstacle', async () => {
  const { child, owner_url } = await place.startedChild();
  await ask(owner_url, 'create table kept (n int); insert into kept values (7)');
  const orphan = await place.postmasterPid();
  await killed(child);
  process.kill(orphan, 'SIGKILL');
  const database = await place.start();
  expect(await ask(database.owner_url, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('the process id in the stale file belongs to another program: that one is left alone', async () => {
  await (await place.start()).stop();
  const bystander = place.bystander('postgres', place.data_dir);
  const pid_file = join(place.paths.cluster, 'postmaster.pid');
  await writeFile(pid_file, `${bystander}\n${place.paths.cluster}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`);
  const database = await place.start();
  expect(await ask(database.owner_url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await isRunning(bystander)).toBe(true);
  expect(await place.postmasterPid()).not.toBe(bystander);
});

test('a damaged pid file is no obstacle', async () => {
  await (await place.start()).stop();
  await writeFile(join(place.paths.cluster, 'postmaster.pid'), '');
  expect(await ask((await place.start()).owner_url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a lock left by a killed server whose id another program has now is taken over', async () => {
  await mkdir(place.data_dir, { mode: 0o711 });
  const { child } = await place.startedChild();
  const lock = JSON.parse(await readFile(place.paths.lock, 'utf8'));
  await killed(child);
  await writeFile(place.paths.lock, JSON.stringify({ ...lock, pid: process.ppid }));
  expect(await ask((await place.start()).owner_url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test.each(['', '{"tok'])('a lock file cut short (%j) is taken over', async (text) => {
  await mkdir(place.data_dir, { mode: 0o711 });
  await writeFile(place.paths.lock, text);
  expect(await ask((await place.start()).owner_url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('the very first start was cut in the middle of making the cluster', async () => {
  const half = `${place.paths.unfinished_cluster}-half`;
  await mkdir(join(half, 'base'), { recursive: true });
  await chmod(place.data_dir, 0o711);
  await writeFile(join(half, 'PG_VERSION'), '18\n');
  expect(await ask((await place.start()).owner_url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(place.data_dir)).filter((name) => name.includes('unfinished'))).toEqual([]);
});

test('a second start succeeds whenever the first one was killed', async () => {
  for (const delay_ms of [150, 300, 450, 600, 800]) {
    const { child } = place.startChild();
    await new Promise((resolve) => setTimeout(resolve, delay_ms));
    await killed(child);
  }
  expect(await ask((await place.start()).owner_url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a database that is killed in the middle of its first migrations has whole ones, and is given the rest', async () => {
  const database = await place.start({ durable: true });
  const pools = openPools(database);
  try {
    const applied = async () => (await appliedMigrations(pools.owner).catch(() => [])).length;
    const cut = migrate(pools.owner).catch(() => 'cut');
    await expect.poll(applied, { timeout: STARTED_MS, interval: 5 }).toBeGreaterThan(2);
    process.kill(await place.postmasterPid(), 'SIGKILL');
    await cut;
    // It is started again by itself, at the same address.
    const files = await readMigrations();
    const migrated = () => migrate(pools.owner).then(() => isMigrated(pools.owner, files));
    await expect.poll(() => migrated().catch(() => false), { timeout: STARTED_MS }).toBe(true);
    expect(await applied()).toBe(files.length);
  } finally {
    await pools.close();
  }
});

test('a lost password file is made anew', async () => {
  const first = await place.start();
  await ask(first.owner_url, 'create table kept (n int)');
  await first.stop();
  await rm(place.paths.passwords);
  const second = await place.start();
  expect(new URL(second.owner_url).password).not.toBe(new URL(first.owner_url).password);
  expect(await ask(second.owner_url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
  expect(await ask(second.request_url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a port that somebody else took is given up for another', async () => {
  const busy = await listen();
  const ports = [busy.port, await freePort()];
  const database = await place.start({ choose_port: async () => ports.shift() ?? freePort() });
  expect(new URL(database.owner_url).port).not.toBe(String(busy.port));
  expect(await ask(database.owner_url, 'select 1 as one')).toEqual([{ one: 1 }]);
  const written = JSON.parse(await readFile(place.paths.address, 'utf8'));
  expect(String(written.port)).toBe(new URL(database.owner_url).port);
  await new Promise((resolve) => busy.server.close(resolve));
});

test.each([
  ['no LANG', {}],
  ['an odd LANG', { LANG: 'xx_YY.KOI8-Q', LC_ALL: 'tlh_KX.UTF-9' }],
  ['foreign PG variables', { PGDATA: '/nowhere', PGPORT: '1', PGSSLMODE: 'require', PGUSER: 'nobody' }],
])('%s does not keep the database from starting', async (_name, odd) => {
  const kept = Object.entries(process.env).filter(([name]) => !/^(LANG|LC_|PG)/.test(name));
  const { owner_url } = await place.startedChild({ ...Object.fromEntries(kept), ...odd });
  expect(
    await ask(owner_url, "select current_setting('server_encoding') as encoding, upper('é') as up"),
  ).toEqual([{ encoding: 'UTF8', up: 'É' }]);
});

test('a directory that is not a database cluster is left untouched', async () => {
  const { cluster } = place.paths;
  await mkdir(cluster, { recursive: true });
  await chmod(place.data_dir, 0o711);
  await writeFile(join(cluster, 'holiday.txt'), 'sun');
  await expect(place.start()).rejects.toThrow(`${cluster} is not empty and not a database`);
  expect(await readFile(join(cluster, 'holiday.txt'), 'utf8')).toBe('sun');
});

test('a cluster of another version is named, not damaged', async () => {
  await (await place.start()).stop();
  const version = join(place.paths.cluster, 'PG_VERSION');
  await writeFile(version, '17\n');
  await expect(place.start()).rejects.toThrow('was made by Postgres 17');
  await writeFile(version, '18\n');
  expect(await ask((await place.start()).owner_url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

async function listen(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
}

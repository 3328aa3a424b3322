import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { createEmptyDatabase } from '../../tests/support/test-database.ts';
import { assertMigrated, isMigrated, MIGRATIONS_DIR, migrate, readMigrations } from './migrations.ts';
import { openPools, type Pools } from './pools.ts';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let pools: Pools;

beforeEach(async () => {
  database = await createEmptyDatabase();
  directory = await makeTemporaryDirectory();
  pools = openPools({ owner_url: database.owner_url, request_url: database.owner_url });
});

afterEach(async () => {
  await pools.close();
  await database.drop();
  await directory.remove();
});

async function put(name: string, sql: string): Promise<void> {
  await writeFile(join(directory.path, name), sql);
}

test('our own migrations make the schema from nothing, and are whole the second time', async () => {
  const applied = await migrate(pools.owner);
  expect(applied[0]).toMatch(/^0001-/);
  expect(await isMigrated(pools.owner, await readMigrations())).toBe(true);
  expect(await migrate(pools.owner)).toEqual([]);
  const { rows } = await pools.owner.query("select to_regclass('graphile_worker.jobs') is not null as queue");
  expect(rows).toEqual([{ queue: true }]);
});

test('two servers starting at once migrate once', async () => {
  const other = openPools({ owner_url: database.owner_url, request_url: database.owner_url });
  try {
    const [one, two] = await Promise.all([migrate(pools.owner), migrate(other.owner)]);
    const files = await migrate(pools.owner);
    expect(files).toEqual([]);
    expect([one.length, two.length].sort((a, b) => a - b)[0]).toBe(0);
    expect(one.length + two.length).toBeGreaterThan(0);
  } finally {
    await other.close();
  }
});

test('an edited migration is refused and nothing is changed', async () => {
  await cp(MIGRATIONS_DIR, directory.path, { recursive: true });
  await migrate(pools.owner, { dir: directory.path });
  const first = '0001-identity.sql';
  await put(first, `${await readFile(join(directory.path, first), 'utf8')}\n-- one more thought\n`);
  await put('9999-later.sql', 'create table later ()');
  await expect(migrate(pools.owner, { dir: directory.path })).rejects.toThrow(
    'Migration 0001-identity was edited after it had been applied.',
  );
  expect(await isMigrated(pools.owner, await readMigrations(directory.path))).toBe(false);
});

test('files of an update leave a running server ready, and are not applied beneath it', async () => {
  await put('0001-first.sql', 'create table first ()');
  const started_with = await readMigrations(directory.path);
  await migrate(pools.owner, { dir: directory.path });
  await expect(assertMigrated(pools.owner, directory.path)).resolves.toBeUndefined();
  await put('0002-second.sql', 'create table second ()');
  expect(await isMigrated(pools.owner, started_with)).toBe(true);
  await expect(assertMigrated(pools.owner, directory.path)).rejects.toThrow(
    'Migration 0002-second is not applied to this database: its server is of an older version. Restart the server',
  );
  const { rows } = await pools.owner.query("select to_regclass('second') as second");
  expect(rows).toEqual([{ second: null }]);
});

test('line ends of a Windows checkout are no edit', async () => {
  await put('0001-first.sql', 'create table first (\n  id int\n);\n');
  await migrate(pools.owner, { dir: directory.path });
  await put('0001-first.sql', 'create table first (\r\n  id int\r\n);\r\n');
  await expect(migrate(pools.owner, { dir: directory.path })).resolves.toEqual([]);
});

test('a database of a newer version is refused', async () => {
  const older = await makeTemporaryDirectory();
  await put('0001-first.sql', 'create table first ()');
  await put('0002-second.sql', 'create table second ()');
  await migrate(pools.owner, { dir: directory.path });
  await cp(join(directory.path, '0001-first.sql'), join(older.path, '0001-first.sql'));
  await expect(migrate(pools.owner, { dir: older.path })).rejects.toThrow(
    'Migration 0002-second was applied to this database but its file is missing',
  );
  await older.remove();
});

test('a migration cannot be slipped in before an applied one, nor be named oddly', async () => {
  await put('0002-second.sql', 'create table second ()');
  await migrate(pools.owner, { dir: directory.path });
  await put('0001-first.sql', 'create table first ()');
  await expect(migrate(pools.owner, { dir: directory.path })).rejects.toThrow('Number it last.');
  await put('first.sql', 'create table first ()');
  await expect(migrate(pools.owner, { dir: directory.path })).rejects.toThrow('is not named like');
});

test('when one pending migration fails none is applied, and the repaired ones are', async () => {
  await put('0001-first.sql', 'create table first ()');
  await put('0002-second.sql', 'create table second (id nonsense)');
  await expect(migrate(pools.owner, { dir: directory.path })).rejects.toThrow('nonsense');
  const { rows } = await pools.owner.query("select to_regclass('first') as first");
  expect(rows).toEqual([{ first: null }]);
  await put('0002-second.sql', 'create table second (id int)');
  expect(await migrate(pools.owner, { dir: directory.path })).toEqual(['0001-first', '0002-second']);
});

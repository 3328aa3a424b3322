import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeTemporaryDirectory } from '../../../../tests/support/temporary-directory.ts';
import { asMaintenance, createEmptyDatabase } from '../../../../tests/support/test-database.ts';
import { type Log, silentLog } from '../../logging/log.ts';
import { VERSION } from '../../own-package.ts';
import { openPools, type Pools } from '../pools.ts';
import { LOCK_PATIENCE } from './apply-migration.ts';
import { readMigrations } from './migration-records.ts';
import { assertMigrated, isMigrated, migrate } from './migrations.ts';

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

async function waitingSessions(): Promise<number> {
  const { rows } = await pools.owner.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event = 'relation'",
  );
  return rows[0]?.count ?? 0;
}

test('two servers that start together on an empty database create the schema once, and a later one changes nothing', async () => {
  const other = openPools({ owner_url: database.owner_url, request_url: database.owner_url });
  try {
    const applied = await Promise.all([migrate(pools.owner), migrate(other.owner)]);
    const files = await readMigrations();
    expect(applied.flat()).toEqual(files.map(({ name }) => name));
    expect(applied.filter((names) => names.length === 0)).toHaveLength(1);
    expect(await isMigrated(pools.owner, files)).toBe(true);
  } finally {
    await other.close();
  }
  const { rows } = await pools.owner.query("select to_regclass('graphile_worker.jobs') is not null as queue");
  expect(rows).toEqual([{ queue: true }]);
  // One query, without a lock or a connection held for it.
  const query = vi.fn((text: string) => pools.owner.query(text));
  const connect = vi.fn();
  expect(await migrate({ query, connect } as unknown as pg.Pool)).toEqual([]);
  expect(query).toHaveBeenCalledTimes(1);
  expect(connect).not.toHaveBeenCalled();
});

test('only the last of several migrations waits for the disk, which then has the earlier ones too', async () => {
  const name = new URL(database.owner_url).pathname.slice(1);
  // The setting of a production database; the PostgreSQL of the tests never waits.
  await asMaintenance(database.owner_url, `alter database ${name} set synchronous_commit = on`);
  const note = "insert into waits values (current_setting('synchronous_commit'))";
  await put('0001-first.sql', `create table waits (for_disk text); ${note}`);
  await put('0002-second.sql', note);
  await put('0003-third.sql', note);
  await migrate(pools.owner, { dir: directory.path });
  expect((await pools.owner.query('select for_disk from waits')).rows).toEqual([
    { for_disk: 'off' },
    { for_disk: 'off' },
    { for_disk: 'on' },
  ]);
});

test('an edited migration is rejected and nothing is changed', async () => {
  const first = '0001-identity.sql';
  await put(first, 'create table first ()');
  await put('0002-second.sql', 'create table second ()');
  await migrate(pools.owner, { dir: directory.path });
  await put(first, `${await readFile(join(directory.path, first), 'utf8')}\n-- an edit\n`);
  await put('9999-later.sql', 'create table later ()');
  await expect(migrate(pools.owner, { dir: directory.path })).rejects.toThrow(
    'Migration 0001-identity was edited after it had been applied.',
  );
  expect(await isMigrated(pools.owner, await readMigrations(directory.path))).toBe(false);
});

test('new migration files next to a running server leave it ready and are not applied', async () => {
  await put('0001-first.sql', 'create table first ()');
  const started_with = await readMigrations(directory.path);
  await migrate(pools.owner, { dir: directory.path });
  await expect(assertMigrated(pools.owner, directory.path)).resolves.toBeUndefined();
  await put('0002-second.sql', 'create table second ()');
  expect(await isMigrated(pools.owner, started_with)).toBe(true);
  await expect(assertMigrated(pools.owner, directory.path)).rejects.toThrow(
    'Migration 0002-second is not applied to this database: its server runs an older version. Restart the server',
  );
  const { rows } = await pools.owner.query("select to_regclass('second') as second");
  expect(rows).toEqual([{ second: null }]);
});

test('CRLF line ends do not count as an edit of a migration', async () => {
  await put('0001-first.sql', 'create table first (\n  id int\n);\n');
  await migrate(pools.owner, { dir: directory.path });
  await put('0001-first.sql', 'create table first (\r\n  id int\r\n);\r\n');
  await expect(migrate(pools.owner, { dir: directory.path })).resolves.toEqual([]);
});

describe('an older program on a database that a newer one has migrated', () => {
  beforeEach(async () => {
    await put('0001-first.sql', 'create table first ()');
    await put('0002-second.sql', 'create table second ()');
    await migrate(pools.owner, { dir: directory.path });
    await rm(join(directory.path, '0002-second.sql'));
  });

  const usedBy = (version: string, works_beside: string) =>
    pools.owner.query('insert into migrations.versions (version, works_beside) values ($1, $2)', [
      version,
      works_beside,
    ]);

  test('starts, is ready and changes nothing if the newer one is the next version', async () => {
    await usedBy('0.3.0', VERSION);
    expect(await migrate(pools.owner, { dir: directory.path })).toEqual([]);
    expect(await isMigrated(pools.owner, await readMigrations(directory.path))).toBe(true);
    await expect(assertMigrated(pools.owner, directory.path)).resolves.toBeUndefined();
  });

  test('is rejected with both versions named, and is not ready while it runs, if the newer one is two versions ahead', async () => {
    await usedBy('0.3.0', VERSION);
    await usedBy('0.10.0', '0.9.0');
    const refusal = `last used by version 0.10.0, which can run alongside version 0.9.0 or newer. This is version ${VERSION}: start 0.9.0`;
    await expect(migrate(pools.owner, { dir: directory.path })).rejects.toThrow(refusal);
    await expect(assertMigrated(pools.owner, directory.path)).rejects.toThrow(refusal);
    expect(await isMigrated(pools.owner, await readMigrations(directory.path))).toBe(false);
  });

  test('is rejected if database and program each have a migration that the other lacks', async () => {
    await put('0003-third.sql', 'create table third ()');
    await expect(migrate(pools.owner, { dir: directory.path })).rejects.toThrow(
      'Migration 0002-second was applied to this database but is unknown here, and 0003-third is not applied',
    );
  });
});

test('a database of another program is rejected', async () => {
  await put('0001-first.sql', 'create table first ()');
  await pools.owner.query(`
    create schema migrations;
    create table migrations.fingerprints (name text primary key, sha256 text not null);
    insert into migrations.fingerprints values ('0001-other', '00')`);
  await expect(migrate(pools.owner, { dir: directory.path })).rejects.toThrow(
    'Migration 0001-other was applied to this database but its file is missing',
  );
});

test('a database from before version 0.1.0 is rejected by name, with what to do', async () => {
  const files = await readMigrations();
  const early = files.slice(0, 12).map(({ name }) => name);
  await migrate(pools.owner, { only: early });
  // Such a version did not record itself, and applied all of its migrations or none.
  await pools.owner.query('delete from migrations.versions');
  await expect(migrate(pools.owner)).rejects.toThrow(
    /from before version 0\.1\.0, .* 0013-shopify is not applied\. Start version 0\.1\.0 on it once, then this version\./,
  );
  await pools.owner.query("update migrations.fingerprints set sha256 = '00' where name = '0002-actor'");
  await expect(migrate(pools.owner)).rejects.toThrow(
    /0002-actor was edited .* A database from before version 0\.1\.0 causes the same error/,
  );
});

test('an interrupted first migration is continued', async () => {
  for (const [at, name] of ['first', 'second', 'third', 'fourth'].entries())
    await put(`000${at + 1}-${name}.sql`, `create table ${name} ()`);
  const dir = directory.path;
  expect(await migrate(pools.owner, { dir, only: ['0001-first', '0002-second'] })).toHaveLength(2);
  expect(await migrate(pools.owner, { dir })).toEqual(['0003-third', '0004-fourth']);
});

test('a migration is applied even if one with a higher number already is', async () => {
  await put('0002-second.sql', 'create table second ()');
  await migrate(pools.owner, { dir: directory.path });
  await put('0001-first.sql', 'create table first ()');
  expect(await migrate(pools.owner, { dir: directory.path })).toEqual(['0001-first']);
  await put('first.sql', 'create table first ()');
  await expect(migrate(pools.owner, { dir: directory.path })).rejects.toThrow('is not named like');
});

test('a failing migration leaves no trace, and earlier ones stay applied', async () => {
  await put('0001-first.sql', 'create table first ()');
  await put('0002-second.sql', 'create table second (); create table third (id nonsense)');
  await expect(migrate(pools.owner, { dir: directory.path })).rejects.toThrow('nonsense');
  const { rows } = await pools.owner.query(
    "select to_regclass('first') as first, to_regclass('second') as second",
  );
  expect(rows).toEqual([{ first: 'first', second: null }]);
  await put('0002-second.sql', 'create table second (id int)');
  expect(await migrate(pools.owner, { dir: directory.path })).toEqual(['0002-second']);
});

describe('while another session holds the table that a migration changes', () => {
  let other: pg.PoolClient;
  beforeEach(async () => {
    await put('0001-first.sql', 'create table first (id int)');
    await migrate(pools.owner, { dir: directory.path });
    await put('0002-second.sql', 'create table second (); alter table first add column more int');
    other = await pools.owner.connect();
    await other.query('begin; select from first');
  });
  afterEach(() => other.release(true));

  test('the migration stops waiting for its lock in time, is retried, and is applied once the session has ended', async () => {
    const gave_way = vi.fn();
    const log = { ...silentLog, warn: gave_way } as unknown as Log;
    const patience = { lock_ms_max: 50, retry_ms_max: 60_000 };
    const migrated = migrate(pools.owner, { dir: directory.path, log, patience });
    await expect.poll(() => gave_way.mock.calls.length).toBeGreaterThan(0);
    // Readers of the table do not wait behind a migration that pauses.
    expect((await pools.owner.query('select from first')).rowCount).toBe(0);
    await other.query('commit');
    expect(await migrated).toEqual(['0002-second']);
  });

  test('the migration is retried after a deadlock', { tags: ['upgrades'] }, async () => {
    await put('0002-second.sql', 'create table second ()');
    await migrate(pools.owner, { dir: directory.path });
    await put('0003-third.sql', 'alter table second add column a int; alter table first add column more int');
    const migrated = migrate(pools.owner, { dir: directory.path });
    // It holds the second table and waits for the first. Its wait began earlier, so PostgreSQL ends it and
    // not the other session, unless this test was held up for a second.
    await expect.poll(waitingSessions, { interval: 10 }).toBe(1);
    await other.query('select from second').catch(() => undefined);
    await other.query('commit');
    expect(await migrated).toEqual(['0003-third']);
  });

  test('the migration reports the session that blocks it for too long, and changes nothing', {
    tags: ['upgrades'],
  }, async () => {
    const patience = { lock_ms_max: 50, retry_ms_max: 0 };
    await expect(migrate(pools.owner, { dir: directory.path, patience })).rejects.toThrow(
      /^Migration 0002-second did not get the locks it needs: .* that of session \d+ \(mandoob, idle in transaction\)\. It changed nothing\./,
    );
    const { rows } = await other.query("select to_regclass('second') as second");
    expect(rows).toEqual([{ second: null }]);
  });
});

test('a migration waits two seconds for a lock, and is retried for a minute', () => {
  expect(LOCK_PATIENCE).toEqual({ lock_ms_max: 2_000, retry_ms_max: 60_000 });
});

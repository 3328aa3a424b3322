/** @module-tag backup */

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeTemporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { allRows, backUpTo, deliver, PASSPHRASE } from '../../../tests/support/test-backup.ts';
import { opensNothing, runCli } from '../../../tests/support/test-cli.ts';
import { asMaintenance, withDatabase } from '../../../tests/support/test-database.ts';
import { createTestShop } from '../../../tests/support/test-shop.ts';
import { checkBackup } from '../../backup/check-backup.ts';
import { lockDataDirectory } from '../../platform/data-directory/data-directory-lock.ts';
import { restoreTemporarily } from './temporary-restore.ts';

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let app: TestApp;
let from: string;

beforeAll(async () => {
  directory = await makeTemporaryDirectory();
  from = join(directory.path, 'shop.backup');
  app = await createTestApp();
  await deliver(app, await createTestShop(app.owner));
  await backUp(from);
});
afterAll(async () => {
  await app.drop();
  await directory.remove();
});
beforeEach(() => {
  vi.stubEnv('MANDOOB_BACKUP_PASSPHRASE', PASSPHRASE);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const backUp = (path: string) => backUpTo(path, { owner: app.database.owner, store: app.store });

const check = (path: string, into: string) =>
  runCli(['backup', 'check', path, '--restore-into', into], opensNothing);

/** Lists the databases that checks created and did not drop. */
async function trialDatabases(): Promise<string[]> {
  const { rows } = await app.database.owner.query<{ name: string }>(
    "select datname as name from pg_database where datname ~ '^mandoob_check_'",
  );
  return rows.map(({ name }) => name);
}

test('a backup is restored into a temporary database, verified there, and the database is dropped', async () => {
  vi.stubEnv('TMPDIR', directory.path);
  // Restores on the shop's own server, next to the leftovers of killed checks, with a login that has only
  // createdb.
  const server = app.database.owner_url;
  await asMaintenance(server, "create role backup_check login createdb password 'own'");
  const into = new URL(server);
  into.username = 'backup_check';
  into.password = 'own';
  const before = await allRows(app.database.owner);
  const left = 'mandoob_check_0123456789abcdef';
  const in_use = 'mandoob_check_fedcba9876543210';
  for (const name of [left, in_use])
    await asMaintenance(into.href, `create database ${name} template template0`);
  const user = new pg.Client({ connectionString: withDatabase(into.href, in_use) });
  await user.connect();
  try {
    const checked = await check(from, into.href);
    expect(checked).toMatchObject({
      code: 0,
      out: expect.stringContaining('The restored cash book and files are correct.'),
    });
    expect(await trialDatabases()).toEqual([in_use]);
    expect(await allRows(app.database.owner)).toEqual(before);

    await app.database.owner.query("update files set bytes = bytes + 1 where type = 'application/pdf'");
    const wrong = `${from}.wrong`;
    await backUp(wrong);
    await app.database.owner.query("update files set bytes = bytes - 1 where type = 'application/pdf'");
    const found = await check(wrong, into.href);
    expect(found).toMatchObject({ code: 1, err: expect.stringContaining('error: File problems found: 1\n') });
    expect(found.out).toContain('its row has another size');
  } finally {
    await user.end();
    await asMaintenance(into.href, `drop database ${in_use}`);
  }
  expect(await trialDatabases()).toEqual([]);
  await asMaintenance(server, 'drop role backup_check');
  expect((await readdir(directory.path)).filter((name) => name.startsWith('mandoob-check-'))).toEqual([]);
});

test('a user without the createdb right gets an error that names the missing right', async () => {
  const server = new URL(app.database.owner_url);
  await asMaintenance(server.href, "create role no_right login password 'own'");
  server.username = 'no_right';
  server.password = 'own';
  try {
    expect(await check(from, server.href)).toMatchObject({
      code: 1,
      err: expect.stringContaining('alter role "no_right" createdb;'),
    });
  } finally {
    await asMaintenance(app.database.owner_url, 'drop role no_right');
  }
});

test('a backup is restored into a temporary subdirectory, and other files of the directory stay', async () => {
  const into = join(directory.path, 'scratch');
  const left = join(into, 'mandoob-check-0123456789abcdef');
  const in_use = join(into, 'mandoob-check-fedcba9876543210');
  const others = ['mandoob-check-mine', 'postgres'];
  for (const path of [left, in_use, ...others.map((name) => join(into, name))]) {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'file'), 'kept');
  }
  const { release } = await lockDataDirectory(in_use, 'command');
  expect(await check(from, into)).toMatchObject({ code: 0 });
  await release();
  expect((await readdir(into)).sort()).toEqual([basename(in_use), ...others]);
});

test('reports leftovers that cannot be removed, and returns the result of the inspection', async () => {
  const server = app.database.owner_url;
  const reported: string[] = [];
  let user: pg.Client | undefined;
  const backup = await checkBackup(from, () => undefined);
  await backup.open(PASSPHRASE);
  const { found } = await restoreTemporarily(server, backup, {
    on_progress: () => undefined,
    report: (line) => void reported.push(line),
    on_leftover: (line) => void reported.push(line),
    inspect: async ({ owner }) => {
      const { rows } = await owner.query<{ name: string }>('select current_database() as name');
      user = new pg.Client({ connectionString: withDatabase(server, rows[0]?.name ?? '') });
      await user.connect();
      return 'inspected';
    },
  });
  await user?.end();
  expect(found).toBe('inspected');
  expect(reported).toEqual([
    expect.stringMatching(/^The database mandoob_check_.+ could not be removed: .+ is being accessed/),
  ]);
  for (const name of await trialDatabases()) await asMaintenance(server, `drop database ${name}`);
});

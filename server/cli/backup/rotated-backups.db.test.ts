import { mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeTemporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { addContents, CHEAP, emptyPlace } from '../../../tests/support/test-backup.ts';
import { opensNothing, runCli } from '../../../tests/support/test-cli.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createTestShop } from '../../../tests/support/test-shop.ts';
import { sourceName } from '../../backup/back-up.ts';
import { directoryStore } from '../../files/store/directory-store.ts';
import { databaseOf } from '../../platform/database/database.ts';
import { readMigrations } from '../../platform/database/migrations/migration-records.ts';
import { migrate } from '../../platform/database/migrations/migrations.ts';
import { openInstallation } from '../open-installation.ts';

/** Tests which backups `mandoob backup --into` creates and deletes. */

const SECRET = 'the-secret-of-this-installation-thirty-two-and-more';

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let database: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  directory = await makeTemporaryDirectory();
  database = await createTestDatabase();
  const files = join(directory.path, 'files');
  const place = { owner: database.owner, store: directoryStore(files) };
  await addContents(place, await createTestShop(databaseOf(database.owner)), 2);
  env = {
    DATABASE_URL: database.owner_url,
    FILES_URL: `file://${files}`,
    AUTH_SECRET: SECRET,
    DATA_DIR: join(directory.path, 'none'),
  };
});
afterAll(async () => {
  await database.drop();
  await directory.remove();
});
beforeEach(() => {
  vi.stubEnv('MANDOOB_BACKUP_PASSPHRASE', 'correct horse battery staple');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const mandoob = (settings: Record<string, string>, ...args: string[]) =>
  runCli(args, opensNothing, { ...CHEAP, installation: (use) => openInstallation(use, settings) });

type Made = { path: string; deleted: string[]; lost: unknown[]; failures: unknown[] };

/** Keeps the newest backup of one day and of two months. */
const backUpOnce = (into: string, settings = env) =>
  mandoob(settings, 'backup', '--into', into, '--keep-days', '1', '--keep-months', '2', '--json');

const backUpInto = async (into: string, settings = env) =>
  JSON.parse((await backUpOnce(into, settings)).out) as Made;

async function knownIn(into: string): Promise<string[]> {
  const { rows } = await database.owner.query('select path from backups where path like $1', [`${into}%`]);
  return rows.map(({ path }: { path: string }) => path).sort();
}

test('with --into each backup gets its own name, and outdated ones are deleted and no longer listed', async () => {
  const into = join(directory.path, 'nightly');
  await mkdir(into);
  const source = await sourceName(database.owner);
  const outdated = ['20240601T020000Z', '20240601T030000Z', '20240602T020000Z'].map((timestamp) =>
    join(into, `mandoob-${timestamp}-${source}.backup`),
  );
  const others = [
    'mine.backup',
    `mandoob-20240601T010000Z-${source}.backup.copy`,
    `mandoob-20249901T020000Z-${source}.backup`,
    // A backup from another installation on the same share.
    'mandoob-20240601T010000Z-0123456789abcdef.backup',
  ];
  const elsewhere = join(into, `mandoob-20240501T020000Z-${source}.backup`);
  for (const file of [...outdated, ...others.map((name) => join(into, name))])
    await writeFile(file, 'backup');
  await database.owner.query(
    "insert into backups (id, path, made_at) select gen_random_uuid(), path, '2024-06-01' from unnest($1::text[]) path",
    [[...outdated, elsewhere]],
  );
  const { path: newest, deleted } = await backUpInto(into);
  expect(newest).toMatch(/\/mandoob-\d{8}T\d{6}Z-[0-9a-f]{16}\.backup$/);
  // The newest backup of June is kept as that of its month.
  expect(deleted.sort()).toEqual(outdated.slice(0, 2));
  const kept = [...others, basename(outdated[2] ?? ''), basename(newest)].sort();
  expect((await readdir(into)).sort()).toEqual(kept);
  // A listed backup that is not found stays listed: its disk may not be mounted.
  expect(await knownIn(into)).toEqual([elsewhere, outdated[2], newest]);
  expect(await mandoob(env, 'backup', 'check', newest)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/is complete: \d+ tables and 2 files\.\n$/),
  });
  expect(await mandoob(env, 'backup', '--into', join(into, 'none'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be read'),
  });
});

test('a backup continues the newest draft of a killed backup of its database under a new name', async () => {
  const into = join(directory.path, 'killed');
  await mkdir(into);
  const source = await sourceName(database.owner);
  const draft = (timestamp: string, of: string) => `mandoob-${timestamp}-${of}.backup.${of}.unfinished`;
  const anothers = draft('20260601T020000Z', '0123456789abcdef');
  for (const name of [anothers, draft('20260601T020000Z', source), draft('20260501T020000Z', source)])
    await writeFile(join(into, name), '');
  const { ino } = await stat(join(into, draft('20260601T020000Z', source)));
  const { path: made } = await backUpInto(into);
  expect((await stat(made)).ino).toBe(ino);
  expect(basename(made)).not.toContain('20260601');
  expect((await readdir(into)).sort()).toEqual([anothers, basename(made)].sort());
});

test('a backup that lacks a file is named incomplete and replaces no complete one', async () => {
  const into = join(directory.path, 'incomplete');
  await mkdir(into);
  const source = await sourceName(database.owner);
  const whole = `mandoob-20240601T020000Z-${source}.backup`;
  const later = `mandoob-20240601T030000Z-${source}.incomplete.backup`;
  for (const name of [whole, later]) await writeFile(join(into, name), 'backup');
  const none = { ...env, FILES_URL: `file://${join(directory.path, 'no-files')}` };
  const lacking = await backUpInto(into, none);
  expect(lacking.lost).toHaveLength(2);
  expect(lacking).toMatchObject({ path: expect.stringMatching(/\w\.incomplete\.backup$/), deleted: [] });
  expect(await knownIn(into)).toEqual([lacking.path]);
  expect((await readdir(into)).sort()).toEqual([whole, later, basename(lacking.path)].sort());
  const { path: newest, deleted } = await backUpInto(into);
  // The check skips an incomplete backup with a later name.
  const newer = `mandoob-20990601T030000Z-${source}.incomplete.backup`;
  await writeFile(join(into, newer), 'backup');
  expect(await mandoob(env, 'backup', 'check', into)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${newest} is complete`),
  });
  await rm(join(into, newer));
  expect(deleted.sort()).toEqual([join(into, later), lacking.path]);
  expect((await readdir(into)).sort()).toEqual([whole, basename(newest)]);
});

test('a backup moved to another disk and replaced by a link is rotated with the others', async () => {
  const [into, slow] = [join(directory.path, 'links'), join(directory.path, 'slow')];
  for (const each of [into, slow]) await mkdir(each);
  const source = await sourceName(database.owner);
  const [outdated, kept, unmounted] = ['01', '02', '03'].map(
    (day) => `mandoob-202406${day}T020000Z-${source}.backup`,
  ) as [string, string, string];
  for (const name of [outdated, kept]) await writeFile(join(slow, name), 'backup');
  for (const name of [outdated, kept, unmounted]) await symlink(join(slow, name), join(into, name));
  const { path: newest, deleted } = await backUpInto(into);
  expect(deleted).toEqual([join(into, outdated)]);
  expect(await readdir(slow)).toEqual([kept]);
  expect((await readdir(into)).sort()).toEqual([kept, unmounted, basename(newest)]);
});

test('a backup that cannot be deleted is reported, and other outdated backups are still deleted', async () => {
  const into = join(directory.path, 'undeletable');
  await mkdir(into);
  const source = await sourceName(database.owner);
  const [stays, goes, newest_of_june] = ['20240601T020000Z', '20240601T030000Z', '20240602T020000Z'].map(
    (timestamp) => join(into, `mandoob-${timestamp}-${source}.backup`),
  ) as [string, string, string];
  // Files there cannot be deleted.
  await symlink('/proc/self/status', stays);
  for (const path of [goes, newest_of_june]) await writeFile(path, 'backup');
  const made = await backUpOnce(into);
  expect(made).toMatchObject({ code: 1, err: expect.stringContaining('The backup was written, but') });
  expect(JSON.parse(made.out)).toMatchObject({
    deleted: [goes],
    failures: [{ path: stays, reason: expect.stringContaining('could not be deleted: ') }],
  });
  expect(await readdir(into)).toHaveLength(3);
});

test('a database of an older version without a list of backups is backed up and rotated', async () => {
  const into = join(directory.path, 'older');
  await mkdir(into);
  const older = await emptyPlace();
  const first_version = (await readMigrations()).slice(0, 15).map(({ name }) => name);
  await migrate(older.owner, { only: first_version });
  const source = await sourceName(older.owner);
  const [outdated, kept] = ['01', '02'].map((day) =>
    join(into, `mandoob-202406${day}T020000Z-${source}.backup`),
  ) as [string, string];
  for (const path of [outdated, kept]) await writeFile(path, 'backup');
  const made = await backUpOnce(into, { ...env, DATABASE_URL: older.owner_url });
  expect(made).toMatchObject({ code: 0 });
  const { path, deleted } = JSON.parse(made.out) as Made;
  expect(deleted).toEqual([outdated]);
  expect((await readdir(into)).sort()).toEqual([basename(kept), basename(path)]);
  await older.drop();
});

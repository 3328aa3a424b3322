import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  addContents,
  allContents,
  allDefinitions,
  allRows,
  backUpTo,
  deliver,
  type EmptyPlace,
  emptyPlace,
  restoreFrom,
  runKilled,
} from '../../tests/support/test-backup.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import type { Puts } from '../files/content-store.ts';
import { readConfig } from '../platform/config.ts';
import { readMigrations } from '../platform/database/migration-records.ts';
import { assertMigrated, isMigrated, migrate } from '../platform/database/migrations.ts';
import { RESTORING } from '../platform/database/unfinished-restore.ts';
import { silentLog } from '../platform/log.ts';
import { startServer } from '../server.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import { checkBackup } from './check-backup.ts';
import type { Step } from './progress.ts';
import { restore } from './restore.ts';

const CONTENTS = 5;

let app: TestApp;
let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let path: string;
let rows: Record<string, string[]>;
let definitions: string[];
let target: EmptyPlace;

beforeAll(async () => {
  directory = await makeTemporaryDirectory();
  path = join(directory.path, 'shop.backup');
  app = await createTestApp();
  const source = { owner: app.database.owner, store: app.store };
  const shop = await createTestShop(app.owner);
  await deliver(app, shop);
  await addContents(source, shop, CONTENTS - 2);
  await backUpTo(path, source);
  [rows, definitions] = [await allRows(source.owner), await allDefinitions(source.owner)];
});
afterAll(async () => {
  await app.drop();
  await directory.remove();
});
beforeEach(async () => {
  target = await emptyPlace();
});
afterEach(() => target.drop());

function killedAt(step: Step | 'commit', nth: number): Promise<void> {
  const { owner_url, directory: files } = target;
  return runKilled({ what: 'restore', owner_url, files, path, killed_at: { step, nth } });
}

async function expectWhole(): Promise<void> {
  expect(await allRows(target.owner)).toEqual(rows);
  expect(await allDefinitions(target.owner)).toEqual(definitions);
  expect(await allContents(target.store)).toEqual(await allContents(app.store));
  expect(await verifyCash(target.database)).toEqual([]);
  const { rows: left } = await target.owner.query(
    "select to_regnamespace($1) as schema, to_regclass('migrations.restore_steps') as steps",
    [RESTORING],
  );
  expect(left).toEqual([{ schema: null, steps: null }]);
}

/** The file of each table that is loaded: emptied once more it would be another one. */
async function loadedFiles(schema: string): Promise<Record<string, string>> {
  const { rows: found } = await target.owner.query<{ name: string; file: string }>(
    `select relname as name, pg_relation_filenode(oid)::text as file from pg_class
     where relnamespace = $1::regnamespace and relkind = 'r' order by 1`,
    [schema],
  );
  return Object.fromEntries(found.map(({ name, file }) => [name, file]));
}

async function tablesDone(): Promise<string[]> {
  const { rows: done } = await target.owner.query<{ name: string }>(
    "select table_name as name from migrations.restore_steps where phase = 'rows' and done_at is not null",
  );
  return done.map(({ name }) => name);
}

/** As killed when all rows are there, but for what a kill of the process takes with it. */
async function cutOff(): Promise<void> {
  const before_commit = () => Promise.reject(new Error('cut off'));
  const hooks = { before_commit, on_progress: () => undefined };
  const backup = await checkBackup(path, () => undefined);
  await expect(restore(target, backup, hooks)).rejects.toThrow('cut off');
}

describe('a restore that is killed', () => {
  it.each([
    ['files and rows', 30],
    ['indexes', 40],
    ['commit', 1],
  ] as const)('at %s, word %i, goes on where it was', async (step, nth) => {
    await killedAt(step, nth);
    const done = await tablesDone();
    const before = await loadedFiles(RESTORING);
    const { contents, rows: count } = await restoreFrom(path, target);
    expect(contents).toBe(CONTENTS);
    expect(count).toBe(Object.values(rows).flat().length);
    await expectWhole();
    const after = await loadedFiles('public');
    for (const table of done) expect(after[table], table).toBe(before[table]);
    if (step !== 'files and rows') expect(done).toHaveLength(Object.keys(rows).length);
  });
});

describe('a restore that was cut off', () => {
  it('puts no file again that lies there and is right, and each that is not', async () => {
    await cutOff();
    const [first = ''] = await allContents(target.store);
    const [shop_id, sha256 = ''] = first.split('/');
    await target.store.remove(Number(shop_id), sha256);
    await target.store.put(Number(shop_id), sha256, new Uint8Array([1]));
    const put: string[] = [];
    const counting = (): Puts => {
      const puts = target.store.beginPuts();
      return {
        ...puts,
        put: (content, bytes) => {
          put.push(content.sha256);
          return puts.put(content, bytes);
        },
      };
    };
    await restoreFrom(path, { ...target, store: { ...target.store, beginPuts: counting } });
    expect(put).toEqual([sha256]);
    await expectWhole();
  });

  it('leaves what no server takes for a whole one, neither one that starts nor one that runs', async () => {
    const migrations = await readMigrations();
    await migrate(target.owner);
    expect(await isMigrated(target.owner, migrations)).toBe(true);
    await cutOff();
    const words = /holds only a part of a backup.* Run mandoob restore again with the same file/;
    await expect(migrate(target.owner)).rejects.toThrow(words);
    await expect(assertMigrated(target.owner)).rejects.toThrow(words);
    const config = readConfig({
      DATABASE_URL: target.owner_url,
      DATA_DIR: directory.path,
      AUTH_SECRET: 'a-secret-of-the-tests-long-enough-to-be-one',
      PORT: '0',
    });
    await expect(startServer(config, silentLog, async () => undefined)).rejects.toThrow(words);
    // What runs is not asked again, and programs of before know no such thing.
    expect(await isMigrated(target.owner, migrations)).toBe(false);
    await expect(target.owner.query('select from users')).rejects.toThrow('does not exist');
    await restoreFrom(path, target);
    expect(await isMigrated(target.owner, migrations)).toBe(true);
  });

  it('is not gone on with by another backup, nor by two at once', async () => {
    const other = join(directory.path, 'other.backup');
    await backUpTo(other, { owner: app.database.owner, store: app.store });
    await cutOff();
    await expect(restoreFrom(other, target)).rejects.toThrow('A restore of another backup was cut off here');
    const hooks = (before_commit: () => Promise<void>) => ({ before_commit, on_progress: () => undefined });
    const backup = await checkBackup(path, () => undefined);
    await restore(
      target,
      backup,
      hooks(async () => {
        await expect(restoreFrom(path, target)).rejects.toThrow('Another restore into this database');
      }),
    );
    await expectWhole();
  });
});

it('a restore that fails again and again, at every thirtieth word, gets to its end', async () => {
  const backup = await checkBackup(path, () => undefined);
  let [heard, attempts] = [0, 0];
  for (let is_whole = false; !is_whole; attempts += 1) {
    let until_failure = 30;
    const on_progress = () => {
      heard += 1;
      until_failure -= 1;
      if (until_failure === 0) throw new Error('cut off');
    };
    is_whole = await restore(target, backup, { before_commit: async () => undefined, on_progress }).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('cut off');
        return false;
      },
    );
  }
  expect(attempts).toBeGreaterThan(4);
  expect(heard).toBeGreaterThan(100);
  await expectWhole();
});

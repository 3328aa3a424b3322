/** @module-tag backup */

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
  migratedPlace,
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

/** Restores again, and expects it to go on: what the killed one had loaded is not loaded again. */
async function expectGoesOn(restoreAgain: () => Promise<unknown>): Promise<void> {
  const done = await tablesDone();
  const before = await loadedFiles(RESTORING);
  await restoreAgain();
  await expectWhole();
  const after = await loadedFiles('public');
  for (const table of done) expect(after[table], table).toBe(before[table]);
}

/** The tests follow each other. */
describe('a restore that is killed at its commit', () => {
  beforeAll(async () => {
    target = await migratedPlace();
    await killedAt('commit', 1);
  });
  afterAll(() => target.drop());

  it('has loaded every table, and no row is visible', async () => {
    expect(await tablesDone()).toHaveLength(Object.keys(rows).length);
    expect(Object.values(await allRows(target.owner)).flat()).toEqual([]);
  });

  it('leaves what no server takes for a whole one, neither one that starts nor one that runs', async () => {
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
    // A server that runs does not ask again, and older programs do not know of it.
    expect(await isMigrated(target.owner, await readMigrations())).toBe(false);
    await expect(target.owner.query('select from users')).rejects.toThrow('does not exist');
  });

  it('is not gone on with by another backup', async () => {
    const other = join(directory.path, 'other.backup');
    await backUpTo(other, { owner: app.database.owner, store: app.store });
    await expect(restoreFrom(other, target)).rejects.toThrow('A restore of another backup was cut off here');
  });

  it('goes on where it was, puts only files that are missing or damaged, and is not restored by two at once', async () => {
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
    const backup = await checkBackup(path, () => undefined);
    const before_commit = () =>
      expect(restoreFrom(path, target)).rejects.toThrow('Another restore into this database');
    const counted = { ...target, store: { ...target.store, beginPuts: counting } };
    await expectGoesOn(async () => {
      const restored = await restore(counted, backup, { before_commit, on_progress: () => undefined });
      expect(restored).toMatchObject({ contents: CONTENTS, rows: Object.values(rows).flat().length });
    });
    expect(put).toEqual([sha256]);
    expect(await isMigrated(target.owner, await readMigrations())).toBe(true);
  });
});

describe('a restore that is killed', () => {
  beforeEach(async () => {
    target = await migratedPlace();
  });
  afterEach(() => target.drop());

  it.each([
    ['files and rows', 30],
    ['indexes', 40],
  ] as const)('at %s, word %i, goes on where it was', async (step, nth) => {
    await killedAt(step, nth);
    if (step === 'indexes') expect(await tablesDone()).toHaveLength(Object.keys(rows).length);
    await expectGoesOn(() => restoreFrom(path, target));
  });

  it('again and again, at every thirtieth word, gets to its end', async () => {
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
});

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
import type { Puts } from '../files/store/content-store.ts';
import { readMigrations, UNFINISHED } from '../platform/database/migrations/migration-records.ts';
import { assertMigrated, isMigrated, migrate } from '../platform/database/migrations/migrations.ts';
import { silentLog } from '../platform/logging/log.ts';
import { readConfig } from '../platform/settings/config.ts';
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
  expect(await isMigrated(target.owner, await readMigrations())).toBe(true);
}

async function expectNoRows(): Promise<void> {
  expect(Object.values(await allRows(target.owner)).flat()).toEqual([]);
  expect(await isMigrated(target.owner, await readMigrations())).toBe(false);
}

/** The tests run in order. */
describe('a restore killed at its commit', () => {
  beforeAll(async () => {
    target = await migratedPlace();
    await killedAt('commit', 1);
  });
  afterAll(() => target.drop());

  it('leaves no row, and no server starts on the database', async () => {
    await expectNoRows();
    const message = /holds only a part of a backup.* Run mandoob restore again with the same file/;
    await expect(migrate(target.owner)).rejects.toThrow(message);
    await expect(assertMigrated(target.owner)).rejects.toThrow(message);
    const config = readConfig({
      DATABASE_URL: target.owner_url,
      DATA_DIR: directory.path,
      AUTH_SECRET: 'a-secret-of-the-tests-long-enough-to-be-one',
      PORT: '0',
    });
    await expect(startServer(config, silentLog, async () => undefined)).rejects.toThrow(message);
  });

  it('prevents a restore of another backup', async () => {
    const other = join(directory.path, 'other.backup');
    await backUpTo(other, { owner: app.database.owner, store: app.store });
    await expect(restoreFrom(other, target)).rejects.toThrow(
      'A restore of another backup was interrupted here',
    );
  });

  it('cannot be repeated if rows were written since, and those rows stay', async () => {
    await target.owner.query("insert into shops (name) values ('Mine')");
    await expect(restoreFrom(path, target)).rejects.toThrow('This database is not empty: there are shops');
    expect((await target.owner.query('delete from shops')).rowCount).toBe(1);
  });

  it('starts over, stores only missing or damaged files, and rejects a concurrent restore', async () => {
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
    const restored = await restore(counted, backup, { before_commit, on_progress: () => undefined });
    expect(restored).toMatchObject({ contents: CONTENTS, rows: Object.values(rows).flat().length });
    expect(put).toEqual([sha256]);
    await expectWhole();
  });
});

describe('a restore', () => {
  beforeEach(async () => {
    target = await migratedPlace();
  });
  afterEach(() => target.drop());

  it.each([
    ['files and rows', 30],
    ['indexes', 40],
  ] as const)('killed at %s, progress %i, leaves no row and starts over', async (step, nth) => {
    await killedAt(step, nth);
    await expectNoRows();
    await restoreFrom(path, target);
    await expectWhole();
  });

  it('rejects a database in which a restore by version 0.2 was killed', async () => {
    await target.owner.query(`create schema restoring; create table ${UNFINISHED} (sha256 text)`);
    await expect(restoreFrom(path, target)).rejects.toThrow(
      'A restore by an earlier version was interrupted',
    );
  });
});

/** @module-tag upgrades */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directoryStore } from '../../server/files/store/directory-store.ts';
import { verifyFiles } from '../../server/files/verify-files.ts';
import { dataPaths } from '../../server/platform/data-directory/data-directory.ts';
import { type Database, databaseOf } from '../../server/platform/database/database.ts';
import { migrate } from '../../server/platform/database/migrations/migrations.ts';
import { openPools } from '../../server/platform/database/pools.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { readConfig } from '../../server/platform/settings/config.ts';
import { startServer } from '../../server/server.ts';
import { verifyCash } from '../../server/verification/verify-cash.ts';
import { makeServerDirectory, type ServerProcess, startServerProcess } from '../support/e2e-server.ts';
import { build } from '../support/query-builder.ts';
import { makeTemporaryDirectory } from '../support/temporary-directory.ts';
import { changePassword, type OpenShop, openShop, runBusinessDay, sendingTo } from './business-day.ts';
import { keptBackups, runKept, unpackProgram } from './kept-program.ts';

/**
 * A rolling update with the real server of version 0.1: on a data directory of that version the newest
 * version migrates while the old server runs, and afterwards the newest version serves. The tests depend on
 * their order.
 */

const VERSION_BEFORE = '0.1';
const NEW_PASSWORD = 'three lanterns over the creek';

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let place: Awaited<ReturnType<typeof makeServerDirectory>>;
let product: string;
let older: ServerProcess;
let shop: OpenShop;

const startOlder = () => startServerProcess({ data_dir: place.data_dir, product, args: ['--demo'] });

beforeAll(async () => {
  directory = await makeTemporaryDirectory();
  place = await makeServerDirectory();
  product = unpackProgram(VERSION_BEFORE, directory.path);
  const backup = keptBackups().findLast(({ version }) => version === VERSION_BEFORE);
  const restored = runKept(product, place.data_dir, 'restore', backup?.path ?? '');
  expect(restored, restored.err).toMatchObject({ code: 0 });
  older = await startOlder();
  shop = await openShop(sendingTo(older.url));
});
afterAll(async () => {
  await older?.stop();
  await place?.remove();
  await directory?.remove();
});

async function expectAllRight(owner: Database): Promise<void> {
  const webhooks = () => build(owner).selectFrom('shopify_webhooks').select('outcome').distinct().execute();
  await expect.poll(webhooks).toEqual([{ outcome: 'imported' }]);
  expect(await verifyCash(owner)).toEqual([]);
  const store = directoryStore(join(place.data_dir, 'files'));
  expect(await verifyFiles(owner, store, () => undefined)).toEqual([]);
}

test('an older server keeps working during and after the migration to the newest version', async () => {
  const addresses = JSON.parse(await readFile(dataPaths(place.data_dir).address, 'utf8'));
  const pools = openPools(addresses);
  const app = sendingTo(older.url);
  try {
    const [applied] = await Promise.all([migrate(pools.owner), runBusinessDay(app, shop, 1)]);
    expect(applied.length).toBeGreaterThan(0);
    expect((await app.send('GET', '/readyz')).status).toBe(200);
    // A second day with new sessions.
    await runBusinessDay(app, await openShop(app), 1);
    await changePassword(app, shop, NEW_PASSWORD);
    await expectAllRight(databaseOf(pools.owner));
  } finally {
    await pools.close();
  }
});

test('an older command line and a restarted older server report that a newer version was here', async () => {
  // Version 0.1 knows no newer version that it may run alongside; later versions do.
  const result = runKept(product, place.data_dir, 'cash', 'show');
  expect(result).toMatchObject({ code: 1, err: expect.stringContaining('last used by a newer version') });
  await older.stop();
  await expect(startOlder()).rejects.toThrow('last used by a newer version');
});

test('the newest version opens the data directory and accepts its sessions', async () => {
  const config = readConfig({ DATA_DIR: place.data_dir, PORT: '0', LOG_LEVEL: 'silent' }, { demo: true });
  const newest = await startServer(config, silentLog, async () => undefined);
  try {
    const app = sendingTo(newest.url);
    expect((await app.send('GET', '/api/profile', { as: shop.driver.session_id })).status).toBe(200);
    await runBusinessDay(app, await openShop(app, NEW_PASSWORD), 2);
    await expectAllRight(newest.owner);
  } finally {
    await newest.stop();
  }
});

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '../../tests/support/query-builder.ts';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../tests/support/test-app.ts';
import {
  allRows,
  backUpTo,
  deliver,
  type EmptyPlace,
  type LoadablePlace,
  migratedPlace,
  restoreFrom,
} from '../../tests/support/test-backup.ts';
import { alreadyOpen, runCli } from '../../tests/support/test-cli.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { verifyFiles } from '../files/verify-files.ts';
import { verifyNamedFiles } from '../files/verify-named-files.ts';
import { type Database, databaseOf } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { silentLog } from '../platform/logging/log.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import { eraseCustomers } from './erase-customers.ts';
import { readKept } from './read-kept.ts';

let app: TestApp;
let shop: TestShop;
let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let source: LoadablePlace;

beforeAll(async () => {
  directory = await makeTemporaryDirectory();
  app = await createTestApp();
  source = { owner: app.database.owner, store: app.store };
  shop = await createTestShop(app.owner);
  await deliver(app, shop);
});
afterAll(async () => {
  await app.drop();
  await directory.remove();
});

const mandoob = (...args: string[]) => runCli(args, alreadyOpen(app.owner));
const later = () => new Date(Date.now() + 61 * 24 * 60 * 60 * 1000);
const erase = (owner: Database, { store }: LoadablePlace) =>
  eraseCustomers({ owner, store, auth_secrets: TEST_SECRETS, now: later, log: silentLog });
const kept = (database: Database) => inTransaction(database, (tx) => readKept(tx, shop, {}, later()));

async function expectErased({ owner, store }: LoadablePlace): Promise<void> {
  const database = databaseOf(owner);
  expect(await verifyCash(database)).toEqual([]);
  expect(await verifyNamedFiles(database)).toEqual([]);
  expect(await verifyFiles(database, store, () => undefined)).toEqual([]);
  const names = await build(database).selectFrom('customers').select('first_name').execute();
  expect(names).toEqual([{ first_name: 'erased' }]);
}

async function restored(path: string, work: (place: EmptyPlace) => Promise<void>): Promise<void> {
  const place = await migratedPlace();
  await restoreFrom(path, place);
  await work(place).finally(() => place.drop());
}

test('backups made before an erasure are listed, later ones contain tombstones, and data restored from older ones is erased again', {
  tags: ['backup'],
}, async () => {
  const [older, newer] = [join(directory.path, 'older.backup'), join(directory.path, 'newer.backup')];
  const refused = ['59', '3651', 'soon', '60.5'];
  for (const days of refused) {
    const set = await mandoob('shop', 'set', '1', '--erase-customers-after-days', days);
    expect(set).toMatchObject({ code: 1, err: expect.stringContaining('from 60 to 3650, or never') });
  }
  expect((await mandoob('shop', 'set', '1', '--erase-customers-after-days', '60')).out).toBe(
    'Shop 1 is Test Shop (Asia/Dubai), customers erased after 60 days\n',
  );
  await backUpTo(older, source);
  // A failed backup is not recorded.
  await expect(backUpTo(older, source)).rejects.toThrow('exists');
  expect(await erase(app.owner, source)).toBe(1);
  await backUpTo(newer, source);
  expect(await kept(app.owner)).toMatchObject({
    last: { orders: 1, files: 2 },
    backups: [{ name: 'older.backup' }],
    backups_in_all: 1,
  });

  await restored(newer, async (place) => {
    const rows = await allRows(source.owner);
    expect(await allRows(place.owner)).toEqual(rows);
    await expectErased(place);
  });
  await restored(older, async (place) => {
    expect(await kept(place.database)).toMatchObject({ last: null, old: { due: 1 } });
    expect(await erase(place.database, place)).toBe(1);
    await expectErased(place);
    expect((await kept(place.database)).backups).toMatchObject([{ name: 'older.backup' }]);
  });

  const shown = await mandoob('shop', 'kept', '1');
  expect(shown.out).toContain('Customers of old orders: erased after 60 days\n');
  expect(shown.out).toMatch(
    /Last erased at .*: 1 orders, 2 files\nDue next: 0 orders\nBackups that contain erased data:\n {2}\S*older\.backup, made /,
  );
  const as_json = JSON.parse((await mandoob('shop', 'kept', '1', '--after-days', '3650', '--json')).out);
  expect(as_json).toMatchObject({
    erase_customers_after_days: 60,
    old: { due: 0 },
    backups: [{ path: older }],
  });
  expect(await mandoob('shop', 'backup-gone', 'nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no known backup nowhere'),
  });
  expect((await mandoob('shop', 'backup-gone', older)).code).toBe(0);
  expect((await kept(app.owner)).backups).toEqual([]);
  expect((await mandoob('shop', 'set', '1', '--erase-customers-after-days', 'never')).out).toBe(
    'Shop 1 is Test Shop (Asia/Dubai)\n',
  );
  expect(await mandoob('shop', 'kept', '9')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no shop 9'),
  });
});

test('a backup that begins during an erasure is listed', async () => {
  const other = await createTestShop(app.owner);
  await deliver(app, other);
  await app.owner
    .updateTable('shops')
    .set({ erase_customers_after_days: 60 })
    .where('id', '=', other.shop_id)
    .execute();
  const erasing = await source.owner.connect();
  try {
    await erasing.query('begin');
    await backUpTo(join(directory.path, 'meanwhile.backup'), source);
    const { rows } = await erasing.query(
      `select orders from erase_customers($1, $2, '{}', null, null, 200, '\\x00', '\\x00', gen_random_uuid(), gen_random_uuid())`,
      [other.shop_id, later()],
    );
    expect(rows).toEqual([{ orders: 1 }]);
    await erasing.query('commit');
  } finally {
    erasing.release(true);
  }
  const { backups } = await inTransaction(app.owner, (tx) => readKept(tx, other, {}, later()));
  expect(backups.map(({ name }) => name)).toContain('meanwhile.backup');
});

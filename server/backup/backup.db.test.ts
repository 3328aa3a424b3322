import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { storePaymentReplies } from '../../tests/support/payment-replies.ts';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { approvalsIn, ok } from '../../tests/support/test-approvals.ts';
import {
  allContents,
  allDefinitions,
  allRows,
  backUpTo,
  deliver,
  type EmptyPlace,
  emptyPlace,
  migratedPlace,
  type Place,
  restoreFrom,
  SECRETS,
} from '../../tests/support/test-backup.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { bookIssue } from '../cash/operator-bookings.ts';
import { readFeed } from '../changes/read-feed.ts';
import { directoryStore } from '../files/store/directory-store.ts';
import { verifyNamedFiles } from '../files/verify-named-files.ts';
import { appliedMigrations, readMigrations } from '../platform/database/migrations/migration-records.ts';
import { migrate } from '../platform/database/migrations/migrations.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import { checkBackup } from './check-backup.ts';
import { restore } from './restore.ts';

const LONG = { tags: ['backup'] };

let app: TestApp;
let shop: TestShop;
let source: Place;
/** The number of contents of the source. */
let contents_count: number;
let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let path: string;
let target: EmptyPlace;

beforeAll(async () => {
  directory = await makeTemporaryDirectory();
  path = join(directory.path, 'shop.backup');
  app = await createTestApp();
  source = { owner: app.database.owner, store: app.store };
  shop = await createTestShop(app.owner, 'Back\\slash\t"and"\nline');
  await deliver(app, shop);
  await storePaymentReplies(app, shop);
  const { list, decide } = approvalsIn(app, shop);
  for (const { id } of (await list(shop.admin)).pending) await ok(decide(shop.admin, id));
  const { shop_id, admin } = shop;
  await inTransaction(app.owner, (tx) =>
    bookIssue(tx, {
      id: newId(),
      shop_id,
      user_id: admin.user_id,
      amount_fils: 50_000,
      occurred_at: new Date(),
    }),
  );
  await backUpTo(path, source);
  contents_count = (await allContents(source.store)).length;
});
afterAll(async () => {
  await app.drop();
  await directory.remove();
});

/** Each of these tables has rows in the backup. */
const OF_PAYMENTS = [
  ...['cash_movements', 'delivery_lines', 'delivery_corrections', 'order_payments', 'order_balances'],
  ...['payment_matches', 'order_waivers', 'expenses', 'approvals'],
];

/** The tests run in order on one restored installation, because a restore takes longer than all of them. */
describe('a restored installation', () => {
  let feed_before: Awaited<ReturnType<typeof readFeed>>[];
  let restored: Awaited<ReturnType<typeof restoreFrom>>;

  beforeAll(async () => {
    target = await emptyPlace();
    // A server may have read the feed of the empty installation before the restore.
    await migrate(target.owner);
    feed_before = [
      await readFeed(app.owner, [shop.shop_id], null),
      await readFeed(target.database, [shop.shop_id], null),
    ];
    restored = await restoreFrom(path, target);
  });
  afterAll(() => target.drop());

  it('has the same rows, files, secrets and table definitions', async () => {
    expect(restored).toMatchObject({ secrets: SECRETS, contents: contents_count });
    const rows = await allRows(source.owner);
    expect(OF_PAYMENTS.filter((table) => rows[table]?.length === 0)).toEqual([]);
    expect(await allRows(target.owner)).toEqual(rows);
    expect(await allContents(target.store)).toEqual(await allContents(source.store));
    expect(await allDefinitions(target.owner)).toEqual(await allDefinitions(source.owner));
    expect(await verifyCash(target.database)).toEqual([]);
    expect(await verifyNamedFiles(target.database)).toEqual([]);
  });

  it('has the audit events and an empty feed, and old cursors lead to a full read', async () => {
    const count = async (table: string, { owner }: Place = target) =>
      (await owner.query(`select from ${table}`)).rowCount;
    expect(await count('audit_events')).toBe(await count('audit_events', source));
    expect(await count('audit_events')).toBeGreaterThan(0);
    expect(await count('feed')).toBe(0);
    for (const { cursor } of feed_before) {
      expect((await readFeed(target.database, [shop.shop_id], cursor)).read_all).toBe(true);
    }
  });

  it('continues the id sequences, and movements stay append-only', async () => {
    const { rows } = await target.owner.query("insert into shops (name) values ('Next') returning id");
    expect(rows[0].id).toBeGreaterThan(shop.shop_id);
    await expect(target.owner.query('delete from cash_movements')).rejects.toThrow('append-only');
    await expect(target.owner.query('update orders set driver_id = 999')).rejects.toThrow('foreign key');
  });
});

describe('a backup of an older version', LONG, () => {
  beforeEach(async () => {
    target = await emptyPlace();
  });
  afterEach(() => target.drop());

  it.each([
    ['fewer migrations', (names: string[]) => names.slice(0, -1)],
    // Migrations are not always merged in the order of their numbers, so a backup may lack an earlier one.
    ['other migrations', (names: string[]) => [...names.slice(0, 15), '0027-shopify-upkeep']],
  ])('with %s is restored', async (which, selectNames) => {
    const all = await readMigrations();
    const older = await emptyPlace();
    const from = join(directory.path, `${which}.backup`);
    await migrate(older.owner, { only: selectNames(all.map(({ name }) => name)) });
    await older.owner.query("insert into shops (name) values ('Older')");
    await backUpTo(from, older);
    await older.drop();
    await restoreFrom(from, target);
    expect(await appliedMigrations(target.owner)).toHaveLength(all.length);
    expect((await target.owner.query('select name from shops')).rows).toEqual([{ name: 'Older' }]);
    expect(await allDefinitions(target.owner)).toEqual(await allDefinitions(source.owner));
  });
});

describe('a restore', () => {
  beforeEach(async () => {
    target = await migratedPlace();
  });
  afterEach(() => target.drop());

  it('fails and changes nothing if the database has rows', async () => {
    await target.owner.query("insert into shops (name) values ('Mine')");
    await expect(restoreFrom(path, target)).rejects.toThrow('This database is not empty: there are shops');
    expect((await target.owner.query('select name from shops')).rows).toEqual([{ name: 'Mine' }]);
    expect(await allContents(target.store)).toEqual([]);
  });

  it('fails if other files exist, and replaces a damaged file of an interrupted restore', {
    tags: ['backup'],
  }, async () => {
    const [first = ''] = await allContents(source.store);
    const [shop_id, sha256 = ''] = first.split('/');
    await target.store.put(Number(shop_id), sha256, new Uint8Array([1]));
    await target.store.put(1, 'ab'.repeat(32), new Uint8Array([1]));
    await expect(restoreFrom(path, target)).rejects.toThrow('The file store is not empty');
    await target.store.remove(1, 'ab'.repeat(32));
    await restoreFrom(path, target);
    expect(await allContents(target.store)).toEqual(await allContents(source.store));
    expect((await stat(join(target.directory, shop_id ?? '', sha256.slice(0, 2), sha256))).size).not.toBe(1);
  });

  it('reports success after the commit, even if a later step fails', async () => {
    const backup = await checkBackup(path, () => undefined);
    const before_commit = async () => {
      backup.manifest.tables.push({ name: 'nowhere', columns: [], form: 'text', rows: null });
    };
    await expect(restore(target, backup, { before_commit, on_progress: () => undefined })).rejects.toThrow(
      /^Everything is restored\. .*"public\.nowhere" does not exist/,
    );
    expect(await allRows(target.owner)).toEqual(await allRows(source.owner));
  });
});

describe('a backup', () => {
  beforeEach(async () => {
    target = await migratedPlace();
  });
  afterEach(() => target.drop());

  it('overwrites no file, is readable only by its owner, and leaves no partial file', async () => {
    await expect(backUpTo(path, source)).rejects.toThrow('already exists');
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
    const other = join(directory.path, 'none.backup');
    const unmigrated = await emptyPlace();
    await expect(backUpTo(other, unmigrated)).rejects.toThrow('There is nothing to back up');
    await unmigrated.drop();
    expect((await readdir(directory.path)).filter((name) => name.includes('none'))).toEqual([]);
  });

  it('relies on migrations that insert no rows', async () => {
    expect(Object.values(await allRows(target.owner)).flat()).toEqual([]);
  });

  it('lists lost files and contains all others', async () => {
    const [first = ''] = await allContents(source.store);
    const [shop_id, sha256 = ''] = first.split('/');
    const store = {
      ...source.store,
      read: async (...args: [number, string]) => (args[1] === sha256 ? null : source.store.read(...args)),
    };
    const summary = await backUpTo(join(directory.path, 'lost.backup'), { owner: source.owner, store });
    expect(summary).toMatchObject({
      contents: contents_count - 1,
      lost: [{ name: `${shop_id}/${sha256}`, reason: 'it is missing' }],
    });
  });

  it('continues after an unreadable file and reports the reason', LONG, async () => {
    const contents = join(directory.path, 'unreadable');
    const store = directoryStore(contents);
    const [first = '', ...others] = await allContents(source.store);
    for (const name of others) {
      const [shop_id, sha256 = ''] = name.split('/');
      const stream = await source.store.read(Number(shop_id), sha256);
      if (stream) await store.put(Number(shop_id), sha256, await buffer(stream));
    }
    const [shop_id = '', sha256 = ''] = first.split('/');
    await mkdir(join(contents, shop_id, sha256.slice(0, 2), sha256), { recursive: true });
    const to = join(directory.path, 'unreadable.backup');
    const summary = await backUpTo(to, { owner: source.owner, store });
    expect(summary).toMatchObject({
      contents: contents_count - 1,
      lost: [{ name: first, reason: expect.stringMatching(/^it cannot be read: .*EISDIR/) }],
    });
    expect((await restoreFrom(to, target)).contents).toBe(contents_count - 1);
  });

  it('two concurrent backups to one file: one succeeds, one fails', LONG, async () => {
    const to = join(directory.path, 'twice.backup');
    const made = await Promise.allSettled([backUpTo(to, source), backUpTo(to, source)]);
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(made.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: `${to} already exists; a backup never overwrites a file` },
    });
    expect((await checkBackup(to, () => undefined)).contents.size).toBe(contents_count);
    expect((await readdir(directory.path)).filter((name) => name.startsWith('twice'))).toEqual([
      'twice.backup',
    ]);
  });
});

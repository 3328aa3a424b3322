import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  addContents,
  allContents,
  allRows,
  backUpTo,
  deliver,
  migratedPlace,
  type Place,
  restoreFrom,
  runKilled,
} from '../../tests/support/test-backup.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import { checkBackup } from './check-backup.ts';

type Draft = { name: string; bytes: Buffer };

const LARGE = 6;
const LONG = { tags: ['backup'] };
/** The large files, and the photo and note of one delivery. */
const CONTENTS = LARGE + 2;

let app: TestApp;
let source: Place;
let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let path: string;
/** The drafts that the killed backups left. */
let among_files: Draft;
let among_rows: Draft;
/** The contents that were read from the store. */
let read: string[];

beforeAll(async () => {
  directory = await makeTemporaryDirectory();
  app = await createTestApp();
  const shop = await createTestShop(app.owner);
  await deliver(app, shop);
  const place = { owner: app.database.owner, store: app.store };
  await addContents(place, shop, LARGE);
  const counting: Place['store'] = {
    ...app.store,
    read: (shop_id, sha256) => {
      read.push(sha256);
      return app.store.read(shop_id, sha256);
    },
  };
  source = { ...place, store: counting };
  among_files = await killedAt('files', 6);
  among_rows = await killedAt('rows', 5);
});
afterAll(async () => {
  await app.drop();
  await directory.remove();
});
beforeEach(async () => {
  read = [];
  path = join(directory.path, 'shop.backup');
  for (const name of await readdir(directory.path)) await rm(join(directory.path, name));
});

async function killedAt(step: 'files' | 'rows', nth: number): Promise<Draft> {
  const owner_url = app.database.owner_url;
  const files = app.files_directory;
  path = join(directory.path, 'shop.backup');
  await runKilled({ what: 'backup', owner_url, files, path, killed_at: { step, nth } });
  const [name = '', ...others] = await readdir(directory.path);
  expect([name, others]).toEqual([expect.stringMatching(/^shop\.backup\..+\.unfinished$/), []]);
  const bytes = await readFile(join(directory.path, name));
  await rm(join(directory.path, name));
  return { name, bytes };
}

function leave({ name, bytes }: Draft, length = bytes.length): Promise<void> {
  return writeFile(join(directory.path, name), bytes.subarray(0, length));
}

async function expectWhole(): Promise<void> {
  expect(await readdir(directory.path)).toEqual(['shop.backup']);
  const target = await migratedPlace();
  try {
    await restoreFrom(path, target);
    expect(await allRows(target.owner)).toEqual(await allRows(source.owner));
    expect(await allContents(target.store)).toEqual(await allContents(source.store));
  } finally {
    await target.drop();
  }
}

it('a backup killed while copying files copies only the missing files when repeated', async () => {
  await leave(among_files);
  expect((await backUpTo(path, source)).contents).toBe(CONTENTS);
  expect(read.length).toBeGreaterThan(0);
  expect(read.length).toBeLessThan(CONTENTS - 2);
  await expectWhole();
});

it(
  'a backup killed while copying rows copies no file again and has the rows of the second snapshot',
  LONG,
  async () => {
    await leave(among_rows);
    await app.database.owner.query("insert into shops (name) values ('Opened since')");
    expect((await backUpTo(path, source)).contents).toBe(CONTENTS);
    expect(read).toEqual([]);
    await expectWhole();
  },
);

it('a continued backup has the same files at the same offsets as an uninterrupted one', LONG, async () => {
  await backUpTo(path, source);
  const whole = await checkBackup(path, () => undefined);
  await rm(path);
  await leave(among_files);
  await backUpTo(path, source);
  const again = await checkBackup(path, () => undefined);
  expect([...again.contents]).toEqual([...whole.contents]);
});

it.each([
  ['within a file', -100_000],
  ['within its first bytes', 7],
  ['before its first byte', 0],
])('continues a draft that ends %s', LONG, async (_where, length) => {
  await leave(among_files, length < 0 ? among_files.bytes.length + length : length);
  await backUpTo(path, source);
  if (length < 0) expect(read.length).toBeLessThan(CONTENTS - 1);
  else expect(read).toHaveLength(CONTENTS);
  expect((await checkBackup(path, () => undefined)).contents.size).toBe(CONTENTS);
});

it('discards a damaged file of a draft and all that follow it', LONG, async () => {
  const first_data = among_rows.bytes.indexOf(2, among_rows.bytes.indexOf('}'));
  for (const at of [among_rows.bytes.indexOf('/'), first_data + 6]) {
    // The last digit of the shop's id, or a byte of the file.
    const bytes = Buffer.from(among_rows.bytes);
    bytes.writeUInt8(bytes.readUInt8(at - 1) ^ 1, at - 1);
    read = [];
    await leave({ ...among_rows, bytes });
    await backUpTo(path, source);
    expect(read).toHaveLength(CONTENTS);
    const { contents } = await checkBackup(path, () => undefined);
    expect([...contents.keys()].sort()).toEqual(await allContents(source.store));
    await rm(path);
  }
});

it('keeps a complete backup that was killed before its draft name was removed', LONG, async () => {
  await backUpTo(path, source);
  const whole = await readFile(path);
  const elsewhere = `${path}.moved`;
  await rename(path, elsewhere);
  await link(elsewhere, join(directory.path, among_files.name));
  await backUpTo(path, source);
  expect(whole.equals(await readFile(elsewhere))).toBe(true);
  expect((await readdir(directory.path)).sort()).toEqual(['shop.backup', 'shop.backup.moved']);
});

it('aborts after a few consecutive failures of the store', LONG, async () => {
  const failing: Place['store'] = {
    ...app.store,
    read: async (_shop_id, sha256) => {
      read.push(sha256);
      throw new Error('the bucket does not respond');
    },
  };
  await expect(backUpTo(path, { ...source, store: failing })).rejects.toThrow(
    /^5 files in a row cannot be read; .+ the bucket does not respond$/,
  );
  expect(await readdir(directory.path)).toEqual([]);
});

// The last test: it deletes a file's rows.
it('discards a file of a draft that was swept since, and all that follow it', LONG, async () => {
  const { rows } = await app.database.owner.query<{ shop_id: number; sha256: string }>(
    "select shop_id, sha256 from files where path = 'large-0.jpg'",
  );
  const { shop_id, sha256 } = rows[0] ?? {};
  await app.database.owner.query('delete from files where shop_id = $1 and sha256 = $2', [shop_id, sha256]);
  await leave(among_rows);
  await backUpTo(path, source);
  const { contents } = await checkBackup(path, () => undefined);
  expect([...contents.keys()]).not.toContain(`${shop_id}/${sha256}`);
  expect(contents.size).toBe(CONTENTS - 1);
});

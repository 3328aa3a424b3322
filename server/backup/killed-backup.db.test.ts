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
/** With photo and note of the delivery. */
const CONTENTS = LARGE + 2;

let app: TestApp;
let source: Place;
let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let path: string;
/** What the killed ones left, and under which name. */
let among_files: Draft;
let among_rows: Draft;
/** Which contents were read from the store. */
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

it('that is killed among the files copies only the other files when it is made again', async () => {
  await leave(among_files);
  expect((await backUpTo(path, source)).contents).toBe(CONTENTS);
  expect(read.length).toBeGreaterThan(0);
  expect(read.length).toBeLessThan(CONTENTS - 2);
  await expectWhole();
});

it(
  'that is killed among the rows copies no file again, and its rows are of the second moment',
  LONG,
  async () => {
    await leave(among_rows);
    await app.database.owner.query("insert into shops (name) values ('Opened since')");
    expect((await backUpTo(path, source)).contents).toBe(CONTENTS);
    expect(read).toEqual([]);
    await expectWhole();
  },
);

it('that goes on has the same files in the same places as one that was never killed', LONG, async () => {
  await backUpTo(path, source);
  const whole = await checkBackup(path, () => undefined);
  await rm(path);
  await leave(among_files);
  await backUpTo(path, source);
  const again = await checkBackup(path, () => undefined);
  expect([...again.contents]).toEqual([...whole.contents]);
});

it.each([
  ['in the midst of a file', -100_000],
  ['in its first bytes', 7],
  ['before its first byte', 0],
])('goes on with a draft that ends %s', LONG, async (_where, length) => {
  await leave(among_files, length < 0 ? among_files.bytes.length + length : length);
  await backUpTo(path, source);
  if (length < 0) expect(read.length).toBeLessThan(CONTENTS - 1);
  else expect(read).toHaveLength(CONTENTS);
  expect((await checkBackup(path, () => undefined)).contents.size).toBe(CONTENTS);
});

it('trusts no file of a draft that is not right, nor any behind it', LONG, async () => {
  const first_data = among_rows.bytes.indexOf(2, among_rows.bytes.indexOf('}'));
  for (const at of [among_rows.bytes.indexOf('/'), first_data + 6]) {
    // A digit of the shop before it, or a byte of the file.
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

it('leaves a whole backup alone whose maker was killed before it took the other name off', LONG, async () => {
  await backUpTo(path, source);
  const whole = await readFile(path);
  const elsewhere = `${path}.moved`;
  await rename(path, elsewhere);
  await link(elsewhere, join(directory.path, among_files.name));
  await backUpTo(path, source);
  expect(whole.equals(await readFile(elsewhere))).toBe(true);
  expect((await readdir(directory.path)).sort()).toEqual(['shop.backup', 'shop.backup.moved']);
});

it('gives up after a few files where the store fails', LONG, async () => {
  const failing: Place['store'] = {
    ...app.store,
    read: async (_shop_id, sha256) => {
      read.push(sha256);
      throw new Error('the bucket does not answer');
    },
  };
  await expect(backUpTo(path, { ...source, store: failing })).rejects.toThrow(
    /^5 files in a row cannot be read; .+ the bucket does not answer$/,
  );
  expect(await readdir(directory.path)).toEqual([]);
});

// Last: it is gone from then on.
it('keeps no file of a draft that was swept since, nor any behind it', LONG, async () => {
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

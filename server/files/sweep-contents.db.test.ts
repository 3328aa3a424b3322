import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../tests/support/query-builder.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { jpegBytes, sha256Of } from '../../tests/support/test-delivery.ts';
import { bytesOf, deliveryPath, open, put, stored } from '../../tests/support/test-files.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { databaseOf } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { lockContent } from './content-lock.ts';
import type { ContentStore, SetAside } from './store/content-store.ts';
import { sweepContents } from './sweep-files.ts';

const HOUR_MS = 60 * 60 * 1000;

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

const sweep = (store: ContentStore = app.store) => sweepContents(app.owner, store, new Date());
const folderOf = (sha256: string) => join(app.files_directory, String(shop.shop_id), sha256.slice(0, 2));
const NOTHING = { half_written: 0, without_row: 0 };

/** Writes a file of the given age into the folder of its content. */
async function left(name: string, hours: number, bytes: Uint8Array): Promise<void> {
  const folder = folderOf(name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), bytes);
  const then = new Date(Date.now() - hours * HOUR_MS);
  await utimes(join(folder, name), then, then);
}

it('removes partial content of a killed upload after a day', async () => {
  const sha256 = sha256Of(jpegBytes('killed'));
  await left(`${sha256}.old.part`, 25, jpegBytes('kil'));
  await left(`${sha256}.young.part`, 23, jpegBytes('kil'));
  expect(await sweep()).toEqual({ ...NOTHING, half_written: 1 });
  expect(await readdir(folderOf(sha256))).toEqual([`${sha256}.young.part`]);
});

it('removes content without a row after a day, and never content with a row', async () => {
  const [old, young, named] = ['old', 'young', 'named'].map((mark) => jpegBytes(mark)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  await left(sha256Of(old), 25, old);
  await left(sha256Of(young), 23, young);
  const path = deliveryPath(shop, shop.driver, 'named/delivery-image.jpg');
  await stored(put(app, shop.driver, path, named));
  await left(sha256Of(named), 1_000, named);
  expect(await sweep()).toEqual({ ...NOTHING, without_row: 1 });
  const there = [old, young].map((bytes) => app.store.has(shop.shop_id, sha256Of(bytes)));
  expect(await Promise.all(there)).toEqual([false, true]);
  expect(await bytesOf(await open(app, shop.driver, path))).toEqual(named);
});

it('keeps partial content without a known time', async () => {
  const store: ContentStore = {
    ...app.store,
    async *listParts() {
      yield { path: 'incoming/undated', written_at: new Date(Number.NaN) };
    },
  };
  expect(await sweep(store)).toEqual(NOTHING);
});

it('discards content only after a commit that waited for the standby', async () => {
  const steps_done: string[] = [];
  const owner = databaseOf(app.database.owner, {
    around: ({ statements }, send) => {
      steps_done.push(...statements.map(({ text }) => text));
      return send();
    },
  });
  const discarded = async (bytes: Uint8Array) => {
    const sha256 = sha256Of(bytes);
    steps_done.length = 0;
    const watched: ContentStore = {
      ...app.store,
      setAside: async (...content) => watch(await app.store.setAside(...content)),
      async *listSetAside() {
        for await (const one of app.store.listSetAside()) yield watch(one);
      },
    };
    const watch = <Aside extends SetAside | null>(aside: Aside): Aside =>
      aside && { ...aside, discard: () => aside.discard().then(() => void steps_done.push('discarded')) };
    await sweepContents(owner, watched, new Date());
    expect(await app.store.has(shop.shop_id, sha256)).toBe(false);
    const steps = steps_done.map((text) =>
      /pg_logical_emit_message|^commit$|^discarded$/i.exec(text)?.[0].toLowerCase(),
    );
    const from = steps.indexOf('pg_logical_emit_message');
    expect(steps.slice(from).filter(Boolean).slice(0, 3)).toEqual([
      'pg_logical_emit_message',
      'commit',
      'discarded',
    ]);
  };
  const [old, killed] = [jpegBytes('proved'), jpegBytes('proved of a killed sweep')];
  await left(sha256Of(old), 25, old);
  await discarded(old);
  await left(sha256Of(killed), 25, killed);
  await app.store.setAside(shop.shop_id, sha256Of(killed));
  await discarded(killed);
});

it('a sweep waits for an upload of the same content, and keeps it if it then has a row', async () => {
  const bytes = jpegBytes('again');
  const sha256 = sha256Of(bytes);
  await left(sha256, 25, bytes);
  let uploaded = () => {};
  const uploading = new Promise<void>((resolve) => {
    uploaded = resolve;
  });
  let locked = () => {};
  const holding = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const put_again = inTransaction(app.owner, async (tx) => {
    await lockContent(tx, { shop_id: shop.shop_id, sha256 });
    locked();
    await uploading;
    const path = deliveryPath(shop, shop.driver, 'again/delivery-image.jpg');
    await build(tx)
      .insertInto('files')
      .values({
        shop_id: shop.shop_id,
        id: crypto.randomUUID(),
        bucket: 'order-deliveries',
        path,
        sha256,
        bytes: bytes.length,
        type: 'image/jpeg',
        uploaded_by: shop.driver.user_id,
      })
      .execute();
  });
  await holding;
  const sweeping = sweep();
  await expect
    .poll(async () => {
      const { rows } = await app.database.owner.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
         where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
      );
      return rows.length;
    })
    .toBe(1);
  uploaded();
  await put_again;
  expect(await sweeping).toEqual(NOTHING);
  expect(await app.store.has(shop.shop_id, sha256)).toBe(true);
});

it('continues after a failure, and reports it at the end', async () => {
  const [stubborn, other] = [jpegBytes('stubborn'), jpegBytes('other')];
  for (const bytes of [stubborn, other]) await left(sha256Of(bytes), 25, bytes);
  const failing: ContentStore = {
    ...app.store,
    setAside: async (shop_id, sha256) => {
      if (sha256 === sha256Of(stubborn)) throw new Error('the disk failed');
      return app.store.setAside(shop_id, sha256);
    },
  };
  await expect(sweep(failing)).rejects.toThrow('1 contents could not be swept');
  expect(await app.store.has(shop.shop_id, sha256Of(other))).toBe(false);
  expect(await sweep()).toEqual({ ...NOTHING, without_row: 1 });
});

describe('content that a killed sweep had set aside', () => {
  /** Sets content aside, like a sweep killed right afterwards. */
  async function setAside(bytes: Uint8Array): Promise<string> {
    const sha256 = sha256Of(bytes);
    expect(await app.store.setAside(shop.shop_id, sha256)).toMatchObject({ sha256 });
    expect(await app.store.has(shop.shop_id, sha256)).toBe(false);
    return sha256;
  }
  async function asideOf(sha256: string): Promise<string[]> {
    return (await readdir(folderOf(sha256))).filter((name) => name.startsWith(`${sha256}.`));
  }

  it('is put back if a row names it', async () => {
    const bytes = jpegBytes('set aside, named');
    const path = deliveryPath(shop, shop.driver, 'set-aside/delivery-image.jpg');
    await stored(put(app, shop.driver, path, bytes));
    const sha256 = await setAside(bytes);
    expect(await sweep()).toEqual(NOTHING);
    expect(await bytesOf(await open(app, shop.driver, path))).toEqual(bytes);
    expect(await asideOf(sha256)).toEqual([]);
  });

  it('is discarded if no row names it, or the same content was uploaded again', async () => {
    const [unnamed, again] = [jpegBytes('set aside, unnamed'), jpegBytes('set aside, put again')];
    await left(sha256Of(unnamed), 1, unnamed);
    await left(sha256Of(again), 1, again);
    const names = [await setAside(unnamed), await setAside(again)];
    const path = deliveryPath(shop, shop.driver, 'again-aside/delivery-image.jpg');
    await stored(put(app, shop.driver, path, again));
    expect(await sweep()).toEqual(NOTHING);
    expect(await Promise.all(names.map(asideOf))).toEqual([[], []]);
    expect(await Promise.all(names.map((sha256) => app.store.has(shop.shop_id, sha256)))).toEqual([
      false,
      true,
    ]);
    expect(await bytesOf(await open(app, shop.driver, path))).toEqual(again);
  });
});

it('puts content back if the connection was lost and an upload found it meanwhile', async () => {
  const bytes = jpegBytes('met');
  const sha256 = sha256Of(bytes);
  const path = deliveryPath(shop, shop.driver, 'met/delivery-image.jpg');
  await left(sha256, 25, bytes);
  const slow: ContentStore = {
    ...app.store,
    // A database that considers the sweeper dead releases the lock, and the upload finds the content still
    // there.
    setAside: async (shop_id, hash) => {
      await app.database.owner.query(
        `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
         where l.locktype = 'advisory' and l.granted and d.datname = current_database() and l.pid <> pg_backend_pid()`,
      );
      await stored(put(app, shop.driver, path, bytes));
      return app.store.setAside(shop_id, hash);
    },
  };
  expect(await sweep(slow)).toEqual(NOTHING);
  expect(await bytesOf(await open(app, shop.driver, path))).toEqual(bytes);
  expect(await readdir(folderOf(sha256))).toEqual([sha256]);
});

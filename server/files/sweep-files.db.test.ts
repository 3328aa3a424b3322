import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { jpegBytes, prepareDelivery, sendDelivery, sha256Of } from '../../tests/support/test-delivery.ts';
import { bytesOf, deliveryPath, open, put, stored } from '../../tests/support/test-files.ts';
import { addOrder, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import type { ContentStore } from './store/content-store.ts';
import { sweepFiles } from './sweep-files.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let shop: TestShop;
let made = 0;
/** Promises that the store awaits before the operations. */
let before: { put?: Promise<void>; remove?: Promise<void> } = {};

beforeAll(async () => {
  app = await createTestApp(
    {},
    (store): ContentStore => ({
      ...store,
      receive: async (...content) => {
        const arrived = await store.receive(...content);
        const place = async (shop_id: number) => {
          await before.put;
          return arrived.place(shop_id);
        };
        return { ...arrived, place };
      },
      setAside: async (...content) => {
        await before.remove;
        return store.setAside(...content);
      },
    }),
  );
  shop = await createTestShop(app.owner);
});
beforeEach(() => {
  before = {};
});
afterAll(() => app.drop());

const sweep = (days: number) => sweepFiles(app.owner, app.store, new Date(Date.now() + days * DAY_MS));
const exists = (path: string) =>
  app.owner.selectFrom('files').select('id').where('path', '=', path).execute();

/** Makes an unpinned upload of the given age. */
async function uploaded(days_ago: number, bytes = jpegBytes(`upload ${made}`)) {
  made += 1;
  const path = deliveryPath(shop, shop.driver, `${made}/delivery-image.jpg`);
  const { id } = await stored(put(app, shop.driver, path, bytes));
  await app.owner
    .updateTable('files')
    .set({ uploaded_at: new Date(Date.now() - days_ago * DAY_MS) })
    .where('id', '=', id)
    .execute();
  return { id, path, bytes, sha256: sha256Of(bytes) };
}

function gate(): { closed: Promise<void>; open: () => void } {
  let open = () => {};
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { closed, open };
}

/** Returns the number of sessions that wait for a content's lock. */
async function waitingForContent(): Promise<number> {
  const { rows } = await app.database.owner.query(
    `select from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
  );
  return rows.length;
}

/** Returns the number of open transactions that hold a content's lock. */
async function holdingContent(): Promise<number> {
  const { rows } = await app.database.owner.query(
    `select from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and l.granted and d.datname = current_database() and l.objsubid = 1
       and l.pid in (select pid from pg_stat_activity where usename = 'mandoob_request' or state like 'idle in%')`,
  );
  return rows.length;
}

describe('a sweep', () => {
  it('removes files that were not pinned within 30 days, with their content', async () => {
    const [old, young] = [await uploaded(30.01), await uploaded(29.9)];
    expect(await sweep(0)).toBe(1);
    expect(await exists(old.path)).toEqual([]);
    expect(await app.store.has(shop.shop_id, old.sha256)).toBe(false);
    expect(await bytesOf(await open(app, shop.driver, young.path))).toEqual(young.bytes);
    expect(await sweep(0)).toBe(0);
    expect(await sweep(31)).toBe(1);
  });

  it('never removes files that a delivery pinned', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    expect((await sendDelivery(app, shop.driver, delivery)).status).toBe(200);
    await sweep(10_000);
    for (const { path } of [delivery.input.delivery_image, delivery.input.delivery_note]) {
      expect((await open(app, shop.driver, path)).status).toBe(200);
    }
  });

  it('counts the age from the last upload of the same bytes', async () => {
    const file = await uploaded(40);
    await stored(put(app, shop.driver, file.path, file.bytes));
    expect(await sweep(0)).toBe(0);
    expect(await bytesOf(await open(app, shop.driver, file.path))).toEqual(file.bytes);
  });

  it('keeps content that another path uses, until that is swept too', async () => {
    const bytes = jpegBytes('under two names');
    const [old, young] = [await uploaded(40, bytes), await uploaded(1, bytes)];
    expect(await sweep(0)).toBe(1);
    expect(await exists(old.path)).toEqual([]);
    expect(await bytesOf(await open(app, shop.driver, young.path))).toEqual(bytes);
    await sweep(40);
    expect(await app.store.has(shop.shop_id, young.sha256)).toBe(false);
  });

  it('keeps files that were pinned or uploaded again since they were read', async () => {
    const [first, pinned, renewed] = [await uploaded(40), await uploaded(40), await uploaded(40)];
    const removing = gate();
    before.remove = removing.closed;
    const sweeping = sweep(0);
    await expect.poll(() => exists(first.path)).toEqual([]);
    await app.owner.updateTable('files').set({ pinned_at: new Date() }).where('id', '=', pinned.id).execute();
    await stored(put(app, shop.driver, renewed.path, renewed.bytes));
    removing.open();
    expect(await sweeping).toBe(1);
    for (const { path, bytes } of [pinned, renewed]) {
      expect(await bytesOf(await open(app, shop.driver, path))).toEqual(bytes);
    }
  });

  it('continues after a failure, and reports it at the end', async () => {
    const files = [await uploaded(40), await uploaded(40), await uploaded(40)];
    const stubborn: ContentStore = {
      ...app.store,
      setAside: async (shop_id, sha256) => {
        if (sha256 === files[0]?.sha256) throw new Error('the disk failed');
        return app.store.setAside(shop_id, sha256);
      },
    };
    await expect(sweepFiles(app.owner, stubborn, new Date())).rejects.toThrow('1 files could not be swept');
    const left = await Promise.all(files.map(({ sha256 }) => app.store.has(shop.shop_id, sha256)));
    expect(left).toEqual([true, false, false]);
  });

  it('never leaves a row without content, even if deleting the row fails', async () => {
    const file = await uploaded(40);
    await app.database.owner.query(`
      create function fail_sweep() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger fail_sweep after delete on files for each row execute function fail_sweep()`);
    try {
      await expect(sweep(0)).rejects.toThrow('could not be swept');
      expect(await bytesOf(await open(app, shop.driver, file.path))).toEqual(file.bytes);
    } finally {
      await app.database.owner.query('drop function fail_sweep() cascade');
    }
    await sweep(0);
  });
});

describe('an upload concurrent with a sweep of the same bytes', () => {
  it('waits while the content is removed, and stores it again', async () => {
    const file = await uploaded(40);
    const removing = gate();
    before.remove = removing.closed;
    const sweeping = sweep(0);
    await expect.poll(() => exists(file.path)).toEqual([]);
    const putting = put(app, shop.driver, file.path, file.bytes);
    await expect.poll(waitingForContent).toBe(1);
    removing.open();
    await Promise.all([sweeping, stored(putting)]);
    expect(await bytesOf(await open(app, shop.driver, file.path))).toEqual(file.bytes);
  });

  it('keeps its row if it came first and is of the same file', async () => {
    const file = await uploaded(40);
    const before_sweep = await exists(file.path);
    const writing = gate();
    before.put = writing.closed;
    const putting = put(app, shop.driver, file.path, file.bytes);
    await expect.poll(holdingContent).toBeGreaterThan(0);
    const sweeping = sweep(0);
    await expect.poll(waitingForContent).toBe(1);
    writing.open();
    await Promise.all([sweeping, stored(putting)]);
    expect(await exists(file.path)).toEqual(before_sweep);
  });

  it('keeps the content if it came first and is of another file with the same bytes', async () => {
    const bytes = jpegBytes('first come');
    const old = await uploaded(40, bytes);
    const path = deliveryPath(shop, shop.driver, 'another/delivery-image.jpg');
    const writing = gate();
    before.put = writing.closed;
    const putting = put(app, shop.driver, path, bytes);
    await expect.poll(holdingContent).toBeGreaterThan(0);
    const sweeping = sweep(0);
    await expect.poll(waitingForContent).toBe(1);
    writing.open();
    await Promise.all([sweeping, stored(putting)]);
    expect(await exists(old.path)).toEqual([]);
    expect(await bytesOf(await open(app, shop.driver, path))).toEqual(bytes);
  });

  it('repeated several times always ends with content for each path', async () => {
    const bytes = jpegBytes('restless');
    const paths = Array.from({ length: 4 }, (_, at) =>
      deliveryPath(shop, shop.driver, `restless-${at}/delivery-image.jpg`),
    );
    for (let round = 0; round < 5; round += 1) {
      await app.owner
        .updateTable('files')
        .set({ uploaded_at: new Date(Date.now() - 40 * DAY_MS) })
        .where('path', 'in', paths)
        .execute();
      await Promise.all([
        sweep(0),
        ...paths
          .filter((_, at) => (at + round) % 2 === 0)
          .map((path) => stored(put(app, shop.driver, path, bytes))),
        sweep(0),
      ]);
      const named = await app.owner.selectFrom('files').select('path').where('path', 'in', paths).execute();
      expect(named.length).toBeGreaterThanOrEqual(2);
      for (const { path } of named) expect(await bytesOf(await open(app, shop.driver, path))).toEqual(bytes);
    }
  });
});

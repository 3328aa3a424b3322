import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { sha256Of } from '../../tests/support/test-delivery.ts';
import { deliveryPath, put, stored } from '../../tests/support/test-files.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import type { ContentStore } from './store/content-store.ts';
import { type FilesProgress, verifyFiles } from './verify-files.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

const JPEG = (mark: string) => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new TextEncoder().encode(mark)]);
const verify = () => verifyFiles(app.owner, app.store, () => undefined);

async function uploaded(folder: string, mark = folder) {
  const bytes = JPEG(mark);
  const path = deliveryPath(shop, shop.driver, `${folder}/delivery-image.jpg`);
  const { id } = await stored(put(app, shop.driver, path, bytes));
  const sha256 = sha256Of(bytes);
  const place = join(app.files_directory, String(shop.shop_id), sha256.slice(0, 2), sha256);
  return {
    row: { shop_id: shop.shop_id, file_id: id, bucket: 'order-deliveries', path, sha256, type: 'image/jpeg' },
    bytes,
    place,
  };
}

it('reports each damaged file and no other, and writes nothing', async () => {
  const [missing, damaged, short, resized, good] = [
    await uploaded('1001'),
    await uploaded('1002'),
    await uploaded('1003'),
    await uploaded('1004'),
    await uploaded('1005'),
  ];
  // The same content under another path: both rows are reported.
  const twin = await uploaded('1006', '1002');
  const seen: FilesProgress[] = [];
  expect(await verifyFiles(app.owner, app.store, (progress) => void seen.push({ ...progress }))).toEqual([]);
  expect(seen.at(-1)).toMatchObject({ files: 6, files_total: 6 });

  await rm(missing.place);
  const flipped = Uint8Array.from(damaged.bytes);
  flipped[6] = 0;
  await writeFile(damaged.place, flipped);
  await writeFile(short.place, short.bytes.subarray(0, 5));
  await app.database.owner.query('update files set bytes = bytes + 1 where id = $1', [resized.row.file_id]);

  const size = good.bytes.length;
  const found = await verify();
  const expected = [
    { ...missing.row, kind: 'missing', bytes: size, found_bytes: null, text: 'its content is missing' },
    ...[damaged, twin].map(({ row }) => ({
      ...row,
      kind: 'damaged',
      bytes: size,
      found_bytes: size,
      text: 'its content differs from the upload',
    })),
    {
      ...short.row,
      kind: 'damaged',
      bytes: size,
      found_bytes: 5,
      text: 'its content differs from the upload',
    },
    {
      ...resized.row,
      kind: 'wrong_size',
      bytes: size + 1,
      found_bytes: size,
      text: 'its row has another size than its content',
    },
  ];
  const byId = (a: { file_id: string }, b: { file_id: string }) => (a.file_id < b.file_id ? -1 : 1);
  expect(found.sort(byId)).toEqual(expected.sort(byId));
  expect(await verify()).toHaveLength(5);
});

it('detects the type even if the content arrives in chunks of one byte', async () => {
  const { row } = await uploaded('3001');
  const byte_by_byte: ContentStore = {
    ...app.store,
    async read(...content) {
      const found = await app.store.read(...content);
      const bytes = found && (await buffer(found));
      return bytes && Readable.from([...bytes].map((byte) => Buffer.of(byte)));
    },
  };
  const found = await verifyFiles(app.owner, byte_by_byte, () => undefined);
  expect(found.filter(({ file_id }) => file_id === row.file_id)).toEqual([]);
});

it('reports an unreadable file with the reason, and checks the others', async () => {
  const broken = await uploaded('2001');
  await rm(broken.place);
  await mkdir(broken.place, { recursive: true });
  const named = (await verify()).find(({ file_id }) => file_id === broken.row.file_id);
  expect(named).toMatchObject({ kind: 'unreadable', text: expect.stringContaining('EISDIR') });
  await rm(dirname(broken.place), { recursive: true });
});

describe('a store whose reads fail', () => {
  let own: TestApp;
  const all: string[] = [];
  beforeAll(async () => {
    own = await createTestApp();
    const shop = await createTestShop(own.owner);
    for (let at = 0; at < 8; at += 1) {
      const path = deliveryPath(shop, shop.driver, `${at}/delivery-image.jpg`);
      all.push((await stored(put(own, shop.driver, path, JPEG(`${at}`)))).sha256);
    }
    all.sort();
    await own.database.owner.query(
      "update files set erased_at = now() - interval '3 days' where sha256 = $1",
      [all[3]],
    );
  });
  afterAll(() => own.drop());

  const failing = (fails: (sha256: string) => boolean) => {
    const unless = async <T>(sha256: string, read: () => Promise<T>): Promise<T> => {
      if (fails(sha256)) throw new Error('it did not respond');
      return read();
    };
    const store: ContentStore = {
      ...own.store,
      read: (shop_id, sha256) => unless(sha256, () => own.store.read(shop_id, sha256)),
      putAt: (_, sha256) => unless(sha256, async () => null),
    };
    return verifyFiles(own.owner, store, () => undefined);
  };
  const named = async (found: ReturnType<typeof failing>) =>
    (await found).map(({ sha256, kind }) => [all.indexOf(sha256), kind]);

  it('for some files, erased ones included, is still checked for all others', async () => {
    expect(await named(failing((sha256) => sha256 === all[3]))).toEqual([[3, 'unreadable']]);
    const once = failing((sha256) => sha256 !== all[2]);
    expect(await named(once)).toEqual([
      [0, 'unreadable'],
      [1, 'unreadable'],
      [3, 'unreadable'],
      [4, 'unreadable'],
      [5, 'unreadable'],
      [6, 'unreadable'],
      [7, 'stopped'],
    ]);
  });

  it('several times in a row stops the check, which returns the differences so far', async () => {
    const found = await failing(() => true);
    expect(found.map(({ kind }) => kind)).toEqual([...Array(4).fill('unreadable'), 'stopped']);
    expect(found[3]?.text).toContain('its content could not be checked: it did not respond');
    expect(found[4]?.text).toMatch(/^cannot be read: it did not respond\. Stopped here, .+ 3 files were not/);
  });
});

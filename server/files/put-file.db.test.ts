import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '../../contract/rules/storage-paths.ts';
import { createTestApp, requestOf, type SendOptions, type TestApp } from '../../tests/support/test-app.ts';
import { jpegBytes, pdfBytes, sha256Of } from '../../tests/support/test-delivery.ts';
import {
  bytesOf,
  deliveryPath,
  open,
  PNG,
  put,
  refused,
  sign,
  stored,
} from '../../tests/support/test-files.ts';
import { addStaff, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { createApp } from '../app.ts';
import { databaseOf } from '../platform/database/database.ts';
import { ConnectionLost } from '../platform/database/driver/failures.ts';
import type { ContentStore } from './store/content-store.ts';

let app: TestApp;
let shop: TestShop;
let other: TestShop;
/** Runs once in the store's next call. */
let accident: { put?: (() => Promise<void>) | undefined; place?: () => Promise<unknown> } = {};
let is_placing = false;
let placed_concurrently = false;

beforeAll(async () => {
  app = await createTestApp(
    {},
    (store): ContentStore => ({
      ...store,
      receive: async (...content) => {
        const arrived = await store.receive(...content);
        const place = async (shop_id: number) => {
          placed_concurrently ||= is_placing;
          is_placing = true;
          await accident.place?.();
          is_placing = false;
          const is_new = await arrived.place(shop_id);
          const happens = accident.put;
          accident = {};
          await happens?.();
          return is_new;
        };
        return { ...arrived, place };
      },
    }),
  );
  shop = await createTestShop(app.owner);
  other = await createTestShop(app.owner, 'Another Shop');
});
afterAll(() => app.drop());

const versionsOf = (path: string) =>
  app.owner.selectFrom('files').select(['id', 'sha256', 'uploaded_by']).where('path', '=', path).execute();

describe('an upload', () => {
  it('is stored under its name with its hash, type and size', async () => {
    const path = deliveryPath(shop, shop.driver, '1000/delivery-image.jpg');
    const bytes = jpegBytes('first');
    expect(await stored(put(app, shop.driver, path, bytes))).toMatchObject({
      bucket: 'order-deliveries',
      path,
      sha256: sha256Of(bytes),
      bytes: bytes.byteLength,
      type: 'image/jpeg',
    });
    expect(await bytesOf(await open(app, shop.driver, path))).toEqual(bytes);
  });

  it('is rejected for a user with too many unused uploads, and only for that user', async () => {
    const hoarder = await addStaff(app.owner, shop.shop_id, 'Driver', 'Hoarder', true);
    const first = deliveryPath(shop, hoarder, '1900/delivery-image.jpg');
    await stored(put(app, hoarder, first, jpegBytes('first')));
    await app.owner
      .updateTable('files')
      .set({ bytes: 200 * 1024 * 1024 })
      .where('path', '=', first)
      .execute();
    const next = deliveryPath(shop, hoarder, '1901/delivery-image.jpg');
    expect(await refused(put(app, hoarder, next, jpegBytes('next')))).toMatchObject({
      code: 'too_many_uploads',
    });
    await stored(
      put(app, shop.driver, deliveryPath(shop, shop.driver, '1902/delivery-image.jpg'), jpegBytes('x')),
    );
    await app.owner.updateTable('files').set({ pinned_at: new Date() }).where('path', '=', first).execute();
    await stored(put(app, hoarder, next, jpegBytes('next')));
  });

  it('repeated changes nothing; with other bytes it adds a version, and both can be read', async () => {
    const path = deliveryPath(shop, shop.driver, '1001/delivery-image.jpg');
    const [first, second] = [jpegBytes('first'), jpegBytes('second')];
    const stored_first = await stored(put(app, shop.driver, path, first));
    expect(await stored(put(app, shop.driver, path, first))).toEqual(stored_first);
    const stored_second = await stored(put(app, shop.driver, path, second));
    expect(stored_second.id).not.toBe(stored_first.id);
    expect(await versionsOf(path)).toHaveLength(2);
    expect(await bytesOf(await open(app, shop.driver, path, sha256Of(first)))).toEqual(first);
    expect(await bytesOf(await open(app, shop.driver, path, sha256Of(second)))).toEqual(second);
    // Without a hash, the newest version is opened.
    expect(await bytesOf(await open(app, shop.driver, path))).toEqual(second);
  });

  it('takes four round trips: the permission check, the row, and a commit for each', async () => {
    const round_trips: string[] = [];
    const requests = databaseOf(app.database.request, {
      around: ({ statements }, send) => {
        round_trips.push(statements.map(({ text }) => text.trim().split(/\s/, 1)[0]).join(' '));
        return send();
      },
    });
    const counted = await createApp({ ...app.parts, requests });
    const send = async (method: string, path: string, options?: SendOptions) =>
      counted.request(path, requestOf(method, options));
    const path = deliveryPath(shop, shop.driver, '1006/delivery-image.jpg');
    await stored(put({ ...app, send }, shop.driver, path, jpegBytes('counted')));
    expect(round_trips).toEqual(['start select select', 'commit', 'start select select insert', 'commit']);
  });

  it('retried after a lost connection never places its bytes concurrently', async () => {
    const path = deliveryPath(shop, shop.driver, '1004/delivery-image.jpg');
    const bytes = jpegBytes('placed again');
    await stored(put(app, shop.driver, path, bytes));
    let is_connected = true;
    const requests = databaseOf(app.database.request, {
      around: async ({ statements }, send) => {
        const result = await send();
        if (!is_connected || !statements.some(({ text }) => text.startsWith('update files'))) return result;
        is_connected = false;
        throw new ConnectionLost('broken off');
      },
    });
    const breaking = await createApp({ ...app.parts, requests });
    const send = async (method: string, address: string, options?: SendOptions) =>
      breaking.request(address, requestOf(method, options));
    placed_concurrently = false;
    // Longer than the pause before the next attempt.
    accident = { place: () => pause(150) };
    await stored(put({ ...app, send }, shop.driver, path, bytes));
    accident = {};
    expect(is_connected).toBe(false);
    expect(placed_concurrently).toBe(false);
  });

  it('repeated ten times concurrently leaves one version', async () => {
    const path = deliveryPath(shop, shop.driver, '1002/delivery-image.jpg');
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => stored(put(app, shop.driver, path, jpegBytes('same')))),
    );
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
    expect(await versionsOf(path)).toHaveLength(1);
  });

  it('is rejected if its hash differs from the announced one', async () => {
    const path = deliveryPath(shop, shop.driver, '1003/delivery-image.jpg');
    const response = put(app, shop.driver, path, jpegBytes('sent'), {
      sha256: sha256Of(jpegBytes('announced')),
    });
    expect(await refused(response)).toEqual({ status: 422, code: 'file_hash' });
    expect(await versionsOf(path)).toEqual([]);
  });

  it('is rejected above the size limit, and accepted at it', async () => {
    const path = deliveryPath(shop, shop.driver, '1004/delivery-image.jpg');
    const whole = new Uint8Array(MAX_FILE_BYTES + 1);
    whole.set(jpegBytes('large'));
    expect(await refused(put(app, shop.driver, path, whole))).toEqual({ status: 413, code: 'too_large' });
    const fitting = whole.subarray(0, MAX_FILE_BYTES);
    expect((await stored(put(app, shop.driver, path, fitting))).bytes).toBe(MAX_FILE_BYTES);
  });

  it.each([
    ['a renamed text', 'delivery-image.jpg', new TextEncoder().encode('hello')],
    ['a renamed page', 'delivery-image.jpg', new TextEncoder().encode('<html><script>alert(1)</script>')],
    ['a PDF named as a photo', 'delivery-image.jpg', pdfBytes('note')],
    ['a photo named as a PDF', '1001.pdf', jpegBytes('photo')],
    ['a PNG named as a JPEG', 'delivery-image.jpg', PNG],
    ['a truncated JPEG', 'delivery-image.jpg', new Uint8Array([0xff, 0xd8])],
    ['an empty file', 'delivery-image.jpg', new Uint8Array()],
    ['an SVG', '1001.pdf', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('is rejected by its bytes: %s', async (_what, file, bytes) => {
    const path = deliveryPath(shop, shop.driver, `1005/${file}`);
    expect(await refused(put(app, shop.driver, path, bytes))).toEqual({ status: 415, code: 'file_type' });
    expect(await versionsOf(path)).toEqual([]);
  });
});

describe('the name of a file', () => {
  it.each([
    '1001/1001.pdf',
    'طلب-١٢/طلب-١٢.pdf',
    '注文_1/注文_1.pdf',
    `${'ش'.repeat(40)}/${'x'.repeat(80)}.pdf`,
  ])('may be %s', async (file) => {
    const path = deliveryPath(shop, shop.driver, file);
    expect((await stored(put(app, shop.driver, path, pdfBytes(file)))).path).toBe(path);
    expect((await open(app, shop.driver, path)).headers.get('content-disposition')).toContain(
      encodeURIComponent(file.slice(file.indexOf('/') + 1)),
    );
  });

  it.each([
    '1001/delivery-image.exe',
    '1001/delivery-image',
    '1001/.pdf',
    '1001/1001.pdf/',
    '1001.pdf',
    '1001/more/1001.pdf',
    '10 01/1001.pdf',
    '10#01/1001.pdf',
    'a.b/1001.pdf',
    `${'x'.repeat(81)}/1001.pdf`,
    `${'ش'.repeat(41)}/1001.pdf`,
    `1001/${'x'.repeat(81)}.pdf`,
    'cafe\u0301/1001.pdf',
    '\u202e1001/1001.pdf',
    '1001/1001.pdf\n',
    '1001/1001\u0000.pdf',
    '💩/1001.pdf',
  ])('may not be %j', async (file) => {
    const response = await put(app, shop.driver, deliveryPath(shop, shop.driver, file), pdfBytes('x'));
    const body = await response.json();
    expect({ status: response.status, pointer: body.errors?.[0]?.pointer }).toEqual({
      status: 422,
      pointer: '/params/path',
    });
  });

  it('is rejected if shop, driver or month is not in canonical form', async () => {
    const { shop_id } = shop;
    const { driver_id } = shop.driver;
    for (const folder of [
      `0${shop_id}/${driver_id}/2026-11`,
      `${shop_id}/0${driver_id}/2026-11`,
      `${shop_id}/${driver_id}/2026-1`,
      `${shop_id}/${driver_id}/2026-13`,
      `${shop_id}/${driver_id}/2026-00`,
      `+${shop_id}/${driver_id}/2026-11`,
      `../${shop_id}/${driver_id}/2026-11`,
    ]) {
      const response = put(app, shop.driver, `${folder}/1001/1001.pdf`, pdfBytes('x'));
      expect({ folder, ...(await refused(response)) }).toEqual({
        folder,
        status: 422,
        code: 'invalid_input',
      });
    }
  });
});

describe('permissions', () => {
  const bytes = jpegBytes('whose');

  it('drivers upload to their own folder only', async () => {
    const mine = deliveryPath(shop, shop.driver, '2001/delivery-image.jpg');
    for (const person of [shop.driver2, shop.manager, shop.admin, shop.stranger]) {
      expect(await refused(put(app, person, mine, bytes))).toEqual({ status: 403, code: 'no_access' });
    }
    const roleless = await addStaff(app.owner, shop.shop_id, null, 'Former Driver', true);
    const his = deliveryPath(shop, roleless, '2001/delivery-image.jpg');
    expect(await refused(put(app, roleless, his, bytes))).toEqual({ status: 403, code: 'no_access' });
    const driving = await addStaff(app.owner, shop.shop_id, 'Manager', 'Driving Manager', true);
    await stored(put(app, driving, deliveryPath(shop, driving, '2001/delivery-image.jpg'), bytes));
    const theirs = deliveryPath(other, other.driver, '2001/delivery-image.jpg');
    expect(await refused(put(app, shop.driver, theirs, bytes))).toEqual({ status: 404, code: 'not_found' });
  });

  it('uploads to an unknown bucket are rejected', async () => {
    const response = put(app, shop.driver, deliveryPath(shop, shop.driver), bytes, { bucket: 'private' });
    expect(await refused(response)).toEqual({ status: 422, code: 'invalid_input' });
  });

  it('only its driver, managers and admins open a delivery’s file', async () => {
    const path = deliveryPath(shop, shop.driver, '2002/delivery-image.jpg');
    await stored(put(app, shop.driver, path, bytes));
    for (const person of [shop.driver, shop.manager, shop.admin]) {
      expect(await bytesOf(await open(app, person, path))).toEqual(bytes);
    }
    for (const person of [shop.driver2, shop.stranger, other.driver, other.manager, other.admin]) {
      expect(await refused(sign(app, person, path))).toEqual({ status: 404, code: 'not_found' });
    }
    expect(await refused(sign(app, shop.driver, path, sha256Of(jpegBytes('unknown'))))).toEqual({
      status: 404,
      code: 'not_found',
    });
  });
});

describe('a server that crashes', () => {
  it('after storing the content leaves no row, and the next attempt succeeds', async () => {
    const path = deliveryPath(shop, shop.driver, '3001/delivery-image.jpg');
    const bytes = jpegBytes('interrupted');
    accident.put = () => Promise.reject(new Error('the process is killed'));
    expect((await put(app, shop.driver, path, bytes)).status).toBe(500);
    expect(await app.store.has(shop.shop_id, sha256Of(bytes))).toBe(true);
    expect(await versionsOf(path)).toEqual([]);
    expect((await sign(app, shop.driver, path)).status).toBe(404);

    await stored(put(app, shop.driver, path, bytes));
    expect(await bytesOf(await open(app, shop.driver, path))).toEqual(bytes);
  });
});

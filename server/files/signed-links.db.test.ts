import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { jpegBytes, pdfBytes } from '../../tests/support/test-delivery.ts';
import { bytesOf, deliveryPath, put, refused, sign, stored } from '../../tests/support/test-files.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { deriveKeys } from '../platform/secrets/keys.ts';
import { LINK_SECONDS, signLink } from './file-routes.ts';

const NOW = Date.parse('2026-11-20T10:00:00.500Z');
const SECRET = 'a secret for tests that is long enough';

let app: TestApp;
let shop: TestShop;
let photo: string;
let note: string;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  photo = deliveryPath(shop, shop.driver, '1001/delivery-image.jpg');
  note = deliveryPath(shop, shop.driver, '1001/طلب.pdf');
  await stored(put(app, shop.driver, photo, jpegBytes('photo')));
  await stored(put(app, shop.driver, note, pdfBytes('note')));
});
beforeEach(() => {
  app.clock.now = new Date(NOW);
});
afterAll(() => app.drop());

const at = (seconds: number) => {
  app.clock.now = new Date(NOW + seconds * 1_000);
};
async function link(as: TestStaff, path = photo): Promise<string> {
  const { signed_url, expires_in } = await (await sign(app, as, path)).json();
  expect(expires_in).toBe(60);
  return signed_url;
}
const open = (url: string) => app.send('GET', url);

describe('a link', () => {
  it('works without authorization, any number of times, for 60 seconds', async () => {
    const url = await link(shop.driver);
    for (const seconds of [0, 30, 59]) {
      at(seconds);
      expect(await bytesOf(await open(url))).toEqual(jpegBytes('photo'));
    }
    for (const seconds of [60, 61, 86_400]) {
      at(seconds);
      expect(await refused(open(url))).toEqual({ status: 403, code: 'link_expired' });
    }
  });

  it('opens the version for which it was signed', async () => {
    const url = await link(shop.driver);
    await stored(put(app, shop.driver, photo, jpegBytes('newer')));
    expect(await bytesOf(await open(url))).toEqual(jpegBytes('photo'));
    expect(await bytesOf(await open(await link(shop.driver)))).toEqual(jpegBytes('newer'));
  });

  it('is rejected if any character was changed', async () => {
    const url = await link(shop.driver);
    const token = url.slice(url.lastIndexOf('/') + 1);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = (change: object) =>
      Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const bad of [
      `${header}.${forged({ exp: claims.exp + 3600 })}.${signature}`,
      `${header}.${forged({ sid: shop.manager.session_id })}.${signature}`,
      `${header}.${forged({ sub: newId() })}.${signature}`,
      `${none}.${payload}.`,
      `${header}.${payload}.${signature.slice(1)}`,
      `${header}.${payload}`,
      'x',
      '%00',
      'x'.repeat(8_000),
    ]) {
      const response = open(`/storage/v1/object/signed/${bad}`);
      expect({ bad, ...(await refused(response)) }).toEqual({ bad, status: 403, code: 'link_expired' });
    }
  });

  it('is rejected if signed with another installation’s secret or for another purpose', async () => {
    const file = await app.owner
      .selectFrom('files')
      .select('id')
      .where('path', '=', note)
      .executeTakeFirstOrThrow();
    const claims = { file_id: file.id, session_id: shop.driver.session_id };
    const linkSignedWith = async (secret: string, label = 'file links') =>
      `/storage/v1/object/signed/${signLink(deriveKeys([secret], label), claims, new Date(NOW))}`;
    expect((await open(await linkSignedWith(SECRET))).status).toBe(200);
    expect(await refused(open(await linkSignedWith('the secret of another installation')))).toMatchObject({
      status: 403,
    });
    expect(await refused(open(await linkSignedWith(SECRET, 'access tokens')))).toMatchObject({ status: 403 });
    expect(LINK_SECONDS).toBe(60);
  });

  it('opens only what its session may see, and nothing after the session ends', async () => {
    const driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Leaving Driver', true);
    const path = deliveryPath(shop, driver, '1002/delivery-image.jpg');
    await stored(put(app, driver, path, jpegBytes('leaving')));
    const second_session = newId();
    await app.owner.insertInto('sessions').values({ id: second_session, user_id: driver.user_id }).execute();
    const [first, second] = [
      await link(driver, path),
      await link({ ...driver, session_id: second_session }, path),
    ];
    await app.owner
      .updateTable('sessions')
      .set({ revoked_at: new Date() })
      .where('id', '=', driver.session_id)
      .execute();
    expect(await refused(open(first))).toEqual({ status: 401, code: 'not_signed_in' });
    expect((await open(second)).status).toBe(200);

    // A valid link does not open a file that the session's user may not see.
    const file = await app.owner
      .selectFrom('files')
      .select('id')
      .where('path', '=', path)
      .executeTakeFirstOrThrow();
    for (const { session_id } of [shop.driver2, shop.stranger]) {
      const token = signLink(
        deriveKeys([SECRET], 'file links'),
        { file_id: file.id, session_id },
        new Date(NOW),
      );
      expect(await refused(open(`/storage/v1/object/signed/${token}`))).toEqual({
        status: 404,
        code: 'not_found',
      });
    }
    await app.owner
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', driver.user_id)
      .execute();
    expect(await refused(open(second))).toEqual({ status: 401, code: 'not_signed_in' });
  });
});

describe('an opened file', () => {
  it('has its own type and headers against sniffing, framing and referrers', async () => {
    for (const [path, type] of [
      [photo, 'image/jpeg'],
      [note, 'application/pdf'],
    ] as const) {
      const response = await open(await link(shop.driver, path));
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, max-age=60',
        'x-frame-options': 'DENY',
        'content-length': String((await response.arrayBuffer()).byteLength),
      });
    }
  });

  it('has a file name in a form that all browsers read', async () => {
    const response = await open(await link(shop.driver, note));
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="document"; filename*=UTF-8''${encodeURIComponent('طلب.pdf')}`,
    );
  });

  it('is sandboxed as an image, but not as a PDF, which needs the browser’s viewer', async () => {
    const policyOf = async (path: string) =>
      (await open(await link(shop.driver, path))).headers.get('content-security-policy') ?? '';
    const [image, pdf] = [await policyOf(photo), await policyOf(note)];
    expect(image).toContain("default-src 'none'");
    expect(image).toMatch(/;\s*sandbox(;|$)/);
    expect(pdf).toContain("default-src 'none'");
    expect(pdf).not.toContain('sandbox');
    for (const policy of [image, pdf]) {
      expect(policy).not.toContain('script-src');
      expect(policy).toContain("frame-ancestors 'none'");
    }
  });

  it('has the same headers and no body in response to HEAD', async () => {
    const response = await app.send('HEAD', await link(shop.driver, note));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  });
});

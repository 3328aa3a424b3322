import { expect } from 'vitest';
import type { StoredFile } from '../../contract/operations/dashboard/files/put-file.schema.ts';
import type { TestApp } from './test-app.ts';
import { sha256Of } from './test-delivery.ts';
import type { TestShop, TestStaff } from './test-shop.ts';

export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);

/** Returns a path in the driver's folder of November 2026. */
export function deliveryPath(shop: TestShop, driver: TestStaff, file = '1001/delivery-image.jpg'): string {
  return `${shop.shop_id}/${driver.driver_id}/2026-11/${file}`;
}

export function put(
  app: TestApp,
  as: TestStaff,
  path: string,
  bytes: Uint8Array,
  { sha256 = sha256Of(bytes), bucket = 'order-deliveries' } = {},
): Promise<Response> {
  const address = path.split('/').map(encodeURIComponent).join('/');
  return app.send('PUT', `/storage/v1/object/${bucket}/${address}`, {
    as: as.session_id,
    bytes,
    headers: { 'content-sha256': sha256 },
  });
}

export async function stored(answer: Response | Promise<Response>): Promise<StoredFile> {
  const got = await answer;
  const body = await got.json();
  expect({ status: got.status, body }).toMatchObject({ status: 200 });
  return body;
}

export async function refused(
  answer: Response | Promise<Response>,
): Promise<{ status: number; code: string }> {
  const got = await answer;
  const { code } = await got.json();
  return { status: got.status, code };
}

export function sign(app: TestApp, as: TestStaff, path: string, sha256?: string): Promise<Response> {
  const body = { bucket: 'order-deliveries', path, ...(sha256 ? { sha256 } : {}) };
  return app.send('POST', '/storage/v1/object/sign', { as: as.session_id, body });
}

/** Signs a link and opens it, as the browser does: the link is the only credential. */
export async function open(app: TestApp, as: TestStaff, path: string, sha256?: string): Promise<Response> {
  const { signed_url } = await (await sign(app, as, path, sha256)).json();
  return app.send('GET', signed_url);
}

export async function bytesOf(answer: Response): Promise<Uint8Array> {
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

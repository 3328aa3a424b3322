import { expect } from '@playwright/test';
import type { RecordAttempt } from '../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { attemptInput, attemptPhotoPath } from './attempt-input.ts';
import type { Device } from './e2e-device.ts';
import { sha256Of } from './test-delivery.ts';
import type { TestOrder } from './test-shop.ts';

/**
 * Records an attempt from a driver's device, with this picture as its photo, and returns its id. The default
 * reason requires no photo.
 */
export async function attemptOnDevice(
  device: Device,
  order: TestOrder,
  { picture, ...changes }: Partial<RecordAttempt> & { picture?: Uint8Array } = {},
): Promise<string> {
  const attempt_id = newId();
  const photo = picture ? await uploadPhoto(device, order, attempt_id, picture) : null;
  const response = await fetch(`${device.url}/api/attempts`, {
    method: 'POST',
    headers: { ...authorization(device), 'content-type': 'application/json', 'idempotency-key': newId() },
    body: JSON.stringify(attemptInput(order, { attempt_id, photo, ...changes })),
  });
  expect({ status: response.status, text: await response.text() }).toMatchObject({ status: 200 });
  return attempt_id;
}

async function uploadPhoto(device: Device, order: TestOrder, attempt_id: string, picture: Uint8Array) {
  const bytes = new Uint8Array(picture);
  const sha256 = sha256Of(bytes);
  const { shop, driver } = device;
  const path = attemptPhotoPath({ shop, driver, order }, attempt_id);
  const response = await fetch(`${device.url}/storage/v1/object/order-deliveries/${path}`, {
    method: 'PUT',
    headers: { ...authorization(device), 'content-type': 'image/jpeg', 'content-sha256': sha256 },
    body: bytes,
  });
  expect(response.status).toBe(200);
  return { path, sha256 };
}

const authorization = ({ access_token }: Device) => ({ authorization: `Bearer ${access_token}` });

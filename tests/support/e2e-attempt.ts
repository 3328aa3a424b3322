import { expect, type Locator, type Page } from '@playwright/test';
import type { RecordAttempt } from '../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { attemptInput, attemptPhotoPath } from './attempt-input.ts';
import type { Device } from './e2e-device.ts';
import { untilNoOverlay } from './e2e-screens.ts';
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

type AttemptInputs = { photo?: Buffer; next?: { day: string; from: string; to: string } };

/**
 * Records an attempt on the order that Next Order shows. Returns the number of taps besides camera and
 * typing.
 */
export async function attemptOnPage(
  page: Page,
  reason: string,
  { photo, next }: AttemptInputs = {},
): Promise<number> {
  const sheet = page.getByRole('dialog', { name: 'Something else happened' });
  let taps = 0;
  const tap = async (control: Locator) => {
    taps += 1;
    await control.click();
  };
  await tap(page.getByRole('button', { name: 'Something else happened' }));
  await tap(sheet.getByRole('radio', { name: reason, exact: true }));
  if (photo) {
    const chooser = page.waitForEvent('filechooser');
    await tap(sheet.getByLabel('Take photo'));
    await (await chooser).setFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo });
    await expect(sheet.getByRole('button', { name: 'Remove' })).toBeVisible();
  }
  if (next) {
    await sheet.getByLabel('Another day').fill(next.day);
    await sheet.getByLabel('From (optional)').fill(next.from);
    await sheet.getByLabel('To (optional)').fill(next.to);
  }
  await tap(sheet.getByRole('button', { name: "Couldn't deliver", exact: true }));
  await untilNoOverlay(page);
  return taps;
}

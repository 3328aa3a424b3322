import type { RecordAttempt } from '../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { attemptInput, attemptPhotoPath } from './attempt-input.ts';
import type { Sends } from './test-app.ts';
import { jpegBytes, sha256Of } from './test-delivery.ts';
import type { TestOrder, TestShop, TestStaff } from './test-shop.ts';

/** Records an attempt as the driver's device does, and returns its input. Throws if it is refused. */
export async function attemptOf(
  app: Sends,
  driver: TestStaff,
  order: Pick<TestOrder, 'id'>,
  changes: Partial<RecordAttempt> = {},
): Promise<RecordAttempt> {
  const body = attemptInput(order, changes);
  await post(app, driver, '/api/attempts', body);
  return body;
}

/** Like `attemptOf`, of a customer who is not home, with the photo that this reason requires. */
export async function attemptWithPhoto(
  app: Sends,
  shop: Pick<TestShop, 'shop_id' | 'time_zone'>,
  driver: TestStaff,
  order: Pick<TestOrder, 'id' | 'order_number'>,
): Promise<RecordAttempt & { photo: { path: string; sha256: string } }> {
  const attempt_id = newId();
  const bytes = jpegBytes(attempt_id);
  const photo = { path: attemptPhotoPath({ shop, driver, order }, attempt_id), sha256: sha256Of(bytes) };
  const uploaded = await app.send('PUT', `/storage/v1/object/order-deliveries/${photo.path}`, {
    as: driver.session_id,
    bytes,
    headers: { 'content-sha256': photo.sha256 },
  });
  if (uploaded.status !== 200)
    throw new Error(`upload answered ${uploaded.status}: ${await uploaded.text()}`);
  const attempt = await attemptOf(app, driver, order, { attempt_id, reason: 'nobody_home', photo });
  return { ...attempt, photo };
}

/** Undoes an attempt one second after it. Throws if it is refused. */
export async function undoAttemptOf(app: Sends, driver: TestStaff, attempt: RecordAttempt): Promise<void> {
  const occurred_at = new Date(Date.parse(attempt.occurred_at) + 1_000).toISOString();
  const body = { undo_id: newId(), attempt_id: attempt.attempt_id, occurred_at, clock_offset_ms: 0 };
  await post(app, driver, '/api/attempts/undo', body);
}

async function post(app: Sends, driver: TestStaff, path: string, body: object): Promise<void> {
  const headers = { 'idempotency-key': newId() };
  const response = await app.send('POST', path, { as: driver.session_id, body, headers });
  if (response.status !== 200)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
}

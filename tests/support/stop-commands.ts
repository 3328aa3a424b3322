import type { CheckLoading } from '../../contract/operations/dashboard/deliveries/check-loading.schema.ts';
import type { RecordAttempt } from '../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import type { SetOut } from '../../contract/operations/dashboard/deliveries/set-out.schema.ts';
import type { UndoAttempt } from '../../contract/operations/dashboard/deliveries/undo-attempt.schema.ts';
import { ENDPOINTS } from '../../contract/operations/endpoints.ts';
import { newId } from '../../contract/rules/ids.ts';
import { attemptInput, attemptPhotoPath } from './attempt-input.ts';
import type { Sends } from './test-app.ts';
import { jpegBytes, sha256Of } from './test-delivery.ts';
import type { TestOrder, TestShop, TestStaff } from './test-shop.ts';

export type StopCommand = 'record_attempt' | 'undo_attempt' | 'set_out' | 'check_loading';

const now = () => ({ occurred_at: new Date().toISOString(), clock_offset_ms: 0 });

/** The undo of an attempt, `after_ms` after it by the device's clock. */
export function undoInput(attempt: RecordAttempt, after_ms = 1_000): UndoAttempt {
  const occurred_at = new Date(Date.parse(attempt.occurred_at) + after_ms).toISOString();
  return { undo_id: newId(), attempt_id: attempt.attempt_id, occurred_at, clock_offset_ms: 0 };
}

export function setOutInput(orders: readonly { id: string }[], changes: Partial<SetOut> = {}): SetOut {
  const order_ids = orders.map(({ id }) => id);
  return { set_out_id: newId(), order_ids, after_attempt: false, ...now(), ...changes };
}

export function loadingInput(stops: CheckLoading['stops']): CheckLoading {
  return { check_id: newId(), stops, ...now() };
}

export function sendStopCommand(
  app: Sends,
  name: StopCommand,
  by: Pick<TestStaff, 'session_id'>,
  body: object,
  { command_id = newId(), ...headers }: Record<string, string> = {},
): Promise<Response> {
  return app.send('POST', ENDPOINTS[name].path, {
    as: by.session_id,
    body,
    headers: { 'idempotency-key': command_id, ...headers },
  });
}

/** Uploads the photo of an attempt whose reason requires it, and returns the input. */
export async function photographedAttempt(
  app: Sends,
  shop: Pick<TestShop, 'shop_id' | 'time_zone'>,
  driver: TestStaff,
  order: Pick<TestOrder, 'id' | 'order_number'>,
  changes: Partial<RecordAttempt> = {},
): Promise<RecordAttempt> {
  const { attempt_id = newId() } = changes;
  const bytes = jpegBytes(attempt_id);
  const photo = { path: attemptPhotoPath({ shop, driver, order }, attempt_id), sha256: sha256Of(bytes) };
  const uploaded = await app.send('PUT', `/storage/v1/object/order-deliveries/${photo.path}`, {
    as: driver.session_id,
    bytes,
    headers: { 'content-sha256': photo.sha256 },
  });
  if (uploaded.status !== 200)
    throw new Error(`The upload returned ${uploaded.status}: ${await uploaded.text()}`);
  return attemptInput(order, { attempt_id, reason: 'nobody_home', photo, ...changes });
}

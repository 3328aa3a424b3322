import { createHash } from 'node:crypto';
import type { ConfirmDelivery } from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryInput } from './delivery-input.ts';
import type { Sends } from './test-app.ts';
import type { TestOrder, TestShop, TestStaff } from './test-shop.ts';

/** The smallest bytes that are accepted as a JPEG and as a PDF, different for each `mark`. */
export function jpegBytes(mark: string): Uint8Array {
  return new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new TextEncoder().encode(mark)]);
}
export function pdfBytes(mark: string): Uint8Array {
  return new TextEncoder().encode(`%PDF-1.4\n${mark}\n`);
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export type PreparedDelivery = { command_id: string; input: ConfirmDelivery };

/**
 * Uploads photo and note as the driver's device does, and returns the command, ready to send. `at`: the
 * creation time in the file paths.
 */
export async function prepareDelivery(
  app: Sends,
  shop: Pick<TestShop, 'shop_id' | 'time_zone'>,
  driver: TestStaff,
  order: Pick<TestOrder, 'id' | 'order_number' | 'due_amount_fils'>,
  { at = new Date(), ...changes }: Partial<ConfirmDelivery> & { at?: Date } = {},
): Promise<PreparedDelivery> {
  const command_id = newId();
  const [photo, note] = [jpegBytes(command_id), pdfBytes(command_id)];
  const sha256 = { photo: sha256Of(photo), note: sha256Of(note) };
  const input = deliveryInput({ shop, driver, order, sha256, at });
  await upload(app, driver, input.delivery_image, photo);
  await upload(app, driver, input.delivery_note, note);
  return { command_id, input: { ...input, ...changes } };
}

type Named = { path: string; sha256: string };

async function upload(app: Sends, driver: TestStaff, { path, sha256 }: Named, bytes: Uint8Array) {
  const answer = await app.send('PUT', `/storage/v1/object/order-deliveries/${path}`, {
    as: driver.session_id,
    bytes,
    headers: { 'content-sha256': sha256 },
  });
  if (answer.status !== 200) throw new Error(`upload answered ${answer.status}: ${await answer.text()}`);
}

export function sendDelivery(
  app: Sends,
  driver: TestStaff,
  { command_id, input }: PreparedDelivery,
  headers: Record<string, string> = {},
): Promise<Response> {
  return app.send('POST', '/api/deliveries', {
    as: driver.session_id,
    body: input,
    headers: { 'idempotency-key': command_id, ...headers },
  });
}

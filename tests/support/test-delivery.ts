import { createHash } from 'node:crypto';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryFolder, deliveryNoteName } from '../../contract/rules/storage-paths.ts';
import type { ConfirmDelivery } from '../../contract/schemas/deliveries.ts';
import type { Sends } from './test-app.ts';
import type { TestOrder, TestShop, TestStaff } from './test-shop.ts';

/** The smallest bytes that count as a JPEG and as a PDF, different for each `mark`. */
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
 * Uploads photo and note as the driver's device would, and answers the command that is ready to be sent. `at`: when the paths say it
 * was made.
 */
export async function prepareDelivery(
  app: Sends,
  shop: Pick<TestShop, 'shop_id' | 'time_zone'>,
  driver: TestStaff,
  order: Pick<TestOrder, 'id' | 'order_number' | 'due_amount_fils'>,
  { at = new Date(), ...changes }: Partial<ConfirmDelivery> & { at?: Date } = {},
): Promise<PreparedDelivery> {
  const folder = deliveryFolder({
    shop_id: shop.shop_id,
    driver_id: driver.driver_id ?? 0,
    order_id: order.id,
    order_number: order.order_number,
    delivered_at: at,
    time_zone: shop.time_zone,
  });
  const command_id = newId();
  const note = deliveryNoteName({ order_id: order.id, order_number: order.order_number });
  const delivery_image = await upload(app, driver, `${folder}delivery-image.jpg`, jpegBytes(command_id));
  const delivery_note = await upload(app, driver, `${folder}${note}`, pdfBytes(command_id));
  const input: ConfirmDelivery = {
    order_id: order.id,
    customer_name: 'فاطمة الزهراء',
    receipt_confirmed: true,
    payment_received: order.due_amount_fils > 0,
    tender: order.due_amount_fils > 0 ? 'cash' : null,
    due_amount_fils: order.due_amount_fils,
    delivery_image,
    delivery_note,
    occurred_at: new Date().toISOString(),
    clock_offset_ms: 0,
    ...changes,
  };
  return { command_id, input };
}

async function upload(app: Sends, driver: TestStaff, path: string, bytes: Uint8Array) {
  const sha256 = sha256Of(bytes);
  const answer = await app.send('PUT', `/storage/v1/object/order-deliveries/${path}`, {
    as: driver.session_id,
    bytes,
    headers: { 'content-sha256': sha256 },
  });
  if (answer.status !== 200) throw new Error(`upload answered ${answer.status}: ${await answer.text()}`);
  return { path, sha256 };
}

export function sendDelivery(
  app: Sends,
  driver: TestStaff,
  { command_id, input }: PreparedDelivery,
): Promise<Response> {
  return app.send('POST', '/api/deliveries', {
    as: driver.session_id,
    body: input,
    headers: { 'idempotency-key': command_id },
  });
}

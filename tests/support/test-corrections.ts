import type {
  CorrectDelivery,
  DeliveryCorrected,
} from '../../contract/operations/dashboard/corrections/correct-delivery.schema.ts';
import type { CorrectRecordedDelivery } from '../../contract/operations/dashboard/corrections/correct-recorded-delivery.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { correctionDocumentName, correctionPhotoName } from '../../contract/rules/orders/corrections.ts';
import { deliveryFolder } from '../../contract/rules/storage-paths.ts';
import type { Sends, TestApp } from './test-app.ts';
import { jpegBytes, pdfBytes, prepareDelivery, sendDelivery, sha256Of } from './test-delivery.ts';
import { addOrder, type TestOrder, type TestShop, type TestStaff } from './test-shop.ts';

/** A delivery that was recorded, as the tests of its corrections need it. */
export type Delivered = {
  order: TestOrder;
  driver: TestStaff;
  command_id: string;
  confirmation_id: string;
  customer_name: string;
};

/** Delivers an order, by default for AED 145.00 in cash; with a conflict if it was cancelled before. */
export async function deliver(
  app: TestApp,
  shop: TestShop,
  {
    by = shop.driver,
    due_amount_fils = 14_500,
    cancelled = false,
    ...changes
  }: { by?: TestStaff; due_amount_fils?: number; cancelled?: boolean } & Parameters<
    typeof prepareDelivery
  >[4] = {},
): Promise<Delivered> {
  const order = await addOrder(app.owner, shop, by, { due_amount_fils });
  const delivery = await prepareDelivery(app, shop, by, order, changes);
  if (cancelled) {
    await app.owner.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', order.id).execute();
  }
  const response = await sendDelivery(app, by, delivery);
  if (response.status !== 200) throw new Error(await response.text());
  const { confirmation_id } = await response.json();
  const { customer_name } = delivery.input;
  return { order, driver: by, command_id: delivery.command_id, confirmation_id, customer_name };
}

type Facts = Partial<Omit<CorrectDelivery, 'taken' | 'photo'>> & {
  cash_fils?: number;
  card_fils?: number;
  link?: CorrectDelivery['taken']['link'];
  transfer?: CorrectDelivery['taken']['transfer'];
  photo?: boolean;
};

/** The input of a correction, with its files uploaded: by default AED 140.00 in cash, with a reason. */
export async function prepareCorrection(
  app: Sends,
  shop: Pick<TestShop, 'shop_id' | 'time_zone'>,
  by: TestStaff,
  { order, driver, command_id: delivery_command_id, confirmation_id, customer_name }: Delivered,
  { cash_fils = 14_000, card_fils = 0, link = null, transfer = null, photo = false, ...changes }: Facts = {},
) {
  const command_id = newId();
  const folder = deliveryFolder({
    ...shop,
    ...{ driver_id: driver.driver_id ?? 0, order_id: order.id, order_number: order.order_number },
    delivered_at: new Date(),
  });
  const put = async (name: string, bytes: Uint8Array) => {
    const [path, sha256] = [folder + name, sha256Of(bytes)];
    const answer = await app.send('PUT', `/storage/v1/object/order-deliveries/${encodeURI(path)}`, {
      as: by.session_id,
      bytes,
      headers: { 'content-sha256': sha256 },
    });
    if (answer.status !== 200) throw new Error(`upload answered ${answer.status}: ${await answer.text()}`);
    return { path, sha256 };
  };
  const shared = {
    ...{ order_id: order.id, number: 1, customer_name },
    taken: { cash_fils, card_fils, link, transfer },
    rounding_fils: 0,
    short_reason: 'The customer had no more cash',
    photo: photo ? await put(correctionPhotoName(command_id), jpegBytes(command_id)) : null,
    document: await put(correctionDocumentName(command_id), pdfBytes(command_id)),
    ...{ occurred_at: new Date().toISOString(), clock_offset_ms: 0 },
    ...changes,
  };
  return { command_id, shared, delivery_command_id, confirmation_id };
}

type PreparedCorrection = Awaited<ReturnType<typeof prepareCorrection>>;

export function sendOwn(
  app: Sends,
  by: TestStaff,
  { command_id, shared, delivery_command_id }: PreparedCorrection,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body: CorrectDelivery = { delivery_command_id, ...shared };
  return app.send('POST', '/api/delivery-corrections', {
    as: by.session_id,
    body,
    headers: { 'idempotency-key': command_id, ...headers },
  });
}

export function sendByManager(
  app: Sends,
  by: TestStaff,
  { command_id, shared, confirmation_id }: PreparedCorrection,
  reason = 'The customer called about the wrong amount',
): Promise<Response> {
  const { delivery_command_id: _, ...facts } = { delivery_command_id: '', ...shared };
  const body: CorrectRecordedDelivery = { confirmation_id, ...facts, reason };
  return app.send('POST', '/api/delivery-corrections/by-manager', {
    as: by.session_id,
    body,
    headers: { 'idempotency-key': command_id },
  });
}

/** Corrects an own delivery. */
export async function correctOwn(
  app: TestApp,
  shop: TestShop,
  delivered: Delivered,
  facts: Facts = {},
): Promise<DeliveryCorrected> {
  const prepared = await prepareCorrection(app, shop, delivered.driver, delivered, facts);
  const response = await sendOwn(app, delivered.driver, prepared);
  if (response.status !== 200) throw new Error(await response.text());
  return response.json();
}

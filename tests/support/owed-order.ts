import type { CollectOwed } from '../../contract/operations/dashboard/order-payments/collect-owed.schema.ts';
import type { MatchPayment } from '../../contract/operations/desk/payments/match-payment.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { orderPaymentReference } from '../../contract/rules/references.ts';
import { deliveryFolder, paymentReceiptName } from '../../contract/rules/storage-paths.ts';
import { deliverTaken } from './taken-delivery.ts';
import type { Sends, TestApp } from './test-app.ts';
import { ok } from './test-approvals.ts';
import { pdfBytes, sha256Of } from './test-delivery.ts';
import type { Prepared } from './test-handover.ts';
import { addOrder, type TestOrder, type TestShop, type TestStaff } from './test-shop.ts';

export type DeliveredOrder = TestOrder & { confirmation_id: string };
type Taken = NonNullable<Parameters<typeof deliverTaken>[4]>['taken'];

/** Delivers an order over AED 145.00 with less taken; by default AED 5.00 are owed. */
export async function owedOrder(
  app: TestApp,
  shop: TestShop,
  taken: Taken = { cash_fils: 14_000 },
  driver: TestStaff = shop.driver,
): Promise<DeliveredOrder> {
  const order = await addOrder(app.owner, shop, driver);
  const short_reason = 'No more cash';
  const { confirmation_id } = await deliverTaken(app, shop, driver, order, { taken, short_reason });
  return { ...order, confirmation_id };
}

const NOTHING = { cash_fils: 0, card_fils: 0, link: null, transfer: null };
let made = 0;

/** Uploads the receipt as the device does and returns the command, ready to send. */
export async function preparePayment(
  app: Sends,
  shop: Pick<TestShop, 'shop_id' | 'time_zone'>,
  by: TestStaff,
  order: Pick<TestOrder, 'id' | 'order_number'>,
  {
    taken = { cash_fils: 500 },
    driver,
    at,
    ...changes
  }: Partial<Omit<CollectOwed, 'taken'>> & {
    taken?: Partial<CollectOwed['taken']>;
    driver?: TestStaff;
    at?: Date;
  } = {},
): Promise<Prepared<CollectOwed>> {
  made += 1;
  const pressed_at = at ?? new Date(Date.now() - made);
  const command_id = newId();
  const { shop_id, time_zone } = shop;
  const driver_id = (driver ?? by).driver_id ?? 0;
  const reference = orderPaymentReference(pressed_at);
  const named = { shop_id, driver_id, order_id: order.id, order_number: order.order_number };
  const path =
    deliveryFolder({ ...named, delivered_at: pressed_at, time_zone }) + paymentReceiptName(reference);
  const bytes = pdfBytes(command_id);
  const receipt = { path, sha256: sha256Of(bytes) };
  const put = await app.send('PUT', `/storage/v1/object/order-deliveries/${path}`, {
    as: by.session_id,
    bytes,
    headers: { 'content-sha256': receipt.sha256 },
  });
  if (put.status !== 200) throw new Error(`upload answered ${put.status}: ${await put.text()}`);
  const input: CollectOwed = {
    reference,
    order_id: order.id,
    customer_name: 'Layla Haddad',
    taken: { ...NOTHING, ...taken },
    receipt,
    occurred_at: pressed_at.toISOString(),
    clock_offset_ms: 0,
    ...changes,
  };
  return { command_id, input };
}

export function sendPayment(app: Sends, by: TestStaff, { command_id, input }: Prepared<CollectOwed>) {
  return post(app, '/api/order-payments', by, input, command_id);
}

/** Records a payment and returns the reply. */
export async function collected(...given: Parameters<typeof preparePayment>) {
  const [app, , by] = given;
  return ok<Record<string, unknown> & { id: string }>(sendPayment(app, by, await preparePayment(...given)));
}

export function sendMatch(app: Sends, by: TestStaff, input: MatchPayment, command_id: string = newId()) {
  return post(app, '/api/desk/payments/match', by, input, command_id);
}

export function sendWaiver(
  app: Sends,
  by: TestStaff,
  input: { order_id: string; amount_fils: number; reason?: string },
  command_id: string = newId(),
) {
  return post(
    app,
    '/api/desk/payments/waivers',
    by,
    { reason: 'The goods arrived late', ...input },
    command_id,
  );
}

function post(app: Sends, path: string, by: TestStaff, body: object, command_id: string) {
  return app.send('POST', path, { as: by.session_id, body, headers: { 'idempotency-key': command_id } });
}

/** Returns what an order has open, and its payment status. */
export async function openOf(app: TestApp, { id }: Pick<TestOrder, 'id'>) {
  const { rows } = await app.database.owner.query(
    `select b.owed_fils::int, b.unmatched_fils::int, b.refund_fils::int, o.payment_status
    from orders o join order_balances b on b.shop_id = o.shop_id and b.order_id = o.id where o.id = $1`,
    [id],
  );
  return rows[0];
}

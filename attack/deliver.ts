import { createHash, randomBytes } from 'node:crypto';
import { deliveryFolder, deliveryNoteName } from '../contract/rules/storage-paths.ts';
import { GOOD_BODIES } from '../tests/support/bad-values.ts';
import { addOrder } from '../tests/support/test-shop.ts';
import { type AttackedPlace, commandHeaders } from './attacked-place.ts';
import { NO_ANSWER, type Sent, textOf } from './http-client.ts';

/** As a phone makes them: bytes. */
const PHOTO_BYTES = 300_000;
const NOTE_BYTES = 30_000;
/** A phone sends again what found no place, with the same id, as the outbox does; after so many times the delivery counts as failed. */
const PATIENCE = { again: [NO_ANSWER, 429, 503], attempts_max: 20, pause_ms: 250 };

/** Delivers an order of its own with photo and note, as the phone does. Answers how long it took, in ms; throws when it failed. */
export async function deliver(place: AttackedPlace): Promise<number> {
  const { shop, owner } = place;
  const order = await addOrder(owner, shop, shop.driver);
  const folder = deliveryFolder({
    shop_id: shop.shop_id,
    driver_id: shop.driver.driver_id ?? 0,
    order_id: order.id,
    order_number: order.order_number,
    delivered_at: new Date(),
    time_zone: 'Asia/Dubai',
  });
  const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(PHOTO_BYTES)]);
  const note = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(NOTE_BYTES)]);
  const started = performance.now();
  const delivery_image = await put(place, `${folder}delivery-image.jpg`, photo);
  const name = deliveryNoteName({ order_id: order.id, order_number: order.order_number });
  const delivery_note = await put(place, `${folder}${name}`, note);
  const body = JSON.stringify({
    ...GOOD_BODIES.confirm_delivery,
    order_id: order.id,
    due_amount_fils: order.due_amount_fils,
    delivery_image,
    delivery_note,
    occurred_at: new Date().toISOString(),
  });
  const headers = commandHeaders(shop.driver.access_token);
  await send(place, { method: 'POST', path: '/api/deliveries', headers, body });
  return performance.now() - started;
}

async function put(place: AttackedPlace, path: string, bytes: Uint8Array) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const headers = { authorization: `Bearer ${place.shop.driver.access_token}`, 'content-sha256': sha256 };
  const address = `/storage/v1/object/order-deliveries/${encodeURI(path)}`;
  await send(place, { method: 'PUT', path: address, headers, body: bytes });
  return { path, sha256 };
}

/** Sends until it is taken. */
async function send({ http }: AttackedPlace, sent: Sent): Promise<void> {
  textOf(sent, await http.sendPatiently(sent, PATIENCE));
}

import { randomBytes } from 'node:crypto';
import { deliveryInput } from '../tests/support/delivery-input.ts';
import { sha256Of } from '../tests/support/test-delivery.ts';
import { addOrder } from '../tests/support/test-shop.ts';
import { type AttackedServer, commandHeaders } from './attacked-server.ts';
import { type HttpRequest, NO_RESPONSE, textOf } from './http-client.ts';

/** Sizes of the files that a driver's device uploads. */
const PHOTO_BYTES = 300_000;
const NOTE_BYTES = 30_000;
/**
 * The device retries a refused request with the same id, as the outbox does; after this many attempts the
 * delivery counts as failed.
 */
const PATIENCE = { again: [NO_RESPONSE, 429, 503], attempts_max: 20, pause_ms: 250 };

/**
 * Delivers a new order with photo and note, like the driver's device. Returns the duration in ms. Throws if
 * it fails.
 */
export async function deliver(place: AttackedServer): Promise<number> {
  const { shop, owner } = place;
  const order = await addOrder(owner, shop, shop.driver);
  const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(PHOTO_BYTES)]);
  const note = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(NOTE_BYTES)]);
  const sha256 = { photo: sha256Of(photo), note: sha256Of(note) };
  const delivered = { shop: { ...shop, time_zone: 'Asia/Dubai' }, driver: shop.driver, order, sha256 };
  const input = deliveryInput(delivered);
  const started = performance.now();
  await putDeliveryFile(place, input.delivery_image, photo);
  await putDeliveryFile(place, input.delivery_note, note);
  const headers = commandHeaders(shop.driver.access_token);
  await send(place, { method: 'POST', path: '/api/deliveries', headers, body: JSON.stringify(input) });
  return performance.now() - started;
}

type Named = { path: string; sha256: string };

/** Uploads a file of a delivery as the shop's driver. */
export async function putDeliveryFile(place: AttackedServer, { path, sha256 }: Named, body: Uint8Array) {
  const headers = { authorization: `Bearer ${place.shop.driver.access_token}`, 'content-sha256': sha256 };
  const address = `/storage/v1/object/order-deliveries/${encodeURI(path)}`;
  await send(place, { method: 'PUT', path: address, headers, body });
}

/** Sends until the request is accepted. */
async function send({ http }: AttackedServer, sent: HttpRequest): Promise<void> {
  textOf(sent, await http.sendWithRetries(sent, PATIENCE));
}

import { createHash, randomBytes } from 'node:crypto';
import type { BenchPlace } from './bench-place.ts';
import { confirm } from './cash-commands.ts';
import { multipartOf } from './command-with-files.ts';
import type { PreparedDelivery } from './prepared-deliveries.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const PDF = Buffer.from('%PDF-1.4\n');

/** A delivery with what a device sends for it. */
export type WholeDelivery = PreparedDelivery & { photo: Buffer; note: Buffer };

/** Bytes that no other delivery has: equal ones would be stored once. */
export function withBytes(delivery: PreparedDelivery, bytes: { photo: number; note: number }): WholeDelivery {
  const photo = Buffer.concat([JPEG, randomBytes(bytes.photo - JPEG.length)]);
  const note = Buffer.concat([PDF, randomBytes(bytes.note - PDF.length)]);
  const named = (path: string, content: Buffer) => ({ path, sha256: sha256Of(content) });
  const { delivery_image, delivery_note } = delivery.input;
  const input = {
    ...delivery.input,
    delivery_image: named(delivery_image.path, photo),
    delivery_note: named(delivery_note.path, note),
  };
  return { ...delivery, input, photo, note };
}

/** The command with its files in one request, as a device with a good network sends it. Throws where the answer is not 200. */
export async function sendWhole({ http }: BenchPlace, delivery: WholeDelivery): Promise<void> {
  const { driver, command_id, input, photo, note } = delivery;
  const { type, body } = multipartOf(input, [
    { sha256: input.delivery_image.sha256, bytes: photo },
    { sha256: input.delivery_note.sha256, bytes: note },
  ]);
  await http.mustSend({
    method: 'POST',
    path: '/api/deliveries',
    headers: {
      authorization: `Bearer ${driver.access_token}`,
      'content-type': type,
      'idempotency-key': command_id,
    },
    body,
  });
}

/** Its files one after the other, then the command, as over a poor network. Throws where one of them does not answer 200. */
export async function sendInParts(place: BenchPlace, delivery: WholeDelivery): Promise<void> {
  const { delivery_image, delivery_note } = delivery.input;
  await put(place, delivery, delivery_image, delivery.photo);
  await put(place, delivery, delivery_note, delivery.note);
  await confirm(place, delivery);
}

function put(
  { http }: BenchPlace,
  { driver }: WholeDelivery,
  { path, sha256 }: { path: string; sha256: string },
  body: Buffer,
): Promise<string> {
  const address = path.split('/').map(encodeURIComponent).join('/');
  return http.mustSend({
    method: 'PUT',
    path: `/storage/v1/object/order-deliveries/${address}`,
    headers: { authorization: `Bearer ${driver.access_token}`, 'content-sha256': sha256 },
    body,
  });
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

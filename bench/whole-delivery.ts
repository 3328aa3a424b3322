import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BenchPlace } from './bench-place.ts';
import type { PreparedDelivery } from './book/prepared-deliveries.ts';
import { confirm } from './cash-commands.ts';
import { type Chunks, lengthOf, multipartOf } from './command-with-files.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const PDF = Buffer.from('%PDF-1.4\n');
const FILLING = randomBytes(1024 * 1024);
const OWN_BYTES = 16;

/** A delivery with the files that a device sends for it. */
export type WholeDelivery = PreparedDelivery & { photo: Chunks; note: Chunks };

/** Adds files of these sizes in bytes. Each has 16 unique bytes, because equal files are stored once. */
export function withBytes(delivery: PreparedDelivery, bytes: { photo: number; note: number }): WholeDelivery {
  const photo = fileOf(JPEG, bytes.photo);
  const note = fileOf(PDF, bytes.note);
  const named = (path: string, content: Chunks) => ({ path, sha256: sha256Of(content) });
  const { delivery_image, delivery_note } = delivery.input;
  const input = {
    ...delivery.input,
    delivery_image: named(delivery_image.path, photo),
    delivery_note: named(delivery_note.path, note),
  };
  return { ...delivery, input, photo, note };
}

function fileOf(start: Buffer, length: number): Chunks {
  if (length > FILLING.length) throw new RangeError(`files must not exceed ${FILLING.length} bytes`);
  return [start, randomBytes(OWN_BYTES), FILLING.subarray(0, length - start.length - OWN_BYTES)];
}

/**
 * Sends the command with its files in one request, as over a good network. Throws unless the status is 200.
 */
export async function sendWhole({ http }: BenchPlace, delivery: WholeDelivery): Promise<void> {
  const { driver, command_id, input, photo, note } = delivery;
  const { type, body } = multipartOf(input, [
    { sha256: input.delivery_image.sha256, chunks: photo },
    { sha256: input.delivery_note.sha256, chunks: note },
  ]);
  await http.mustSend({
    method: 'POST',
    path: '/api/deliveries',
    headers: {
      authorization: `Bearer ${driver.access_token}`,
      'content-type': type,
      'content-length': String(lengthOf(body)),
      'idempotency-key': command_id,
    },
    body: Readable.from(body),
  });
}

/**
 * Sends the files one after the other, then the command, as over a poor network. Throws unless each status is
 * 200.
 */
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
  body: Chunks,
): Promise<string> {
  const address = path.split('/').map(encodeURIComponent).join('/');
  return http.mustSend({
    method: 'PUT',
    path: `/storage/v1/object/order-deliveries/${address}`,
    headers: {
      authorization: `Bearer ${driver.access_token}`,
      'content-length': String(lengthOf(body)),
      'content-sha256': sha256,
    },
    body: Readable.from(body),
  });
}

function sha256Of(chunks: Chunks): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

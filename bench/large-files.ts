import { createHash, randomBytes } from 'node:crypto';
import type { BenchPlace } from './bench-place.ts';
import { confirm } from './cash-commands.ts';
import { measure } from './measure.ts';
import type { Part, Row, Table } from './part.ts';
import { type PreparedDelivery, prepareDeliveries } from './prepared-deliveries.ts';

const BYTES = 300 * 1024;
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const PDF = Buffer.from('%PDF-1.4\n');

type Job = PreparedDelivery & { photo: Buffer; note: Buffer };

export const files: Part<{ deliveries: number }> = {
  name: 'files',
  about: 'deliveries with their photo and PDF',
  sizes: { full: { deliveries: 200 }, quick: { deliveries: 16 } },
  measure: async ({ place }, sizes) => [await largeFiles(await place(), sizes.deliveries)],
};

/** Whole deliveries as a device sends them: a photo and a PDF of 300 KB each, then the command. */
async function largeFiles(place: BenchPlace, count: number): Promise<Table> {
  const rows: Row[] = [];
  for (const at_once of [1, 8]) {
    const jobs = (await prepareDeliveries(place, count, false)).map(withBytes);
    const work = async (job: Job) => {
      await put(place, job, job.input.delivery_image.path, job.photo);
      await put(place, job, job.input.delivery_note.path, job.note);
      await confirm(place, job);
    };
    const measured = await measure({ jobs, work }, at_once);
    const mb_per_second = Math.round((measured.per_second * 2 * BYTES) / 1_000_000);
    rows.push({ at_once, ...measured, mb_per_second });
  }
  return {
    title: 'Deliveries with a photo and a PDF of 300 KB, three requests each',
    keys: ['at_once'],
    steady: {},
    times: { per_second: 'more', p50_ms: 'less', p95_ms: 'less', mb_per_second: 'more' },
    rows,
  };
}

function withBytes(delivery: PreparedDelivery): Job {
  const photo = Buffer.concat([JPEG, randomBytes(BYTES - JPEG.length)]);
  const note = Buffer.concat([PDF, randomBytes(BYTES - PDF.length)]);
  const named = (path: string, bytes: Buffer) => ({ path, sha256: sha256Of(bytes) });
  const { delivery_image, delivery_note } = delivery.input;
  const input = {
    ...delivery.input,
    delivery_image: named(delivery_image.path, photo),
    delivery_note: named(delivery_note.path, note),
  };
  return { ...delivery, input, photo, note };
}

function put({ http }: BenchPlace, { driver }: Job, path: string, body: Buffer): Promise<string> {
  const address = path.split('/').map(encodeURIComponent).join('/');
  return http.mustSend({
    method: 'PUT',
    path: `/storage/v1/object/order-deliveries/${address}`,
    headers: { authorization: `Bearer ${driver.access_token}`, 'content-sha256': sha256Of(body) },
    body,
  });
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

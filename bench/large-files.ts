import type { BenchPlace } from './bench-place.ts';
import { measure } from './measure.ts';
import type { Part, Row, Table } from './part.ts';
import { prepareDeliveries } from './prepared-deliveries.ts';
import { sendWhole, type WholeDelivery, withBytes } from './whole-delivery.ts';

const BYTES = 300 * 1024;

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
    const prepared = await prepareDeliveries(place, count, false);
    const jobs = prepared.map((delivery) => withBytes(delivery, { photo: BYTES, note: BYTES }));
    const work = (job: WholeDelivery) => sendWhole(place, job);
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

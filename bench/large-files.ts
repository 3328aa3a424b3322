import type { BenchPlace } from './bench-place.ts';
import { prepareDeliveries } from './book/prepared-deliveries.ts';
import { hundredths, knownOnly, measureBoth } from './measure/measure.ts';
import type { Part, Row, Table } from './part.ts';
import { sendInParts, sendWhole, type WholeDelivery, withBytes } from './whole-delivery.ts';

const BYTES = 300 * 1024;

export const files: Part<{ deliveries: number }> = {
  name: 'files',
  about: 'deliveries with their photo and PDF, in one request and in three',
  sizes: { full: { deliveries: 200 }, quick: { deliveries: 16 } },
  measure: async ({ place }, sizes) => [await largeFiles(await place(), sizes.deliveries)],
};

/**
 * Measures whole deliveries as a device sends them: a photo and a PDF of 300 KB each, with the command or
 * before it.
 */
async function largeFiles(place: BenchPlace, count: number): Promise<Table> {
  const prepare = async () =>
    (await prepareDeliveries(place, count, false)).map((delivery) =>
      withBytes(delivery, { photo: BYTES, note: BYTES }),
    );
  const processorMs = () => {
    const taken = place.processorTime();
    return taken && taken.node_ms + taken.postgres_ms;
  };
  const rows: Row[] = [];
  for (const at_once of [1, 8]) {
    const [one, three] = await measureBoth(
      { jobs: await prepare(), work: (job: WholeDelivery) => sendWhole(place, job), processorMs },
      { jobs: await prepare(), work: (job: WholeDelivery) => sendInParts(place, job), processorMs },
      at_once,
    );
    rows.push({
      at_once,
      one_request_to_three: hundredths(one.per_second / three.per_second),
      ...knownOnly({ processor_ms: one.processor_ms, in_three_processor_ms: three.processor_ms }),
      per_second: one.per_second,
      p50_ms: one.p50_ms,
      p95_ms: one.p95_ms,
      mb_per_second: Math.round((one.per_second * 2 * BYTES) / 1_000_000),
      in_three_per_second: three.per_second,
    });
  }
  return {
    title: 'Deliveries with a photo and a PDF of 300 KB in one request, against three requests each',
    keys: ['at_once'],
    steady: { one_request_to_three: 'more', processor_ms: 'less', in_three_processor_ms: 'less' },
    times: {
      per_second: 'more',
      p50_ms: 'less',
      p95_ms: 'less',
      mb_per_second: 'more',
      in_three_per_second: 'more',
    },
    rows,
  };
}

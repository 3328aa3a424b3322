import type { BenchPlace } from './bench-place.ts';
import { hundredths, measureBoth } from './measure.ts';
import type { Part, Row, Table } from './part.ts';
import { type PreparedDelivery, prepareDeliveries } from './prepared-deliveries.ts';
import { recordStatements, replay } from './recorded-statements.ts';

const AT_ONCE = [1, 8, 32];

export const deliveries: Part<{ deliveries: number }> = {
  name: 'deliveries',
  about: 'deliveries for cash over HTTP, against their own statements',
  sizes: { full: { deliveries: 2_000 }, quick: { deliveries: 80 } },
  measure: async ({ place }, sizes) => [await cashCommands(await place(), sizes.deliveries)],
};

/** Deliveries for cash over HTTP (token, session, row security, idempotency), against their own SQL by a bare driver. */
async function cashCommands(place: BenchPlace, count: number): Promise<Table> {
  const [first, ...warming] = await prepareDeliveries(place, 1 + place.drivers.length, true);
  if (!first) throw new Error('nothing was prepared');
  for (const delivery of warming) await confirm(place, delivery);
  const statements = await recordStatements(() => confirm(place, first));
  const rows: Row[] = [];
  let expected = 1 + warming.length;
  for (const at_once of AT_ONCE) {
    const jobs = at_once === 1 ? Math.ceil(count / 4) : count;
    const bare_jobs = await prepareDeliveries(place, jobs, true);
    const http_jobs = await prepareDeliveries(place, jobs, true);
    const [bare, http] = await measureBoth(
      { jobs: bare_jobs, work: (job) => replay(place.pools.request, statements, othersOf(first, job)) },
      { jobs: http_jobs, work: (job) => confirm(place, job) },
      at_once,
    );
    expected += 2 * jobs;
    rows.push({
      at_once,
      statements: statements.length,
      http_per_second: http.per_second,
      p50_ms: http.p50_ms,
      p95_ms: http.p95_ms,
      bare_per_second: bare.per_second,
      http_to_bare: hundredths(http.per_second / bare.per_second),
    });
  }
  const delivered = await place.pools.owner.query('select count(*) from cash_movements');
  if (Number(delivered.rows[0].count) !== expected) throw new Error('not every delivery moved its cash');
  return {
    title: 'Deliveries for cash over HTTP, against their own statements by a bare driver',
    keys: ['at_once'],
    steady: { http_to_bare: 'more', statements: 'less' },
    times: { http_per_second: 'more', p50_ms: 'less', p95_ms: 'less', bare_per_second: 'more' },
    rows,
  };
}

export function confirm(
  { http }: BenchPlace,
  { driver, command_id, input }: PreparedDelivery,
): Promise<string> {
  return http.mustSend({
    method: 'POST',
    path: '/api/deliveries',
    headers: {
      authorization: `Bearer ${driver.access_token}`,
      'content-type': 'application/json',
      'idempotency-key': command_id,
    },
    body: JSON.stringify(input),
  });
}

/** What stands for what, when `job` is done with the statements of `first`. */
function othersOf(first: PreparedDelivery, job: PreparedDelivery): Map<string | number, string | number> {
  const named = ({ driver, input, ...ids }: PreparedDelivery) => [
    ids.command_id,
    ids.image_file_id,
    ids.note_file_id,
    driver.user_id,
    driver.session_id,
    driver.driver_id,
    input.order_id,
    input.delivery_image.path,
    input.delivery_image.sha256,
    input.delivery_note.path,
    input.delivery_note.sha256,
  ];
  const to = named(job);
  return new Map(named(first).map((from, index) => [from, to[index] ?? from]));
}

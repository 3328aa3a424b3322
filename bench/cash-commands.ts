import type { BenchPlace } from './bench-place.ts';
import { type PreparedDelivery, prepareDeliveries } from './book/prepared-deliveries.ts';
import { hundredths, measure, tenths } from './measure/measure.ts';
import { perJob } from './measure/processor-time.ts';
import type { Part, Row, Table } from './part.ts';
import { isPgbenchInstalled, openPgbench, type Pgbench } from './postgres/pgbench.ts';
import { recordRoundTrips } from './postgres/recorded-statements.ts';

const AT_ONCE = [1, 8, 32];
/** Enough rounds that other load on the machine affects all sides of a comparison alike. */
const ROUNDS = 4;

/**
 * `warming`: deliveries before the measurement, because Node still compiles the code of a new server.
 * `deliveries`: the number per measurement, a quarter of it with one client, spread over the rounds.
 */
type Sizes = { warming: number; deliveries: number };

export const deliveries: Part<Sizes> = {
  name: 'deliveries',
  about: 'deliveries for cash over HTTP, against the same SQL by pgbench',
  sizes: { full: { warming: 3_000, deliveries: 2_000 }, quick: { warming: 40, deliveries: 320 } },
  measure: async ({ place }, sizes) => [await cashCommands(await place(), sizes)],
};

/**
 * Cash deliveries over HTTP (token, session, row-level security, idempotency) compared with the same SQL in
 * pgbench: one statement at a time, and grouped as the server sends it.
 */
async function cashCommands(place: BenchPlace, { warming, deliveries: count }: Sizes): Promise<Table> {
  const [first, ...before] = await prepareDeliveries(place, 1 + warming, true);
  if (!first) throw new Error('no delivery was prepared');
  await measure({ jobs: before, work: (job) => confirm(place, job) }, Math.max(...AT_ONCE));
  const sendings = await recordRoundTrips(place, first);
  const pgbench = (await isPgbenchInstalled()) ? await openPgbench(place, sendings) : null;
  const rows: Row[] = [];
  let delivered = 1 + warming;
  try {
    for (const at_once of AT_ONCE) {
      const each = Math.ceil((at_once === 1 ? count / 4 : count) / ROUNDS);
      const { row, jobs } = await measureSides(place, pgbench, first, at_once, each);
      delivered += jobs;
      rows.push(row);
    }
  } finally {
    await pgbench?.close();
  }
  const { rows: counted } = await place.pools.owner.query('select count(*) from cash_movements');
  if (Number(counted[0].count) !== delivered)
    throw new Error('the numbers of deliveries and cash movements differ');
  const counts = { statements: sendings.flat().length, waits: sendings.length };
  return {
    // Without pgbench (Debian: postgresql-contrib) there is no comparison, and its columns are absent.
    title: 'Deliveries for cash over HTTP, against the same SQL by pgbench',
    keys: ['at_once'],
    steady: {
      http_to_one_by_one: 'more',
      http_to_together: 'more',
      node_ms: 'less',
      postgres_ms: 'less',
      statements: 'less',
      waits: 'less',
    },
    times: { per_second: 'more', p95_ms: 'less', one_by_one_per_second: 'more', together_per_second: 'more' },
    rows: rows.map((row) => ({ ...row, ...counts })),
  };
}

/** Measures pgbench in both ways and HTTP in turns. Returns the row and the number of deliveries. */
async function measureSides(
  place: BenchPlace,
  pgbench: Pgbench | null,
  first: PreparedDelivery,
  at_once: number,
  each: number,
): Promise<{ row: Row; jobs: number }> {
  const by_pgbench: ByPgbench = { one_by_one: [], together: [] };
  const by_http: HttpRound[] = [];
  let jobs_count = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const how of pgbench ? WAYS : []) {
      const others = (await prepareDeliveries(place, each, true)).map((job) => othersOf(first, job));
      const measured = await pgbench?.measure(others, at_once, how);
      by_pgbench[how].push(measured?.ms ?? 0);
      jobs_count += measured?.jobs ?? 0;
    }
    by_http.push(await measureHttp(place, at_once, each));
    jobs_count += each;
  }
  return { row: sidesRow(at_once, pgbench ? by_pgbench : null, by_http), jobs: jobs_count };
}

const WAYS = ['one_by_one', 'together'] as const;
/** Milliseconds per delivery, one value per round. */
type ByPgbench = Record<(typeof WAYS)[number], number[]>;
type HttpRound = Awaited<ReturnType<typeof measureHttp>>;

async function measureHttp(place: BenchPlace, at_once: number, each: number) {
  const jobs = await prepareDeliveries(place, each, true);
  const before = place.processorTime();
  const { per_second, p95_ms } = await measure({ jobs, work: (job) => confirm(place, job) }, at_once);
  return { per_second, p95_ms, took: perJob(before, place.processorTime(), each) };
}

function sidesRow(at_once: number, by_pgbench: ByPgbench | null, by_http: readonly HttpRound[]): Row {
  const per_second = mean(by_http.map((round) => round.per_second));
  const row: Row = { at_once };
  for (const how of by_pgbench ? WAYS : []) {
    const pgbench_per_second = (at_once / mean(by_pgbench?.[how] ?? [])) * 1_000;
    row[`${how}_per_second`] = tenths(pgbench_per_second);
    row[`http_to_${how}`] = hundredths(per_second / pgbench_per_second);
  }
  for (const name of ['node_ms', 'postgres_ms'] as const) {
    const known = by_http.flatMap(({ took }) => took[name] ?? []);
    if (known.length > 0) row[name] = hundredths(mean(known));
  }
  return {
    ...row,
    per_second: tenths(per_second),
    p95_ms: tenths(mean(by_http.map(({ p95_ms }) => p95_ms))),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
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

/** Maps each recorded value of `first` to its counterpart in `job`. */
function othersOf(first: PreparedDelivery, job: PreparedDelivery): Map<string, string> {
  const named = ({ driver, input, ...ids }: PreparedDelivery) =>
    [
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
    ].map(String);
  const to = named(job);
  return new Map(named(first).map((from, index) => [from, to[index] ?? from]));
}

import type { BenchPlace } from '../bench-place.ts';
import { prepareDeliveries } from '../book/prepared-deliveries.ts';
import { hundredths, measure, quantiles, tenths } from '../measure/measure.ts';
import type { Part, Row, Table } from '../part.ts';
import { makeStop, type StopKind, stopsOf } from './driver-stops.ts';
import { watchMinutes } from './minute-watch.ts';
import { runOpenLoop, type StepResult, startedClock } from './open-loop.ts';
import { slopeOf } from './slope.ts';
import { type TableSize, tableSizes } from './state-of-server.ts';

type Sizes = { limit_stops: number; minutes: number; minute_s: number };

const LOAD = 0.6;
const AT_ONCE = 8;
const TABLES = [
  'commands',
  'cash_tracking_parts',
  'orders',
  'cash_movements',
  'files',
  'order_events',
  'feed',
  'audit_events',
];

export const sustained: Part<Sizes> = {
  name: 'sustained',
  about: '20 minutes of deliveries and reads at 60 % of the limit, which is measured first',
  by_name_only: true,
  // A minute of a quick run takes five seconds.
  sizes: {
    full: { limit_stops: 600, minutes: 20, minute_s: 60 },
    quick: { limit_stops: 48, minutes: 4, minute_s: 5 },
  },
  measure: async ({ place }, sizes) => sustain(await place(), sizes),
};

async function sustain(place: BenchPlace, { limit_stops, minutes, minute_s }: Sizes): Promise<Table[]> {
  const limit_per_second = await limitOf(place, limit_stops);
  const per_second = LOAD * limit_per_second;
  const before = await tableSizes(place.pools.owner, TABLES);
  const done: StepResult<StopKind>[] = [];
  const clock = startedClock();
  const [by_minute] = await Promise.all([
    watchMinutes(place, TABLES, clock, { minutes, minute_s }),
    runOpenLoop(stopsOf(place, { per_second, seconds: minutes * minute_s }), clock, (one) => done.push(one)),
  ]);
  const seconds = clock.now() / 1_000;
  const after = await tableSizes(place.pools.owner, TABLES);
  const deliveries = done.filter(({ kind }) => kind === 'delivery');
  const failures = done.flatMap(({ failure }) => failure ?? []);
  const whole: Row = {
    limit_per_second: tenths(limit_per_second),
    offered_per_second: tenths(per_second),
    done_per_second: tenths(deliveries.length / seconds),
    rss_mb_per_minute: hundredths(slopeOf(by_minute.slice(1).map(({ rss_mb }) => rss_mb))),
    failed: failures.length,
    ...(failures[0] ? { first_failure: failures[0] } : {}),
  };
  return [
    {
      title: 'Sustained: stops of drivers, each a whole delivery and five reads around it',
      keys: [],
      steady: { failed: 'less', rss_mb_per_minute: 'less' },
      times: { limit_per_second: 'more', offered_per_second: 'more', done_per_second: 'more' },
      rows: [whole],
    },
    {
      title: 'Sustained: from the scheduled time to the response',
      keys: ['kind'],
      steady: { p99_to_p50: 'less', failed: 'less' },
      times: { p50_ms: 'less', p99_ms: 'less', longest_ms: 'less' },
      rows: kindsOf(done).map((kind) =>
        latencyRow(
          kind,
          done.filter((one) => one.kind === kind),
        ),
      ),
    },
    {
      title: 'Sustained: minute by minute',
      keys: ['minute'],
      steady: {
        p99_to_p50: 'less',
        rss_mb: 'less',
        connections: 'less',
        busy_max: 'less',
        waiting_max: 'less',
        dead_rows: 'less',
      },
      times: { p50_ms: 'less', p99_ms: 'less' },
      rows: by_minute.map(({ minute, ...state }) => ({
        minute,
        ...latencies(deliveries.filter(({ at_ms }) => Math.floor(at_ms / (minute_s * 1_000)) === minute - 1)),
        ...state,
      })),
    },
    {
      title: 'Sustained: tables, before and after',
      keys: ['table'],
      steady: { bytes_a_row: 'less', bytes_a_new_row: 'less', dead_share: 'less' },
      times: {},
      rows: after.map((now, index) => growthRow(before[index] ?? now, now)),
    },
  ];
}

/** Returns the stops per second when each begins as soon as another ends. */
async function limitOf(place: BenchPlace, stops: number): Promise<number> {
  const warming = await prepareDeliveries(place, AT_ONCE, false);
  const jobs = await prepareDeliveries(place, stops, false);
  const work = (job: (typeof jobs)[number]) => makeStop(place, job);
  await measure({ jobs: warming, work }, AT_ONCE);
  return (await measure({ jobs, work }, AT_ONCE)).per_second;
}

function kindsOf(done: readonly StepResult<StopKind>[]): StopKind[] {
  return [...new Set(done.map(({ kind }) => kind))].sort();
}

function latencyRow(kind: StopKind, done: readonly StepResult<StopKind>[]): Row {
  return {
    kind,
    count: done.length,
    failed: done.filter(({ failure }) => failure !== null).length,
    ...latencies(done),
    longest_ms: quantiles(done.map(({ took_ms }) => took_ms))(1),
    begun_late_p99_ms: quantiles(done.map(({ late_ms }) => late_ms))(0.99),
  };
}

function latencies(done: readonly StepResult<StopKind>[]): {
  p99_to_p50: number;
  p50_ms: number;
  p99_ms: number;
} {
  const at = quantiles(done.map(({ took_ms }) => took_ms));
  const [p50_ms, p99_ms] = [at(0.5), at(0.99)];
  return { p99_to_p50: p50_ms === 0 ? 0 : tenths(p99_ms / p50_ms), p50_ms, p99_ms };
}

/**
 * Compares a table's bytes per row with its bytes per added row: a higher second value shows growth that the
 * rows do not explain.
 */
function growthRow(before: TableSize, after: TableSize): Row {
  const added = after.rows - before.rows;
  return {
    table: after.table,
    rows_before: before.rows,
    rows: after.rows,
    mb: tenths(after.bytes / 1_000_000),
    bytes_a_row: Math.round(after.bytes / Math.max(after.rows, 1)),
    bytes_a_new_row: added > 0 ? Math.round((after.bytes - before.bytes) / added) : 0,
    dead_share: hundredths(after.dead / Math.max(after.rows + after.dead, 1)),
  };
}

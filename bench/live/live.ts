import { readFile } from 'node:fs/promises';
import { STREAM_LIMITS } from '../../server/live/change-streams.ts';
import { type BenchPlace, openBenchPlace } from '../bench-place.ts';
import { type PreparedDelivery, prepareDeliveries } from '../book/prepared-deliveries.ts';
import { confirm } from '../cash-commands.ts';
import { hundredths, measure, quantiles, tenths } from '../measure/measure.ts';
import { perJob } from '../measure/processor-time.ts';
import type { Part, Row, Table } from '../part.ts';
import { runOpenLoop, type Step, startedClock } from '../sustained/open-loop.ts';
import { commitTimes, trackCommitTimes } from './commits.ts';
import { type CrowdShop, makeCrowd } from './crowd.ts';
import { importAtDesk } from './import-at-desk.ts';
import { type Listeners, openListeners, type ReceivedHint } from './listeners.ts';
import { openScreens } from './open-screens.ts';
import { type Painted, paintTimes } from './paint-times.ts';

type Sizes = {
  shops: number;
  /** The people at each shop's desk and its drivers; each has one stream. */
  desk: number;
  drivers: number;
  /** The number of deliveries that measure the server's limit. */
  limit: number;
  /** The duration of each load, in seconds. Each load runs at half of that limit. */
  seconds: number;
  screens: number;
  /** The number of orders assigned to each screen. */
  each: number;
  imported: number;
};

export const live: Part<Sizes> = {
  name: 'live',
  about: 'hints on a thousand streams alongside deliveries: latency and cost',
  sizes: {
    full: {
      shops: 50,
      desk: 2,
      drivers: 18,
      limit: 1_000,
      seconds: 15,
      screens: 10,
      each: 8,
      imported: 50_000,
    },
    quick: { shops: 3, desk: 1, drivers: 3, limit: 60, seconds: 2, screens: 3, each: 1, imported: 400 },
  },
  measure: async (_bench, sizes) => {
    // No default drivers, because the measured people belong to many shops.
    const place = await openBenchPlace(0, trackCommitTimes);
    try {
      return await measureLive(place, sizes);
    } finally {
      await place.close();
    }
  },
};

const AT_ONCE = 32;

async function measureLive(place: BenchPlace, sizes: Sizes): Promise<Table[]> {
  const crowd = await makeCrowd(place, sizes);
  const limit = await limitOf(place, crowd, sizes.limit);
  const half = limit / 2;
  const load: Load = { place, crowd, per_second: half, seconds: sizes.seconds };
  const alone = await underLoad(load, null);
  const listeners = await openListeners(place.server.url, crowd);
  const stream_kb = await memoryOfOneKb(place, crowd);
  try {
    const rows: Row[] = [];
    const beside = await underLoad(load, listeners);
    rows.push({ beside: 'deliveries', ...rowOf(beside), imported: 0, imported_per_s: 0 });
    const per_hint = costPerHint(alone, beside);
    const painted = await paintedBeside(load, listeners, sizes);
    rows.push({
      beside: 'deliveries and an import at a desk',
      ...(await besideImport(load, listeners, sizes)),
    });
    return tablesOf({ limit, half, rows, stream_kb, per_hint, painted, listeners });
  } finally {
    listeners.close();
  }
}

/** Runs deliveries until the import of all orders is complete, however long that takes. */
async function besideImport(load: Load, listeners: Listeners, { imported: orders }: Sizes): Promise<Row> {
  const [person] = load.crowd.at(-1)?.desk ?? [];
  if (!person) throw new Error('the shop has no desk staff');
  const importing = importAtDesk(load.place, person, orders);
  const rounds: Loaded[] = [];
  while (!importing.is_over()) rounds.push(await underLoad(load, listeners, importing.is_over));
  const seconds = await importing.ended;
  const imported = importing.imported();
  return { ...rowOf(together(rounds)), imported, imported_per_s: Math.round(imported / seconds) };
}

/** Returns the deliveries per second that the server reaches at full load, over all shops. */
async function limitOf(place: BenchPlace, crowd: readonly CrowdShop[], count: number): Promise<number> {
  const jobs = await deliveriesOf(place, crowd, count);
  await measure({ jobs: jobs.splice(0, count / 2), work: (job) => confirm(place, job) }, AT_ONCE);
  return (await measure({ jobs, work: (job) => confirm(place, job) }, AT_ONCE)).per_second;
}

/** Prepares deliveries, alternating between the shops. */
async function deliveriesOf(
  place: BenchPlace,
  crowd: readonly CrowdShop[],
  count: number,
): Promise<PreparedDelivery[]> {
  const each = Math.ceil(count / crowd.length);
  const of_shops: PreparedDelivery[][] = [];
  for (const { shop_id, drivers } of crowd) {
    of_shops.push(await prepareDeliveries({ ...place, shop_id, drivers }, each, true));
  }
  // Autovacuum does this once a minute in production; plans for empty tables would not be representative.
  await place.pools.owner.query('analyze');
  return Array.from({ length: each }, (_, at) => of_shops.flatMap((jobs) => jobs[at] ?? [])).flat();
}

type Load = { place: BenchPlace; crowd: readonly CrowdShop[]; per_second: number; seconds: number };
type Loaded = Awaited<ReturnType<typeof underLoad>>;

/**
 * Sends deliveries on schedule for `seconds`, or until `isEnough`. With streams, also measures the time from
 * each commit to the arrival of its hints.
 */
async function underLoad(
  { place, crowd, per_second, seconds }: Load,
  listeners: Listeners | null,
  isEnough: () => boolean = () => false,
) {
  const jobs = await deliveriesOf(place, crowd, Math.ceil(per_second * seconds));
  const before = { ...listeners?.counted };
  const from = listeners?.arrived.length ?? 0;
  const took_ms: number[] = [];
  let failures = 0;
  const started = place.processorTime();
  const steps = stepsOf(place, jobs, per_second, isEnough);
  await runOpenLoop(steps, startedClock(), ({ took_ms: took, failure }) => {
    took_ms.push(took);
    if (failure) failures += 1;
  });
  const deliveries = took_ms.length;
  const cost = perJob(started, place.processorTime(), Math.max(1, deliveries));
  // The last hints are still on their way.
  await new Promise((done) => setTimeout(done, 1_000));
  const arrived = listeners?.arrived.slice(from) ?? [];
  const hints = (listeners?.counted.hints ?? 0) - (before.hints ?? 0);
  const writes = (listeners?.counted.writes ?? 0) - (before.writes ?? 0);
  const late = await lateness(place, arrived);
  return { deliveries, took_ms, failures, cost, hints, writes, late };
}

async function* stepsOf(
  place: BenchPlace,
  jobs: readonly PreparedDelivery[],
  per_second: number,
  isEnough: () => boolean,
): AsyncGenerator<Step<'delivery'>> {
  for (const [at, job] of jobs.entries()) {
    if (isEnough()) return;
    yield { kind: 'delivery', at_ms: (at * 1_000) / per_second, work: () => confirm(place, job) };
  }
}

function together(rounds: readonly Loaded[]): Omit<Loaded, 'cost'> {
  const sum = (of: (round: Loaded) => number) => rounds.reduce((all, round) => all + of(round), 0);
  return {
    deliveries: sum(({ deliveries }) => deliveries),
    took_ms: rounds.flatMap(({ took_ms }) => took_ms),
    failures: sum(({ failures }) => failures),
    hints: sum(({ hints }) => hints),
    writes: sum(({ writes }) => writes),
    late: {
      desk: rounds.flatMap(({ late }) => late.desk),
      driver: rounds.flatMap(({ late }) => late.driver),
    },
  };
}

/** Returns the times from commit to arrival, in ms, at desks and at drivers. */
async function lateness(place: BenchPlace, arrived: readonly ReceivedHint[]) {
  const committed = await commitTimes(place, 'command_id', [
    ...new Set(arrived.map((one) => one.command_id)),
  ]);
  const of = (who: ReceivedHint['who']) =>
    arrived
      .filter((one) => one.who === who)
      .flatMap(({ command_id, at_ms }) => {
        const committed_at = committed.get(command_id);
        return committed_at === undefined ? [] : [at_ms - committed_at];
      });
  return { desk: of('desk'), driver: of('driver') };
}

function rowOf({ late, deliveries, took_ms, failures, hints, writes }: Omit<Loaded, 'cost'>): Row {
  const [all, desk, driver] = [
    quantiles([...late.desk, ...late.driver]),
    quantiles(late.desk),
    quantiles(late.driver),
  ];
  return {
    deliveries,
    failures,
    hints,
    writes,
    hint_p50_ms: all(0.5),
    hint_p95_ms: all(0.95),
    desk_p95_ms: desk(0.95),
    driver_p95_ms: driver(0.95),
    delivery_p95_ms: quantiles(took_ms)(0.95),
  };
}

/**
 * Returns the processor time of the server per hint, in ms: the additional time that the same deliveries take
 * with streams open.
 */
function costPerHint(alone: Loaded, beside: Loaded): number {
  const more_ms = (beside.cost.node_ms ?? 0) - (alone.cost.node_ms ?? 0);
  return hundredths((more_ms * beside.deliveries) / Math.max(1, beside.hints));
}

/** Measures the time from commit to paint on real screens, during deliveries. */
async function paintedBeside(
  load: Load,
  listeners: Listeners,
  { screens: count, each, seconds }: Sizes,
): Promise<Painted[]> {
  const { screens, close } = await openScreens(load.place, load.crowd, count);
  try {
    const [painted] = await Promise.all([
      // Spread over 90 % of the load's duration, so that all are painted under load.
      paintTimes(load.place, screens, { each, every_ms: (seconds * 900) / (count * each) }),
      underLoad(load, listeners),
    ]);
    return painted;
  } finally {
    await close();
  }
}

/**
 * Returns the server's memory per additional stream, in KB. The first thousand streams partly reuse garbage,
 * so this opens further streams for every session, up to the limit, and closes them again.
 */
async function memoryOfOneKb(place: BenchPlace, crowd: readonly CrowdShop[]): Promise<number> {
  const before_kb = await memoryKb(place.server.pid);
  const more: Listeners[] = [];
  for (let at = 1; at < STREAM_LIMITS.per_session; at += 1) {
    more.push(await openListeners(place.server.url, crowd));
  }
  const after_kb = await memoryKb(place.server.pid);
  for (const listeners of more) listeners.close();
  await new Promise((done) => setTimeout(done, 1_000));
  return tenths((after_kb - before_kb) / more.reduce((sum, { count }) => sum + count, 0));
}

async function memoryKb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}

type Found = {
  limit: number;
  half: number;
  rows: Row[];
  stream_kb: number;
  per_hint: number;
  painted: readonly Painted[];
  listeners: Listeners;
};

/**
 * Returns a row for each kind of screen and for all: time to paint, the part of it until the read was sent,
 * and the time that the response took.
 */
function paintedRows(painted: readonly Painted[]): Row[] {
  const kinds = [...new Set(painted.map(({ screen }) => screen))];
  return [...kinds, 'all'].map((kind) => {
    const those = painted.filter(({ screen }) => kind === 'all' || screen === kind);
    const [all, asked, answered] = (['painted_ms', 'asked_ms', 'answered_ms'] as const).map((name) =>
      quantiles(those.map((one) => one[name])),
    );
    return {
      screen: kind,
      painted: those.length,
      p50_ms: all?.(0.5) ?? 0,
      p95_ms: all?.(0.95) ?? 0,
      asked_p50_ms: asked?.(0.5) ?? 0,
      asked_p95_ms: asked?.(0.95) ?? 0,
      answered_p50_ms: answered?.(0.5) ?? 0,
      answered_p95_ms: answered?.(0.95) ?? 0,
    };
  });
}

function tablesOf({ limit, half, rows, stream_kb, per_hint, painted, listeners }: Found): Table[] {
  return [
    {
      title: 'From a commit to its hint, on every stream',
      keys: ['beside'],
      steady: {},
      times: {
        hint_p50_ms: 'less',
        hint_p95_ms: 'less',
        desk_p95_ms: 'less',
        driver_p95_ms: 'less',
        delivery_p95_ms: 'less',
      },
      rows,
    },
    {
      title: 'From a commit to its paint, on real screens',
      keys: ['screen'],
      steady: {},
      times: {
        p50_ms: 'less',
        p95_ms: 'less',
        asked_p50_ms: 'less',
        asked_p95_ms: 'less',
        answered_p50_ms: 'less',
        answered_p95_ms: 'less',
      },
      rows: paintedRows(painted),
    },
    {
      title: 'Cost of streams',
      keys: ['of'],
      steady: { kb_each: 'less', node_ms_per_hint: 'less' },
      times: { limit_per_second: 'more' },
      rows: [
        {
          of: 'all',
          streams: listeners.count,
          kb_each: stream_kb,
          node_ms_per_hint: per_hint,
          limit_per_second: tenths(limit),
          offered_per_second: tenths(half),
          ended: listeners.counted.ended,
          read_all: listeners.counted.read_all,
        },
      ],
    },
  ];
}

import { readFile } from 'node:fs/promises';
import { STREAM_LIMITS } from '../../server/live/change-streams.ts';
import { type BenchPlace, openBenchPlace } from '../bench-place.ts';
import { type PreparedDelivery, prepareDeliveries } from '../book/prepared-deliveries.ts';
import { confirm } from '../cash-commands.ts';
import { hundredths, measure, shares, tenths } from '../measure/measure.ts';
import { perJob } from '../measure/processor-time.ts';
import type { Part, Row, Table } from '../part.ts';
import { runOpenLoop, type Step, startedClock } from '../sustained/open-loop.ts';
import { commitTimes, noteCommits } from './commits.ts';
import { type CrowdShop, makeCrowd } from './crowd.ts';
import { importAtDesk } from './import-at-desk.ts';
import { type Arrived, type Listeners, openListeners } from './listeners.ts';
import { openScreens } from './open-screens.ts';
import { type Painted, paintTimes } from './paint-times.ts';

type Sizes = {
  shops: number;
  /** At each shop's desk, and on the road: one stream each. */
  desk: number;
  drivers: number;
  /** Deliveries that say how many the server takes, as fast as it can. */
  limit: number;
  /** How long deliveries come at half of that, of each load, in seconds. */
  seconds: number;
  screens: number;
  /** Orders that each screen is given. */
  each: number;
  imported: number;
};

export const live: Part<Sizes> = {
  name: 'live',
  about: 'hints of a thousand streams beside deliveries: how soon, and what they cost',
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
    // Without people of its own: these are of many shops.
    const place = await openBenchPlace(0, noteCommits);
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

/** Until all of the orders are in the book, however long that takes. */
async function besideImport(load: Load, listeners: Listeners, { imported: orders }: Sizes): Promise<Row> {
  const [person] = load.crowd.at(-1)?.desk ?? [];
  if (!person) throw new Error('somebody is at the desk');
  const importing = importAtDesk(load.place, person, orders);
  const rounds: Loaded[] = [];
  while (!importing.is_over()) rounds.push(await underLoad(load, listeners, importing.is_over));
  const seconds = await importing.ended;
  const imported = importing.imported();
  return { ...rowOf(together(rounds)), imported, imported_per_s: Math.round(imported / seconds) };
}

/** Deliveries a second, as fast as the server takes them, over all shops. */
async function limitOf(place: BenchPlace, crowd: readonly CrowdShop[], count: number): Promise<number> {
  const jobs = await deliveriesOf(place, crowd, count);
  await measure({ jobs: jobs.splice(0, count / 2), work: (job) => confirm(place, job) }, AT_ONCE);
  return (await measure({ jobs, work: (job) => confirm(place, job) }, AT_ONCE)).per_second;
}

/** Of all shops in turns. */
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
  // As the database does by itself once a minute: plans of tables that were empty are none to measure.
  await place.pools.owner.query('analyze');
  return Array.from({ length: each }, (_, at) => of_shops.flatMap((jobs) => jobs[at] ?? [])).flat();
}

type Load = { place: BenchPlace; crowd: readonly CrowdShop[]; per_second: number; seconds: number };
type Loaded = Awaited<ReturnType<typeof underLoad>>;

/** Deliveries at their moments for a while, or until there is enough. With streams, how long after each commit its hints arrived. */
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
  // The last hints are on their way.
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

/** From commit to arrival, in ms, of those at a desk and of drivers. */
async function lateness(place: BenchPlace, arrived: readonly Arrived[]) {
  const committed = await commitTimes(place, 'command_id', [
    ...new Set(arrived.map((one) => one.command_id)),
  ]);
  const of = (who: Arrived['who']) =>
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
    shares([...late.desk, ...late.driver]),
    shares(late.desk),
    shares(late.driver),
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
    delivery_p95_ms: shares(took_ms)(0.95),
  };
}

/** What a hint takes of the server's processor, in ms: what the same deliveries take more of it with streams. */
function costPerHint(alone: Loaded, beside: Loaded): number {
  const more_ms = (beside.cost.node_ms ?? 0) - (alone.cost.node_ms ?? 0);
  return hundredths((more_ms * beside.deliveries) / Math.max(1, beside.hints));
}

/** From commit to paint on real screens, while deliveries go on. */
async function paintedBeside(
  load: Load,
  listeners: Listeners,
  { screens: count, each, seconds }: Sizes,
): Promise<Painted[]> {
  const { screens, close } = await openScreens(load.place, load.crowd, count);
  try {
    const [painted] = await Promise.all([
      // All of them while deliveries go on.
      paintTimes(load.place, screens, { each, every_ms: (seconds * 900) / (count * each) }),
      underLoad(load, listeners),
    ]);
    return painted;
  } finally {
    await close();
  }
}

/**
 * What one more stream takes of the server's memory: of the first thousand a part lies where there was garbage before, so two more are
 * opened, as many as each session may have, and closed again.
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

/** Of each kind of screen and of all: until the paint, and of that until what shows it is asked for again, and how long its answer took. */
function paintedRows(painted: readonly Painted[]): Row[] {
  const kinds = [...new Set(painted.map(({ screen }) => screen))];
  return [...kinds, 'all'].map((kind) => {
    const those = painted.filter(({ screen }) => kind === 'all' || screen === kind);
    const [all, asked, answered] = (['painted_ms', 'asked_ms', 'answered_ms'] as const).map((name) =>
      shares(those.map((one) => one[name])),
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
      title: 'What streams cost',
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

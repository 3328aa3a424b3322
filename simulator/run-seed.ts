import { type Book, createBook } from './book/book.ts';
import { differences, unheard } from './book/compare.ts';
import { createFeedWatcher } from './book/feed-watcher.ts';
import { readRecords } from './book/records.ts';
import { crewOf } from './crew.ts';
import type { Connections } from './database/connections.ts';
import { emptyDatabase, openShops } from './database/fresh-shops.ts';
import { sendingFault } from './database/sending-faults.ts';
import { createStatements } from './database/statements.ts';
import { createFaults, type Fault } from './faults.ts';
import { createPhoneLine } from './network.ts';
import { createActs } from './people/acts.ts';
import { befall } from './people/befall.ts';
import { createCrowd } from './people/crowd.ts';
import { createMoments } from './people/moments.ts';
import { PLAN_MS, planOf } from './people/plan.ts';
import { createTerminal } from './people/terminal.ts';
import type { StartProgram } from './phone/phone.ts';
import { beginRun } from './process-world.ts';
import { randomOf } from './random.ts';
import { createSchedule } from './schedule.ts';
import { createContentDisk } from './server/content-disk.ts';
import { runJob } from './server/jobs.ts';
import { createServerRoom } from './server/server-room.ts';
import { createTrace } from './trace.ts';

export type SeedOptions = {
  seed: number;
  /** Steps of the plan to leave out, by their number: how a failing run is made shorter. */
  without?: ReadonlySet<number>;
  /** Sees the trace as it grows. */
  print?: ((line: string) => void) | null;
};

export type SeedOutcome = {
  seed: number;
  /** In what the product differed from the book; empty when all is well. */
  failures: string[];
  trace: readonly string[];
  /** Steps of the plan. */
  planned: number;
  /** Commands that were made, and those that were recorded and answered. */
  made: number;
  settled: number;
  faults: Readonly<Partial<Record<Fault, number>>>;
};

/** When every run begins: a Friday morning in the shops. */
const BEGINNING = Date.UTC(2026, 10, 20, 4);
const SERVERS = 2;
const MINUTE = 60_000;
/** Once nothing goes wrong any more, everything must be settled within this. */
const FAIR_MS_MAX = 25 * MINUTE;
/** Until then the network and the servers may fail once more. */
const LAST_TROUBLE_MS_MAX = 90_000;
/** How often somebody then looks after what waits. */
const LOOK_EVERY_MS = MINUTE;

/** Runs one seed in the worker's database, from an empty one to the comparison with the book. */
export async function runSeed(
  { seed, without = new Set(), print = null }: SeedOptions,
  connections: Connections,
  startProgram: StartProgram,
): Promise<SeedOutcome> {
  const random = randomOf(String(seed));
  const schedule = createSchedule(BEGINNING);
  const { tell, lines } = createTrace(schedule, print);
  const [faults, book] = [createFaults(), createBook()];
  beginRun({ schedule, random: random.branch('process') });
  await emptyDatabase(connections);
  const shops = await openShops(connections, random.branch('shops'), crewOf(random.branch('crew')));
  const people = shops.flatMap((shop) => shop.people);
  const weather = { is_foul: false };
  const statements = createStatements({
    schedule,
    delayOf: ({ random: own }) => (own.chance(0.02) ? own.between(100, 3_000) : own.between(1, 400) / 8),
    faultOf: (line, texts) => {
      if (!weather.is_foul) return null;
      return sendingFault(line, texts, { is_doomed: rooms.isDoomed(line), faults });
    },
    killServerOf: (line) => rooms.killServerOf(line),
    async breakLine(line) {
      await rooms.breakLine(line);
      await terminal.breakLine(line);
    },
    blockersOf: connections.blockersOf,
    cancel: connections.cancel,
    tell,
  });
  const common = { schedule, random, connections, statements, book, faults, tell };
  const failures: string[] = [];
  const moments = createMoments(schedule);
  const disk = createContentDisk(schedule, () => faults.strike('disk refuses'));
  const onUnexpected = (what: string) => void failures.push(what);
  const rooms = createServerRoom({ ...common, places: SERVERS, disk, onUnexpected });
  const terminal = createTerminal(common);
  const crowd = createCrowd({
    ...common,
    people,
    startProgram,
    lineOf: (name, number) =>
      createPhoneLine({
        ...common,
        random: random.branch(`network of ${name}`),
        address: `10.0.0.${number + 1}`,
        is_foul: () => weather.is_foul,
        onCommand: () => moments.sent(name),
        entrance: (luck) => (rooms.living().length > 0 ? luck.pick(rooms.living()).take : null),
      }),
  });
  const acts = createActs(common);
  const watcher = createFeedWatcher({ ...common, rooms, shop_ids: shops.map(({ shop_id }) => shop_id) });

  async function compare(is_end: boolean): Promise<string[]> {
    const records = await readRecords(connections);
    const hasContent = (shop_id: number, sha256: string) =>
      disk.has(shop_id, sha256, is_end ? undefined : 'or set aside');
    const elsewhere = { isOnPhone: crowd.isOnPhone, hasContent, people };
    return [...differences(book, records, elsewhere, is_end), ...crowd.wrong()];
  }

  async function run(until: number, isOver: () => boolean = () => failures.length > 0): Promise<void> {
    for (;;) {
      await statements.settle();
      if (isOver() || !schedule.step(until)) return;
    }
  }

  async function setStuck(shop_id: number, is_stuck: boolean): Promise<void> {
    const statement = is_stuck
      ? 'insert into simulation.stuck values ($1) on conflict do nothing'
      : 'delete from simulation.stuck where shop_id = $1';
    await connections.look(statement, [shop_id]);
  }

  const check = async () => {
    failures.push(...(await compare(false)).map((line) => `at a checkpoint: ${line}`));
  };
  const befalling = {
    ...common,
    acts,
    crowd,
    terminal,
    shops,
    rooms,
    disk,
    moments,
    setStuck,
    check,
    onUnexpected,
  };
  const roles = shops.flatMap((shop, at) => shop.people.map(({ role }) => ({ shop: at, role })));
  const plan = planOf(random.branch('plan'), { phones: roles, shops: shops.length, servers: SERVERS });
  for (const [number, step] of plan.entries()) {
    if (without.has(number)) continue;
    schedule.after(step.at, () => {
      tell(`step ${number}: ${JSON.stringify(step)}`);
      befall(befalling, step, random.branch(`step ${number}`));
    });
  }

  /** Nothing goes wrong any more, everybody is back, and looks after what waits. */
  async function becomeFair(): Promise<void> {
    tell('everybody is back');
    for (const phone of crowd.phones()) {
      phone.setSignal(true);
      crowd.switchOn(phone, 1);
    }
    // What still fails now nobody wakes up: it has to come again by itself.
    await run(schedule.now() + random.branch('last trouble').between(0, LAST_TROUBLE_MS_MAX));
    tell('the weather is fair');
    weather.is_foul = false;
    disk.refuse(false);
    for (const { shop_id } of shops) await setStuck(shop_id, false);
    await rooms.startAll();
    const look = () => {
      for (const phone of crowd.phones()) {
        crowd.switchOn(phone, 1);
        crowd.signIn(phone);
        acts.pressAgain(phone, random.branch('at the end'), false).catch(() => undefined);
      }
      schedule.after(LOOK_EVERY_MS, look);
    };
    look();
  }

  /** Until this is done, or has failed. */
  async function whole(work: Promise<void>): Promise<void> {
    let is_over = false;
    const over = () => {
      is_over = true;
    };
    work.then(over, (error: unknown) => {
      failures.push(`while nothing goes wrong: ${String(error)}`);
      over();
    });
    await run(schedule.now() + FAIR_MS_MAX, () => is_over);
  }

  async function settleAll(): Promise<void> {
    const is_over = () => failures.length > 0 || crowd.waiting().length === 0;
    const fair_since = schedule.now();
    await run(fair_since + 5 * MINUTE);
    await run(fair_since + FAIR_MS_MAX, is_over);
    for (const { phone, entry } of crowd.waiting()) {
      failures.push(`${phone.name} is stuck: ${entry.endpoint} ${entry.command_id} is ${entry.state}`);
    }
    const [server] = rooms.living();
    if (!server) throw new Error('no server is left');
    // What killed servers have left to do.
    await whole(runJob(server, 'post-waiting-movements', false));
    await whole(runJob(server, 'sweep-contents', false));
    await whole(watcher.finish());
    failures.push(...(await compare(true)));
    failures.push(...unheard(await readRecords(connections), watcher.heard(), watcher.lost()));
  }

  try {
    await rooms.startAll();
    await whole(watcher.start());
    weather.is_foul = true;
    for (const phone of crowd.phones()) {
      crowd.switchOn(phone, random.branch(`tabs of ${phone.name}`).between(1, 3));
    }
    await run(BEGINNING + PLAN_MS);
    if (failures.length === 0) await becomeFair();
    if (failures.length === 0) await settleAll();
  } finally {
    for (const phone of crowd.phones()) phone.losePower();
    await rooms.stopAll();
    await terminal.close();
  }
  return {
    seed,
    failures,
    trace: lines(),
    planned: plan.length,
    made: book.all().length,
    settled: settledIn(book),
    faults: faults.counts(),
  };
}

function settledIn(book: Book): number {
  return book.all().filter(({ heard }) => heard?.how === 'done').length;
}

import { createBook } from './book/book.ts';
import { createFeedWatcher } from './book/feed-watcher.ts';
import { crewOf } from './crew.ts';
import type { Connections } from './database/connections.ts';
import { emptyDatabase, openShops } from './database/fresh-shops.ts';
import { sendingFault } from './database/sending-faults.ts';
import { createStatements, type Statements } from './database/statements.ts';
import { createFaults } from './faults.ts';
import { createPhoneLine } from './network.ts';
import { createCrowd } from './people/crowd.ts';
import { createDeferredFaults } from './people/deferred-faults.ts';
import { createTerminal } from './people/terminal.ts';
import { createUserActions } from './people/user-actions.ts';
import type { Programs } from './phone/phone.ts';
import { beginRun } from './process-environment.ts';
import { type Random, randomOf } from './random.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import { createContentDisk } from './server/content-disk.ts';
import { createServerRoom } from './server/server-room.ts';
import { createTrace } from './trace.ts';

/** The start of every run: a Friday morning in the shops. */
const BEGINNING = Date.UTC(2026, 10, 20, 4);
export const SERVERS = 2;
/** The longest time that work takes while no faults are injected, in ms. */
export const FAULTLESS_MS_MAX = 25 * 60_000;

export type SeedEnvironment = Awaited<ReturnType<typeof openSeedEnvironment>>;

/**
 * Creates the environment of a run from its seed: two shops in the emptied database, servers and people, all
 * idle.
 */
export async function openSeedEnvironment(
  seed: number,
  connections: Connections,
  programs: Programs,
  print: ((line: string) => void) | null,
) {
  const random = randomOf(String(seed));
  const schedule = createSchedule(BEGINNING);
  const { tell, lines } = createTrace(schedule, print);
  const [faults, book] = [createFaults(), createBook(() => schedule.now())];
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
  const onUnexpected = (what: string) => void failures.push(what);
  const moments = createDeferredFaults(schedule);
  const disk = createContentDisk(schedule, () => faults.count('disk refuses'));
  const rooms = createServerRoom({ ...common, places: SERVERS, disk, onUnexpected });
  const terminal = createTerminal(common);
  const acts = createUserActions({ ...common, shops });
  const watcher = createFeedWatcher({ ...common, rooms, shop_ids: shops.map(({ shop_id }) => shop_id) });

  const lineOf = (name: string, number: number) =>
    createPhoneLine({
      ...common,
      random: random.branch(`network of ${name}`),
      address: `10.0.0.${number + 1}`,
      is_foul: () => weather.is_foul,
      onCommand: () => moments.sent(name),
      entrance: (luck: Random) => (rooms.living().length > 0 ? luck.pick(rooms.living()).take : null),
    });
  const crowd = createCrowd({ ...common, people, programs, lineOf });
  const flow = timeFlow(schedule, statements, failures);
  return {
    ...common,
    ...flow,
    lines,
    shops,
    people,
    weather,
    failures,
    onUnexpected,
    moments,
    disk,
    rooms,
    terminal,
    acts,
    watcher,
    crowd,
  };
}

/** Advances the time of a run; it stops at a failure. */
function timeFlow(schedule: Schedule, { settle }: Pick<Statements, 'settle'>, failures: string[]) {
  /** Runs until a time in ms since the epoch, or until `isOver` returns true. */
  async function run(until: number, isOver: () => boolean = () => failures.length > 0): Promise<void> {
    for (;;) {
      await settle();
      if (isOver() || !schedule.step(until)) return;
    }
  }

  /** Runs until the work has completed or failed. */
  async function whole(work: Promise<void>): Promise<void> {
    let is_over = false;
    const over = () => {
      is_over = true;
    };
    work.then(over, (error: unknown) => {
      failures.push(`without injected faults: ${String(error)}`);
      over();
    });
    await run(schedule.now() + FAULTLESS_MS_MAX, () => is_over);
  }

  return { run, whole };
}

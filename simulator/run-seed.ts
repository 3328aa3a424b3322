import type { Database } from '../server/platform/database/database.ts';
import { verifyCash } from '../server/verification/verify-cash.ts';
import type { Book } from './book/book.ts';
import { differences, missedHints } from './book/compare.ts';
import { readRecords } from './book/records.ts';
import type { Connections } from './database/connections.ts';
import type { Fault } from './faults.ts';
import {
  deviceListDifferences,
  explainLostPhones,
  type ListedDevices,
} from './people/explain-lost-phones.ts';
import { performStep } from './people/inject-faults.ts';
import { PLAN_MS, planOf } from './people/plan.ts';
import { accountListDifferences, readAccounts, type ShownAccounts } from './people/read-accounts.ts';
import type { Programs } from './phone/phone.ts';
import { FAULTLESS_MS_MAX, openSeedEnvironment, SERVERS, type SeedEnvironment } from './seed-environment.ts';
import { runJob } from './server/jobs.ts';

export type SeedOptions = {
  seed: number;
  /** Numbers of plan steps to omit, by which a failing run is shortened. */
  without?: ReadonlySet<number>;
  /** Receives each line of the trace at once. */
  print?: ((line: string) => void) | null;
};

export type SeedOutcome = {
  seed: number;
  /** The differences between the product and the book; empty if the run passes. */
  failures: string[];
  trace: readonly string[];
  /** The number of steps in the plan. */
  planned: number;
  /** The number of commands that were made. */
  made: number;
  /** The number of commands that were recorded with a reply. */
  settled: number;
  faults: Readonly<Partial<Record<Fault, number>>>;
};

const MINUTE = 60_000;
/** The longest time for which faults continue after all people are back. */
const LAST_FAULT_MS_MAX = 90_000;
/** The interval at which people handle pending commands after the faults have ended. */
const INSPECT_EVERY_MS = MINUTE;
/** The time after which every phone has sent its last report. */
const LAST_REPORTS_MS = 3 * MINUTE;

/**
 * Runs one seed in the worker's database: empties it, plays the plan and compares the result with the book.
 */
export async function runSeed(
  { seed, without = new Set(), print = null }: SeedOptions,
  connections: Connections,
  programs: Programs,
): Promise<SeedOutcome> {
  const environment = await openSeedEnvironment(seed, connections, programs, print);
  const { book, crowd, failures, faults, random, rooms, schedule, terminal } = environment;
  let planned = 0;
  try {
    await rooms.startAll();
    await environment.whole(environment.watcher.start());
    planned = makePlan(environment, without);
    const plan_over = schedule.now() + PLAN_MS;
    environment.weather.is_foul = true;
    for (const phone of crowd.phones()) {
      crowd.switchOn(phone, random.branch(`tabs of ${phone.name}`).between(1, 3));
    }
    await environment.run(plan_over);
    if (failures.length === 0) await becomeFair(environment);
    if (failures.length === 0) await settleAll(environment);
  } finally {
    for (const phone of crowd.phones()) phone.losePower();
    await rooms.stopAll();
    await terminal.close();
  }
  const [trace, made] = [environment.lines(), book.all().length];
  return { seed, failures, trace, planned, made, settled: settledIn(book), faults: faults.counts() };
}

/** Schedules the steps of the plan. Returns their number, including those omitted by `without`. */
function makePlan(environment: SeedEnvironment, without: ReadonlySet<number>): number {
  const { connections, failures, random, schedule, shops, tell } = environment;

  async function check(): Promise<void> {
    failures.push(...(await compare(environment, false)).map((line) => `at a checkpoint: ${line}`));
  }
  const setStuck = (shop_id: number, is_stuck: boolean) => stickBalances(connections, shop_id, is_stuck);

  const phones = shops.flatMap((shop, at) => shop.people.map(({ role }) => ({ shop: at, role })));
  const plan = planOf(random.branch('plan'), { phones, shops: shops.length, servers: SERVERS });
  for (const [number, step] of plan.entries()) {
    if (without.has(number)) continue;
    schedule.after(step.at, () => {
      tell(`step ${number}: ${JSON.stringify(step)}`);
      performStep({ ...environment, setStuck, check }, step, random.branch(`step ${number}`));
    });
  }
  return plan.length;
}

/** Makes the balances of a shop unwritable, or writable again. */
async function stickBalances(
  { query: look }: Connections,
  shop_id: number,
  is_stuck: boolean,
): Promise<void> {
  const statement = is_stuck
    ? 'insert into simulation.stuck values ($1) on conflict do nothing'
    : 'delete from simulation.stuck where shop_id = $1';
  await look(statement, [shop_id]);
}

/** Brings all people back online, ends all faults, and lets people handle the pending commands. */
async function becomeFair(environment: SeedEnvironment): Promise<void> {
  const { acts, connections, crowd, disk, random, rooms, schedule, shops, tell, weather } = environment;
  tell('all people are back');
  for (const phone of crowd.phones()) {
    phone.setSignal(true);
    crowd.switchOn(phone, 1);
  }
  // People do not intervene yet: a command that still fails now has to be retried automatically.
  await environment.run(schedule.now() + random.branch('last trouble').between(0, LAST_FAULT_MS_MAX));
  tell('faults end');
  weather.is_foul = false;
  disk.refuse(false);
  for (const { shop_id } of shops) await stickBalances(connections, shop_id, false);
  await rooms.startAll();
  const inspect = () => {
    for (const phone of crowd.phones()) {
      crowd.switchOn(phone, 1);
      crowd.signIn(phone);
      acts.pressAgain(phone, random.branch('at the end'), false).catch(() => undefined);
    }
    schedule.after(INSPECT_EVERY_MS, inspect);
  };
  inspect();
}

/** Waits for the last command, then compares. */
async function settleAll(environment: SeedEnvironment): Promise<void> {
  const { connections, crowd, failures, rooms, schedule, watcher, whole } = environment;
  const is_over = () => failures.length > 0 || crowd.waiting().length === 0;
  const fair_since = schedule.now();
  await environment.run(fair_since + 5 * MINUTE);
  await environment.run(fair_since + FAULTLESS_MS_MAX, is_over);
  for (const { phone, entry } of crowd.waiting()) {
    failures.push(`${phone.name} is stuck: ${entry.endpoint} ${entry.command_id} is ${entry.state}`);
  }
  await environment.run(schedule.now() + LAST_REPORTS_MS);
  // Read while nothing else runs: later actions must not depend on how long the query took.
  const before = await readRecords(connections);
  let shown: ListedDevices[] = [];
  let accounts: ShownAccounts[] = [];
  const reading = async () => {
    shown = await explainLostPhones(environment, before);
    accounts = await readAccounts(environment);
  };
  await whole(reading());
  const [server] = rooms.living();
  if (!server) throw new Error('No server is running.');
  // Completes the work that killed servers left unfinished.
  await whole(runJob(server, 'post-waiting-movements', false));
  await whole(runJob(server, 'sweep-contents', false));
  await whole(watcher.finish());
  failures.push(...(await compare(environment, true)));
  const after = await readRecords(connections);
  failures.push(...shown.flatMap((phones) => deviceListDifferences(environment, after, phones)));
  failures.push(...accounts.flatMap((lists) => accountListDifferences(environment, after, lists)));
  failures.push(...missedHints(after, watcher.received(), watcher.lost()));
  await whole(verify(environment, server.owner));
}

async function compare(
  { book, connections, crowd, disk, people }: SeedEnvironment,
  is_end: boolean,
): Promise<string[]> {
  const records = await readRecords(connections);
  const hasContent = (shop_id: number, sha256: string) =>
    disk.has(shop_id, sha256, is_end ? undefined : 'or set aside');
  const elsewhere = { isOnPhone: crowd.isOnPhone, hasContent, people, phones: crowd.numbered() };
  return [...differences(book, records, elsewhere, is_end), ...crowd.wrong()];
}

/**
 * Differences in times, which are no fault here: the database has its own clock, which no run controls, and
 * rows have its time next to that of the run.
 */
const OF_TIMES = /another (time|date)|too late|too early|after it was recorded|before (it|its)/;

/** Runs `mandoob cash verify` on the result. */
async function verify({ failures }: SeedEnvironment, owner: Database): Promise<void> {
  for (const { subject, kind, text } of await verifyCash(owner))
    if (!OF_TIMES.test(text)) failures.push(`cash verify reports ${kind}, ${subject}: ${text}`);
}

function settledIn(book: Book): number {
  return book.all().filter(({ outcome }) => outcome?.how === 'done').length;
}

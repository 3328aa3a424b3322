import type { Database } from '../../server/platform/database/database.ts';
import { addUnlessThere, findRow } from '../../server/platform/database/rows.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { machineNow } from '../../server/platform/machine.ts';
import { attemptSome, loadAndSetOut } from './day-attempts.ts';
import { bringCashIn, dropAndSettle, startDay } from './day-cash.ts';
import { reportDevicesOfFourAccounts, reportDriverDevices } from './day-devices.ts';
import {
  arrangeSome,
  cancelAtDoors,
  cancelOrders,
  deliverOrders,
  importDay,
  placeOrders,
  receiveImportProblems,
} from './day-orders.ts';
import { emailOf } from './demo-staff.ts';
import { beforeHistory, HISTORY_DAYS } from './history/history-plan.ts';
import { DONE_DAYS, makeHistory } from './history/make-history.ts';
import { openPast, type PastGiven } from './history/past-clock.ts';
import { beginDay, type Day, type Given, signOut } from './running-day.ts';

type FillInput = Omit<Given, 'now'> &
  PastGiven & {
    now?: Date;
    /** The number of days of history before the demo's day. */
    history_days?: number;
    /** Prints progress for the user who started the demo. */
    say?: (text: string) => void;
  };

/**
 * Fills the demo with a day of twelve drivers and the two weeks before it, by the shop's operations and, for
 * actions of people, by the requests that their browsers would send. The run is idempotent: if it is stopped,
 * the next start continues it with the same begin time and skips completed steps. The data of the four
 * accounts stay unchanged. Only one of several servers does the work.
 */
export async function fillDemoDay(input: FillInput): Promise<void> {
  const { owner } = input;
  if (await findRow(owner, 'installation', { key: 'demo_day' }, ['key'])) return;
  const turn = await input.pools.owner.connect();
  try {
    const { rows } = await turn.query<{ mine: boolean }>(`select pg_try_advisory_lock(${FILLING}) as mine`);
    if (rows[0]?.mine) await fill(input);
  } finally {
    // Released at once, so that the next caller gets the lock. It is also released when its connection ends.
    await turn.query(`select pg_advisory_unlock(${FILLING})`).catch(() => undefined);
    turn.release(true);
  }
}

/** The advisory lock of the server that fills the demo. */
const FILLING = "hashtext('the day of the demo')";

async function fill({
  now = machineNow(),
  history_days = HISTORY_DAYS,
  say = () => undefined,
  ...input
}: FillInput) {
  const given = { ...input, now };
  const { owner } = given;
  const is_new = await markBegun(owner, now);
  // A day begun by a version without history continues without it: its drivers are already out.
  const has_history = (await findRow(owner, 'installation', { key: DONE_DAYS }, ['key'])) !== undefined;
  // The past time is set per connection, which a connection pooler could use for other requests: then there
  // is no history.
  const is_apart = input.parts.config.database_request_url === null;
  const past = has_history && history_days > 0 && is_apart ? await openPast(given) : null;
  past?.goTo(beforeHistory(now, history_days));
  const day = await beginDay(
    given,
    past ? { owner: past.owner, clock: past.now } : { owner, clock: machineNow },
  );
  if (past)
    say(
      is_new
        ? 'The last two weeks are being generated in the background.'
        : 'The last two weeks continue in the background.',
    );
  try {
    for (const step of BEFORE) await step(day);
    if (past) await makeHistory(day, past, history_days);
    for (const step of STEPS) await step(day);
  } finally {
    await past?.close();
    // The four accounts belong to the demo's visitors.
    const leaving = ['admin', 'manager', 'driver', 'driver2'].map((name) => signOut(day, emailOf(name)));
    await Promise.allSettled(leaving);
  }
  await addUnlessThere(owner, 'installation', { key: 'demo_day', value: now.toISOString() });
  if (past) say('The last two weeks and the day are complete.');
}

/** Marks the day as begun, both marks or none. Returns true the first time. */
export function markBegun(owner: Database, now: Date): Promise<boolean> {
  return inTransaction(owner, async (tx) => {
    const began = { key: 'demo_day_began', value: now.toISOString() };
    const is_new = await addUnlessThere(tx, 'installation', began);
    if (is_new) await addUnlessThere(tx, 'installation', { key: DONE_DAYS, value: '0' });
    return is_new;
  });
}

/** The steps for the data that the desk shows first, without deliveries. */
const BEFORE: readonly ((day: Day) => Promise<void>)[] = [importDay, cancelOrders, receiveImportProblems];

/** The steps of the day. Floats and card machines change hands before orders go out. */
const STEPS: readonly ((day: Day) => Promise<void>)[] = [
  startDay,
  placeOrders,
  loadAndSetOut,
  deliverOrders,
  attemptSome,
  cancelAtDoors,
  reportDriverDevices,
  reportDevicesOfFourAccounts,
  bringCashIn,
  dropAndSettle,
  arrangeSome,
];

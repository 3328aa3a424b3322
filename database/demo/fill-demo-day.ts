import type { Database } from '../../server/platform/database/database.ts';
import { addUnlessThere, findRow } from '../../server/platform/database/rows.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { machineNow } from '../../server/platform/machine.ts';
import { bringCashIn, startDay } from './day-cash.ts';
import {
  arrangeSome,
  cancelAtDoors,
  cancelOrders,
  deliverOrders,
  importDay,
  placeOrders,
  tellOfNotTaken,
} from './day-orders.ts';
import { tellOfPhones, tellOfTheFour } from './day-phones.ts';
import { emailOf } from './demo-staff.ts';
import { beforeHistory, HISTORY_DAYS } from './history/history-plan.ts';
import { DONE_DAYS, makeHistory } from './history/make-history.ts';
import { openPast, type PastGiven } from './history/past-clock.ts';
import { beginDay, type Day, type Given, signOut } from './running-day.ts';

type Asked = Omit<Given, 'now'> &
  PastGiven & {
    now?: Date;
    /** How many days there are before the demo's own. */
    history_days?: number;
    /** Tells whoever has started the demo how it goes. */
    say?: (text: string) => void;
  };

/**
 * Fills the demo with a day of twelve drivers, and with two weeks before it, by the shop's own operations and, of what people do, by the requests that their browsers
 * would send. Each step finds what is done already, and the day keeps the time at which it was begun: stopped anywhere, it goes on at the next start, and nothing
 * comes twice. What the four accounts have stays as it is. Of two servers side by side one does it.
 */
export async function fillDemoDay(asked: Asked): Promise<void> {
  const { owner } = asked;
  if (await findRow(owner, 'installation', { key: 'demo_day' }, ['key'])) return;
  const turn = await asked.pools.owner.connect();
  try {
    const { rows } = await turn.query<{ mine: boolean }>(`select pg_try_advisory_lock(${FILLING}) as mine`);
    if (rows[0]?.mine) await fill(asked);
  } finally {
    // At once: whoever asks next is not to find it. It ends with its connection too.
    await turn.query(`select pg_advisory_unlock(${FILLING})`).catch(() => undefined);
    turn.release(true);
  }
}

/** Of the demo alone: whoever fills it holds this lock. */
const FILLING = "hashtext('the day of the demo')";

async function fill({
  now = machineNow(),
  history_days = HISTORY_DAYS,
  say = () => undefined,
  ...asked
}: Asked) {
  const given = { ...asked, now };
  const { owner } = given;
  const is_new = await markBegun(owner, now);
  // A day that was begun by a version without history goes on without: its drivers are out already.
  const has_history = (await findRow(owner, 'installation', { key: DONE_DAYS }, ['key'])) !== undefined;
  // The past is told to connections, which a pooler may give to others' requests.
  const is_apart = asked.parts.config.database_request_url === null;
  const past = has_history && history_days > 0 && is_apart ? await openPast(given) : null;
  past?.goTo(beforeHistory(now, history_days));
  const day = await beginDay(
    given,
    past ? { owner: past.owner, clock: past.now } : { owner, clock: machineNow },
  );
  if (past)
    say(
      is_new ? 'Its last two weeks are made meanwhile.' : 'Its last two weeks go on where they were stopped.',
    );
  try {
    for (const step of BEFORE) await step(day);
    if (past) await makeHistory(day, past, history_days);
    for (const step of STEPS) await step(day);
  } finally {
    await past?.close();
    // The four are nobody's but whoever looks at the demo.
    const leaving = ['admin', 'manager', 'driver', 'driver2'].map((name) => signOut(day, emailOf(name)));
    await Promise.allSettled(leaving);
  }
  await addUnlessThere(owner, 'installation', { key: 'demo_day', value: now.toISOString() });
  if (past) say('Its last two weeks and its day are there.');
}

/** Whether this was the first time. Both marks or none. */
export function markBegun(owner: Database, now: Date): Promise<boolean> {
  return inTransaction(owner, async (tx) => {
    const began = { key: 'demo_day_began', value: now.toISOString() };
    const is_new = await addUnlessThere(tx, 'installation', began);
    if (is_new) await addUnlessThere(tx, 'installation', { key: DONE_DAYS, value: '0' });
    return is_new;
  });
}

/** What the desk shows at once, and nobody is out for. */
const BEFORE: readonly ((day: Day) => Promise<void>)[] = [importDay, cancelOrders, tellOfNotTaken];

/** Floats and machines change hands before anybody is out. */
const STEPS: readonly ((day: Day) => Promise<void>)[] = [
  startDay,
  placeOrders,
  deliverOrders,
  cancelAtDoors,
  tellOfPhones,
  tellOfTheFour,
  bringCashIn,
  arrangeSome,
];

import { changeRows, findRow } from '../../../server/platform/database/rows.ts';
import { deleteSums } from '../../../server/reports/sums/sum-up.ts';
import { giveStart, machineWith } from '../cash-commands.ts';
import { demoClient, idOf, Refused } from '../demo-client.ts';
import { dayDriverEmail, emailOf } from '../demo-staff.ts';
import { addDriver, type Day, driverAt, pause, personWith } from '../running-day.ts';
import { cashEvents } from './cash-events.ts';
import { FORMER_DRIVER, type HistoryDay, JOSEPH, JOSEPHS_FILS, planHistory } from './history-plan.ts';
import { orderEvents } from './order-events.ts';
import type { Past } from './past-clock.ts';
import { type History, shortlyBefore } from './running-history.ts';

export const DONE_DAYS = 'demo_history';
const NAME_OF_WHO_LEFT = 'Karim Benali';

/**
 * Makes the days before the demo's day in order: orders by the store's export and webhooks, everything else
 * by operations and requests with a clock in the past. Idempotent: if it is stopped, the next start continues
 * it. Steps that actions of the demo's visitors have made impossible are skipped.
 */
export async function makeHistory(day: Day, past: Past, days_count: number): Promise<void> {
  const { days, joseph_has_his } = planHistory(day.began, days_count);
  const history = await beginHistory(day, past);
  const marked = await findRow(day.owner, 'installation', { key: DONE_DAYS }, ['value']);
  for (const planned of days.slice(Number(marked?.value ?? 0))) {
    await makeDay(history, planned);
    // The sums of the reports may already cover the time of the added records.
    await deleteSums(day.owner);
    await changeRows(day.owner, 'installation', { key: DONE_DAYS }, { value: String(planned.index + 1) });
  }
  if (joseph_has_his) return;
  await giveJosephCash(history);
  await deleteSums(day.owner);
}

async function beginHistory(day: Day, past: Past): Promise<History> {
  const behind: Day = {
    ...day,
    owner: past.owner,
    client: demoClient(past.ask, day.password),
    clock: past.now,
    // A small pause, since there are thousands of steps, each with many round trips to the database.
    breath_ms: 1,
  };
  const left = {
    email: dayDriverEmail(FORMER_DRIVER),
    user_id: idOf('driver who left'),
    full_name: NAME_OF_WHO_LEFT,
  };
  const known = (name: string) => personWith(day.owner, emailOf(name));
  // The drivers are in the order of the plan's indexes.
  const drivers = [
    ...day.drivers,
    await addDriver(behind, left),
    await known('driver'),
    await known('driver2'),
  ];
  return { ...behind, past, drivers, admin: await known('admin'), manager: await known('manager') };
}

async function makeDay(history: History, planned: HistoryDay): Promise<void> {
  const events = [...cashEvents(history, planned), ...orderEvents(history, planned)];
  // The sort is stable: events of the same minute keep their order in the list.
  for (const { at, run } of events.sort((one, other) => one.at.getTime() - other.at.getTime())) {
    await pause(history);
    history.past.goTo(at);
    await unlessRefused(history, run);
  }
}

async function unlessRefused({ past: { log } }: History, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    log.info({ err: error }, "a visitor's actions made a step of the demo's history impossible");
  }
}

/** Gives Joseph this morning the cash that he had before his first day. */
async function giveJosephCash(history: History): Promise<void> {
  const { past, began, admin } = history;
  past.goTo(new Date(began.getTime() - 60_000));
  const machine = await machineWith(history, 'POS-02');
  const when = shortlyBefore(past.now());
  const start = { key: 'history start of today', driver: driverAt(history, JOSEPH), admin, machine, when };
  await unlessRefused(history, () => giveStart(history, { ...start, amount_fils: JOSEPHS_FILS }));
}

import { changeRows, findRow } from '../../../server/platform/database/rows.ts';
import { forgetSums } from '../../../server/reports/sums/sum-up.ts';
import { giveStart, machineWith } from '../cash-commands.ts';
import { demoClient, idOf, Refused } from '../demo-client.ts';
import { dayDriverEmail, emailOf } from '../demo-staff.ts';
import { addDriver, breathe, type Day, driverAt, personWith } from '../running-day.ts';
import { cashEvents } from './history-cash.ts';
import { orderEvents } from './history-fates.ts';
import { type HistoryDay, JOSEPH, JOSEPHS_FILS, planHistory, WHO_LEFT } from './history-plan.ts';
import type { Past } from './past-clock.ts';
import { type History, shortlyBefore } from './running-history.ts';

export const DONE_DAYS = 'demo_history';
const NAME_OF_WHO_LEFT = 'Karim Benali';

/**
 * Makes the days before the demo's own, one after the other, each as it would have been made then: orders by the store's export and its webhooks, everything
 * else by operations and requests on a clock of their own. Stopped anywhere, it goes on at the next start, and nothing comes twice. What somebody who
 * looks at the demo has made impossible meanwhile is left out.
 */
export async function makeHistory(day: Day, past: Past, days_count: number): Promise<void> {
  const { days, joseph_has_his } = planHistory(day.began, days_count);
  const history = await beginHistory(day, past);
  const marked = await findRow(day.owner, 'installation', { key: DONE_DAYS }, ['value']);
  for (const planned of days.slice(Number(marked?.value ?? 0))) {
    await makeDay(history, planned);
    // The reports may have summed up this time already.
    await forgetSums(day.owner);
    await changeRows(day.owner, 'installation', { key: DONE_DAYS }, { value: String(planned.index + 1) });
  }
  if (joseph_has_his) return;
  await giveJosephHis(history);
  await forgetSums(day.owner);
}

async function beginHistory(day: Day, past: Past): Promise<History> {
  const behind: Day = {
    ...day,
    owner: past.owner,
    client: demoClient(past.ask, day.password),
    clock: past.now,
    // There are thousands of steps, each with many round trips to the database.
    breath_ms: 1,
  };
  const left = {
    email: dayDriverEmail(WHO_LEFT),
    user_id: idOf('driver who left'),
    full_name: NAME_OF_WHO_LEFT,
  };
  const known = (name: string) => personWith(day.owner, emailOf(name));
  // In the order of the plan's driver numbers.
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
  // Stable: what is planned for one minute happens in the order in which it is named.
  for (const { at, run } of events.sort((one, other) => one.at.getTime() - other.at.getTime())) {
    await breathe(history);
    history.past.goTo(at);
    await unlessRefused(history, run);
  }
}

async function unlessRefused({ past: { log } }: History, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    log.info({ err: error }, "somebody's own doings have made a step of the demo's history impossible");
  }
}

/** What Joseph had before his first day is his again this morning. */
async function giveJosephHis(history: History): Promise<void> {
  const { past, began, admin } = history;
  past.goTo(new Date(began.getTime() - 60_000));
  const machine = await machineWith(history, 'POS-02');
  const when = shortlyBefore(past.now());
  const asked = { words: 'history start of today', driver: driverAt(history, JOSEPH), admin, machine, when };
  await unlessRefused(history, () => giveStart(history, { ...asked, amount_fils: JOSEPHS_FILS }));
}

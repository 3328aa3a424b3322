import type { ReportDevice } from '../../contract/operations/dashboard/devices/report-device.schema.ts';
import { reportDevice } from '../../server/devices/report-device.ts';
import { runOperation } from '../../server/operations/run-as.ts';
import { asActor } from '../../server/platform/database/transactions.ts';
import { idOf } from './demo-client.ts';
import { OFF_DUTY_DRIVER, OUT_DRIVERS } from './demo-day.ts';
import { emailOf } from './demo-staff.ts';
import { breathe, type Day, type Person, sessionOf } from './running-day.ts';

/** Two phones have something that is not sent yet; of one, a delivery is missing. */
export async function tellOfPhones(day: Day): Promise<void> {
  const { drivers, began } = day;
  for (const [at, driver] of drivers.entries()) {
    await breathe(day);
    for (const [minutes_ago, told] of reportsOf(at, driver, began)) {
      const now = new Date(began.getTime() - minutes_ago * 60_000);
      await tell(day, driver.email, { ...told, name: 'Chrome on Android' }, now);
    }
  }
}

/** When the four were last seen, of whom nobody would be heard before somebody looks at the demo as one of them. */
export async function tellOfTheFour(day: Day): Promise<void> {
  for (const [login, minutes_ago, name] of THE_FOUR) {
    await breathe(day);
    const now = new Date(day.began.getTime() - minutes_ago * 60_000);
    const report = { ...nothingWaiting(idOf(`device of ${login}`)), name };
    await tell(day, emailOf(login), report, now);
  }
}

const THE_FOUR: readonly [login: string, minutes_ago: number, name: string][] = [
  ['admin', 12, 'Chrome on Windows'],
  ['manager', 5, 'Chrome on Windows'],
  ['driver', 2, 'Chrome on Android'],
  ['driver2', 9, 'Safari on iPhone'],
];

type Report = ReportDevice & { name: string };

async function tell(day: Day, email: string, report: Report, now: Date): Promise<void> {
  const { session_id } = await sessionOf(day, email);
  await asActor(day.requests, session_id, (tx, actor) =>
    runOperation(tx, actor, { now }, (running) => reportDevice(tx, actor, report, running)),
  );
}

function nothingWaiting(device_id: string): ReportDevice {
  return {
    device_id,
    highest: 0,
    highest_hash: null,
    open: [],
    closed: [],
    unsent_count: 0,
    unsent_fils: 0,
  };
}

function reportsOf(
  at: number,
  { user_id }: Person,
  began: Date,
): [minutes_ago: number, told: ReportDevice][] {
  const device = idOf(`phone ${at}`);
  const open = (number: number, amount_fils: number) => ({
    number,
    command_id: idOf(`phone ${at} command ${number}`),
    user_id,
    endpoint: 'confirm_delivery',
    amount_fils,
    made_at: new Date(began.getTime() - 50 * 60_000).toISOString(),
  });
  const telling = (highest: number, waiting: ReturnType<typeof open>[]): ReportDevice => ({
    ...nothingWaiting(device),
    highest,
    highest_hash: highest === 0 ? null : idOf(`phone ${at} hash`).replaceAll('-', '').repeat(2),
    open: waiting,
    unsent_count: waiting.length,
    unsent_fils: waiting.reduce((sum, { amount_fils }) => sum + amount_fils, 0),
  });
  if (at === OFF_DUTY_DRIVER) return [[15 * 60, telling(0, [])]];
  const first: [number, ReportDevice] = [55 + at, telling(0, [])];
  if (at === 1) return [first, [4, telling(2, [open(1, 8_450), open(2, 0)])]];
  if (at === 4) return [first, [45, telling(1, [open(1, 6_275)])], [3, telling(2, [open(2, 11_900)])]];
  return [first, [at < OUT_DRIVERS ? 1 + at : 2 * at, telling(0, [])]];
}

import type { ReportDevice } from '../../contract/operations/dashboard/devices/report-device.schema.ts';
import { reportDevice } from '../../server/devices/report-device.ts';
import { runOperation } from '../../server/operations/run-as.ts';
import { asActor } from '../../server/platform/database/transactions.ts';
import { idOf } from './demo-client.ts';
import { OFF_DUTY_DRIVER, OUT_DRIVERS } from './demo-day.ts';
import { emailOf } from './demo-staff.ts';
import { type Day, type Person, pause, sessionOf } from './running-day.ts';

/**
 * Sends the device reports of the day's drivers. Two devices have unsent commands; on one, a delivery is
 * missing.
 */
export async function reportDriverDevices(day: Day): Promise<void> {
  const { drivers, began } = day;
  for (const [at, driver] of drivers.entries()) {
    await pause(day);
    for (const [minutes_ago, report] of reportsOf(at, driver, began)) {
      const now = new Date(began.getTime() - minutes_ago * 60_000);
      await send(day, driver.email, { ...report, name: 'Chrome on Android' }, now);
    }
  }
}

/** Reports the devices of the four demo accounts, which otherwise would never have been seen. */
export async function reportDevicesOfFourAccounts(day: Day): Promise<void> {
  for (const [login, minutes_ago, name] of FOUR_ACCOUNTS) {
    await pause(day);
    const now = new Date(day.began.getTime() - minutes_ago * 60_000);
    const report = { ...emptyReport(idOf(`device of ${login}`)), name };
    await send(day, emailOf(login), report, now);
  }
}

const FOUR_ACCOUNTS: readonly [login: string, minutes_ago: number, name: string][] = [
  ['admin', 12, 'Chrome on Windows'],
  ['manager', 5, 'Chrome on Windows'],
  ['driver', 2, 'Chrome on Android'],
  ['driver2', 9, 'Safari on iPhone'],
];

type Report = ReportDevice & { name: string };

async function send(day: Day, email: string, report: Report, now: Date): Promise<void> {
  const { session_id } = await sessionOf(day, email);
  await asActor(day.requests, session_id, (tx, actor) =>
    runOperation(tx, actor, { now }, (running) => reportDevice(tx, actor, report, running)),
  );
}

function emptyReport(device_id: string): ReportDevice {
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
): [minutes_ago: number, report: ReportDevice][] {
  const device = idOf(`phone ${at}`);
  const open = (number: number, amount_fils: number) => ({
    number,
    command_id: idOf(`phone ${at} command ${number}`),
    user_id,
    endpoint: 'confirm_delivery',
    amount_fils,
    made_at: new Date(began.getTime() - 50 * 60_000).toISOString(),
  });
  const reporting = (highest: number, pending: ReturnType<typeof open>[]): ReportDevice => ({
    ...emptyReport(device),
    highest,
    highest_hash: highest === 0 ? null : idOf(`phone ${at} hash`).replaceAll('-', '').repeat(2),
    open: pending,
    unsent_count: pending.length,
    unsent_fils: pending.reduce((sum, { amount_fils }) => sum + amount_fils, 0),
  });
  if (at === OFF_DUTY_DRIVER) return [[15 * 60, reporting(0, [])]];
  const first: [number, ReportDevice] = [55 + at, reporting(0, [])];
  if (at === 1) return [first, [4, reporting(2, [open(1, 8_450), open(2, 0)])]];
  if (at === 4) return [first, [45, reporting(1, [open(1, 6_275)])], [3, reporting(2, [open(2, 11_900)])]];
  return [first, [at < OUT_DRIVERS ? 1 + at : 2 * at, reporting(0, [])]];
}

import { createHash } from 'node:crypto';
import type {
  DeviceReported,
  ReportDevice,
} from '../../contract/operations/dashboard/devices/report-device.schema.ts';
import type { Operation } from '../operations/operation.ts';
import { operationRoute } from '../operations/route.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { errorCode } from '../platform/error-code.ts';
import { Problem } from '../platform/problem.ts';

/** The SQLSTATE that the database raises if a user has too many devices. */
const PROGRAM_LIMIT = '54000';

/** `name` is derived from the browser. */
type Report = ReportDevice & { name: string | null };

/** A number that is closed or has arrived, with its owner and amount if known. */
type Settled = { number: number; user_id: string | null; amount_fils: number | null };

type Taken = {
  is_first: boolean;
  newly_closed: number[];
  newly_broken: boolean;
  is_news: boolean;
  user_ids: string[];
};

/**
 * Stores a device's report about the actor's shop. Reports may be repeated, late or out of order. The first
 * one sets where counting begins; arrived and closed numbers stay so. Only the owner or a manager closes a
 * number, so the device keeps a closed number until the reply contains it. Returns the numbers that the
 * device may forget. Throws `too_many_attempts` for a new device whose user has too many.
 */
export async function reportDevice(
  tx: Tx,
  _actor: Staff,
  report: Report,
  { now, changed, deviceReported, unchanged }: Operation,
): Promise<DeviceReported> {
  const { device_id, name, ...content } = report;
  const text = JSON.stringify({ ...content, open: content.open.map(withMadeAt(now)) });
  const hash = createHash('sha256').update(JSON.stringify(content)).digest();
  const taking = sql<Taken>`
    select * from take_device_report(${device_id}::uuid, ${name}, ${text}::jsonb, ${hash}, ${now})`;
  const taken = await firstRow(tx, taking).catch((error) => {
    throw errorCode(error) === PROGRAM_LIMIT ? new Problem('too_many_attempts') : error;
  });
  const numbers = [...new Set(report.closed.map(({ number }) => number))];
  const settled = numbers.length === 0 ? [] : await settledNumbers(tx, device_id, numbers);
  if (!taken?.is_news) unchanged();
  else {
    const { is_first, newly_broken, user_ids } = taken;
    const touched = [{ topic: 'devices', subject_id: device_id, audience: 'desk', user_ids }] as const;
    const closed = settled.filter(({ number }) => taken.newly_closed.includes(number));
    // Pending and arrived numbers are no user's decision, so they are not audited.
    if (!is_first && !newly_broken && closed.length === 0) deviceReported(touched);
    else {
      const after = {
        is_first,
        numbers_closed: closed.map(({ number }) => number),
        owner_ids: closed.map(({ user_id }) => user_id),
        amounts_fils: closed.map(({ amount_fils }) => amount_fils),
        chain_broken: newly_broken,
      };
      changed({ what: 'report_device', subject_id: device_id, after, touched });
    }
  }
  return { closed: settled.map(({ number }) => number) };
}

export const reportDeviceRoute = operationRoute('report_device', (tx, actor, { body, origin }, running) =>
  reportDevice(tx, actor, { ...body, name: origin.device }, running),
);

async function settledNumbers(tx: Tx, device_id: string, numbers: readonly number[]): Promise<Settled[]> {
  const reading = sql<Settled>`select * from settled_device_numbers(${device_id}::uuid, ${numbers}::int[])`;
  return (await reading.execute(tx)).rows;
}

/** Limits `made_at` to the last year, since a device's clock may be wrong. */
function withMadeAt(now: Date) {
  const first = now.getTime() - 365 * 24 * 60 * 60 * 1000;
  return <Open extends { made_at: string }>(open: Open) => {
    const made_at = Math.min(now.getTime(), Math.max(first, Date.parse(open.made_at)));
    return { ...open, made_at: new Date(made_at).toISOString() };
  };
}

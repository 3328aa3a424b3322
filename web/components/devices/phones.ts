import type { DeviceRow } from '../../../contract/operations/dashboard/devices/list-devices.schema.ts';
import { formatNumbers } from '../../../contract/rules/number-ranges.ts';

/** A phone of which nothing was heard for so long, while its driver has orders to deliver, may be lost before it could tell of anything. */
const QUIET_MS = 60 * 60_000;

/** Of what a phone made and never arrived, whose it is and what it holds as far as it has told. */
export type Held = {
  /** Null where the phone has not told. */
  full_name: string | null;
  count: number;
  amount_fils: number;
};

/** What somebody has to look after: numbers that are missing, a chain that does not hold. */
export function isMissing({ not_arrived, chain_broken_at }: DeviceRow): boolean {
  return not_arrived.length > 0 || chain_broken_at !== null;
}

/** The phone that somebody used last, silent for an hour with orders still to be delivered. */
export function isQuiet(device: DeviceRow, all: readonly DeviceRow[], now_ms: number): boolean {
  const { last_seen_at, last_user, open_orders } = device;
  if (open_orders.count === 0 || Date.parse(last_seen_at) > now_ms - QUIET_MS) return false;
  const newer = all.some(
    (other) => other.last_user.user_id === last_user.user_id && other.last_seen_at > last_seen_at,
  );
  return !newer;
}

/** Whether what it held is not known in full, so that only its driver's orders can tell what it may hold. */
export function isUntold({ not_arrived }: DeviceRow): boolean {
  return not_arrived.some(({ amount_fils }) => amount_fils === null);
}

export function numbersOf({ not_arrived }: DeviceRow): string {
  return formatNumbers(not_arrived.map(({ number }) => number));
}

/** By person, most first; what was not told of comes last. */
export function heldOn({ not_arrived }: DeviceRow): Held[] {
  const by_person = new Map<string, Held>();
  for (const { user, amount_fils } of not_arrived) {
    const key = user && amount_fils !== null ? user.user_id : '';
    const full_name = key === '' ? null : (user?.full_name ?? null);
    const held = by_person.get(key) ?? { full_name, count: 0, amount_fils: 0 };
    by_person.set(key, {
      ...held,
      count: held.count + 1,
      amount_fils: held.amount_fils + (amount_fils ?? 0),
    });
  }
  return [...by_person.values()].toSorted((one, other) => {
    if ((one.full_name === null) !== (other.full_name === null)) return one.full_name === null ? 1 : -1;
    return other.amount_fils - one.amount_fils;
  });
}

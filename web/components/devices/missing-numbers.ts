import type { DeviceRow } from '../../../contract/operations/dashboard/devices/list-devices.schema.ts';
import { formatNumbers } from '../../../contract/rules/number-ranges.ts';

/**
 * A device not seen for this long while its driver has open orders may be lost, with commands not yet
 * reported.
 */
const QUIET_MS = 60 * 60_000;

/** Commands of a device that have not arrived, grouped by the user who made them. */
export type MissingOfPerson = {
  /** Null for commands whose details the device has not reported. */
  full_name: string | null;
  count: number;
  amount_fils: number;
};

/** Returns true if a device needs attention: numbers are missing or its chain is broken. */
export function isMissing({ not_arrived, chain_broken_at }: DeviceRow): boolean {
  return not_arrived.length > 0 || chain_broken_at !== null;
}

/** Returns true if this is its user's latest device and was not seen for an hour while orders are open. */
export function isSilent(device: DeviceRow, all: readonly DeviceRow[], now_ms: number): boolean {
  const { last_seen_at, last_user, open_orders } = device;
  if (open_orders.count === 0 || Date.parse(last_seen_at) > now_ms - QUIET_MS) return false;
  const newer = all.some(
    (other) => other.last_user.user_id === last_user.user_id && other.last_seen_at > last_seen_at,
  );
  return !newer;
}

/**
 * Returns true if the details of a missing command are unknown; then only the driver's open orders give a
 * hint.
 */
export function hasUnknownDetails({ not_arrived }: DeviceRow): boolean {
  return not_arrived.some(({ amount_fils }) => amount_fils === null);
}

export function numbersOf({ not_arrived }: DeviceRow): string {
  return formatNumbers(not_arrived.map(({ number }) => number));
}

/** Groups missing commands by person, the highest amount first; those with unknown details come last. */
export function missingByPerson({ not_arrived }: DeviceRow): MissingOfPerson[] {
  const by_person = new Map<string, MissingOfPerson>();
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

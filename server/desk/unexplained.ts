import type { Unexplained } from '../../contract/operations/desk/cash/read-desk-holdings.schema.ts';
import type { HolderRow } from '../cash/holders-with-settlement-difference.ts';
import type { UnsettledDevice } from '../devices/list-devices.ts';

/** Lists the unexplained amounts with their users, none twice, the largest first and unknown amounts last. */
export function unexplainedOf(
  holders: readonly HolderRow[],
  devices: readonly UnsettledDevice[],
): Unexplained[] {
  const found = [...holders.flatMap(ofHolder), ...devices.flatMap(ofDevice)];
  return found.sort((one, other) => (other.amount_fils ?? -1) - (one.amount_fils ?? -1));
}

/**
 * Returns the difference that remained at the last end of day, and the amount by which the balance is below
 * zero beyond it.
 */
function ofHolder(row: HolderRow): Unexplained[] {
  const { user_id, full_name, role, rest_fils, settled_at, last_updated } = row;
  const by = { user: { user_id, full_name }, device: null };
  const found: Unexplained[] = [];
  if (rest_fils !== 0) {
    const since = settled_at?.toISOString() ?? null;
    found.push({ kind: rest_fils > 0 ? 'short' : 'over', ...by, amount_fils: Math.abs(rest_fils), since });
  }
  const over_fils = Math.max(0, -rest_fils);
  const below_fils = -(row.cash_on_hand_fils + row.waiting_fils) - over_fils;
  if (below_fils > 0) {
    const kind = role === 'Admin' ? 'not_booked' : 'below_zero';
    found.push({ kind, ...by, amount_fils: below_fils, since: last_updated?.toISOString() ?? null });
  }
  return found;
}

/**
 * Sums the amounts of the records that never arrived from a device, for each user who made them; unknown
 * amounts are summed separately. Records without cash, such as card payments, are skipped.
 */
function ofDevice({ id, name, last_user, not_arrived, chain_broken_at }: UnsettledDevice): Unexplained[] {
  const device = { id, name };
  const found = new Map<string, Unexplained>();
  for (const { user, amount_fils, since } of not_arrived) {
    if (amount_fils === 0) continue;
    const key = `${user?.user_id} ${amount_fils === null}`;
    const before = found.get(key);
    if (!before) found.set(key, { kind: 'not_arrived', user, device, amount_fils, since });
    else {
      if (before.amount_fils !== null && amount_fils !== null) before.amount_fils += amount_fils;
      if (before.since === null || since < before.since) before.since = since;
    }
  }
  if (chain_broken_at !== null) {
    found.set('chain', { kind: 'chain_broken', user: last_user, device, amount_fils: null, since: null });
  }
  return [...found.values()];
}

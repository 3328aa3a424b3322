import { holdersWithSettlementDifference } from '../cash/holders-with-settlement-difference.ts';
import { unexplainedOf } from '../desk/unexplained.ts';
import { unsettledDevices } from '../devices/list-devices.ts';
import { latestDayEnds } from '../handovers/latest-day-ends.ts';
import type { Tx } from '../platform/database/database.ts';

/**
 * Returns the users with unexplained cash. Their orders are kept, because they may be needed to explain it.
 */
export async function usersWithUnexplainedCash(tx: Tx, shop_id: number, now: Date): Promise<string[]> {
  const holders = await holdersWithSettlementDifference(tx, shop_id, latestDayEnds(shop_id, now));
  const found = unexplainedOf(holders, await unsettledDevices(tx, shop_id, now));
  return [...new Set(found.flatMap(({ user }) => (user ? [user.user_id] : [])))];
}

import { holdersWithRest } from '../cash/holders-with-rest.ts';
import { unexplainedOf } from '../desk/unexplained.ts';
import { unsettledDevices } from '../devices/list-devices.ts';
import { newestEnds } from '../handovers/newest-ends.ts';
import type { Tx } from '../platform/database/database.ts';

/**
 * Returns the users with unexplained cash. Their orders are kept, because they may be needed to explain it.
 */
export async function withUnexplainedCash(tx: Tx, shop_id: number, now: Date): Promise<string[]> {
  const holders = await holdersWithRest(tx, shop_id, newestEnds(shop_id, now));
  const found = unexplainedOf(holders, await unsettledDevices(tx, shop_id, now));
  return [...new Set(found.flatMap(({ user }) => (user ? [user.user_id] : [])))];
}

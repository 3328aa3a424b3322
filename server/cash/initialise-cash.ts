import type { Operation } from '../operations/operation.ts';
import { operationRoute } from '../operations/route.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow, oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

/**
 * Creates a driver's own missing balance at 0, changes nothing else, and returns the actual total (ruling
 * A5). Throws `driver_not_found`.
 */
export async function initialiseCash(
  tx: Tx,
  { shop_id, user_id, driver_id }: Staff,
  _input: unknown,
  { changed, unchanged }: Operation,
): Promise<{ success: true; error: null; new_total_fils: number }> {
  if (driver_id === null) throw new Problem('driver_not_found');
  const initialised = sql<{ total_fils: number }>`select initialise_own_balance() as total_fils`;
  const { total_fils } = await oneRow(tx, initialised);
  // Only one of several concurrent calls creates the row, which has the time of its transaction.
  const created = sql`
    select from cash_tracking where shop_id = ${shop_id} and user_id = ${user_id} and last_updated = now()`;
  if (!(await firstRow(tx, created))) unchanged();
  else {
    changed({
      what: 'initialise_cash',
      subject_id: user_id,
      after: { cash_on_hand_fils: total_fils },
      touched: [{ topic: 'cash', audience: 'desk', user_ids: [user_id] }],
    });
  }
  return { success: true, error: null, new_total_fils: total_fils };
}

export const initialiseCashRoute = operationRoute('initialise_cash', initialiseCash);

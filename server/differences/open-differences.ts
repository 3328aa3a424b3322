import type { Account } from '../../contract/rules/differences.ts';
import { undecidedDayEnds } from '../cash/accounts/undecided-day-ends.ts';
import { lockDifference } from '../cash/differences.ts';
import { isVoided } from '../cash/voids/is-voided.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow, oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

export type DifferenceRow = {
  id: string;
  account: Account;
  user_id: string;
  full_name: string;
  amount_fils: number;
  /** The number of the corrected order; null for the difference of a handover. */
  handover_reference: string;
};

/** Finds a booked difference of a valid end of day, or of a correction. Throws `not_found`. */
export async function findDifference(tx: Tx, shop_id: number, id: string): Promise<DifferenceRow> {
  const finding = sql<DifferenceRow>`
    select d.id, d.kind as account, d.user_id, p.full_name, d.amount_fils, coalesce(h.handover_reference, o.order_number) as handover_reference
    from cash_differences d
    left join cash_handovers h on h.shop_id = d.shop_id and h.id = d.handover_id
    left join delivery_corrections k on k.shop_id = d.shop_id and k.id = d.correction_id
    left join orders o on o.shop_id = k.shop_id and o.id = k.order_id
    join profiles p on p.id = d.user_id
    where d.shop_id = ${shop_id} and d.id = ${id} and d.kind <> 'none' and not ${isVoided('handover', sql`h`)}`;
  const found = await firstRow(tx, finding);
  if (!found) throw new Problem('not_found');
  return found;
}

/**
 * Locks a difference, and returns the amount that is open, in fils. Throws `more_than_open` for a larger
 * amount, and `not_found` if its end of day was voided meanwhile.
 */
export async function lockOpen(
  tx: Tx,
  shop_id: number,
  { difference_id, amount_fils }: { difference_id: string; amount_fils: number },
): Promise<number> {
  const open_fils = await lockDifference(tx, shop_id, difference_id);
  await findDifference(tx, shop_id, difference_id);
  if (amount_fils > open_fils) throw new Problem('more_than_open', undefined, undefined, open_fils);
  return open_fils;
}

/** Counts the undecided differences of a shop. */
export async function countUndecided(tx: Tx, shop_id: number): Promise<number> {
  const counting = sql<{ undecided: number }>`
    select count(*)::int as undecided from (${undecidedDayEnds(shop_id)}) u`;
  return (await oneRow(tx, counting)).undecided;
}

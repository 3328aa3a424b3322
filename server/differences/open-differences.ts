import type { Account } from '../../contract/rules/differences.ts';
import { lockDifference } from '../cash/differences.ts';
import { isVoided } from '../cash/voids/is-voided.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow, oneRow } from '../platform/database/rows.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
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

/**
 * Selects the ends of day whose difference both signed as short or over and that are not decided: user_id,
 * id, completed_at and the other columns. A later end of day compares the whole balance again, so only the
 * last valid one of a person is undecided; older ones are not read.
 */
export function undecidedDayEnds(shop_id: number): Sql<unknown> {
  return sql`
    select h.staff_user_id as user_id, h.id, h.completed_at, h.handover_reference, h.difference_fils, h.admin_id, h.recorded_at
    from drivers o
    cross join lateral (
      select * from cash_handovers l
      where l.shop_id = o.shop_id and l.driver_id = o.id and l.handover_type = 'end' and not ${isVoided('handover', sql`l`)}
      order by l.recorded_at desc, l.id desc limit 1
    ) h
    where o.shop_id = ${shop_id} and h.difference_choice = 'short_or_over' and h.difference_fils <> 0
      and not exists (select from cash_differences d where d.shop_id = h.shop_id and d.handover_id = h.id)`;
}

/** Counts the undecided differences of a shop. */
export async function countUndecided(tx: Tx, shop_id: number): Promise<number> {
  const counting = sql<{ undecided: number }>`
    select count(*)::int as undecided from (${undecidedDayEnds(shop_id)}) u`;
  return (await oneRow(tx, counting)).undecided;
}

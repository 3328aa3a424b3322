import type { OverCeiling } from '../../../contract/operations/desk/cash/read-desk-holdings.schema.ts';
import type { Tx } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { holdersIn } from '../list-balances.ts';

/** The ceiling of a person, their own or the shop's: of a driver `d`, in fils; null: none. */
const CEILING = sql`coalesce(
  (select c.ceiling_fils from cash_ceilings c where c.shop_id = d.shop_id and c.user_id = d.user_id), s.cash_ceiling_fils)`;

/**
 * Lists the drivers who carry more cash than their ceiling, pending movements included, most above it first.
 */
export async function driversOverCeiling(tx: Tx, shop_id: number): Promise<OverCeiling[]> {
  const { rows } = await sql<OverCeiling>`
    select d.user_id, d.full_name, (h.cash_on_hand_fils + h.waiting_fils)::bigint as held_fils, l.ceiling_fils
    from drivers d
    join shops s on s.id = d.shop_id
    cross join lateral (select ${CEILING} as ceiling_fils) l
    join (${holdersIn(shop_id)}) h on h.user_id = d.user_id
    where d.shop_id = ${shop_id} and h.cash_on_hand_fils + h.waiting_fils > l.ceiling_fils
    order by h.cash_on_hand_fils + h.waiting_fils - l.ceiling_fils desc, d.full_name`.execute(tx);
  return rows;
}

/** Returns a driver's ceiling, in fils, and if it blocks new assignments; null without a ceiling. */
export async function ceilingOfDriver(
  tx: Tx,
  shop_id: number,
  driver_id: number,
): Promise<{ user_id: string; ceiling_fils: number; blocks_assignment: boolean } | null> {
  const reading = sql<{ user_id: string; ceiling_fils: number | null; blocks_assignment: boolean }>`
    select d.user_id, ${CEILING} as ceiling_fils, s.ceiling_blocks_assignment as blocks_assignment
    from drivers d join shops s on s.id = d.shop_id where d.shop_id = ${shop_id} and d.id = ${driver_id}`;
  const found = await firstRow(tx, reading);
  return found && found.ceiling_fils !== null ? { ...found, ceiling_fils: found.ceiling_fils } : null;
}

import type { CashEquation } from '../../contract/operations/desk/cash/read-cash-equation.schema.ts';
import { BEYOND_STAFF, type BeyondStaff } from '../../contract/rules/reports/reports.ts';
import { holdersIn } from '../cash/list-balances.ts';
import { disabledStaff } from '../handovers/handover-queries.ts';
import { startOfDay } from '../platform/database/business-day.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { CASH } from './sums/sum-tables.ts';
import { factsNotSummed } from './sums/summed-facts.ts';

type Side = { in_fils: number; out_fils: number };
type Person = Omit<CashEquation['people'][number], 'disabled'> & { waiting_fils: number };
type Found = {
  sides: { holder: BeyondStaff; is_today: boolean; in_fils: number; out_fils: number }[];
  people: Person[];
};

/**
 * Reads the equation of the cash book (ruling A2): the cash of all staff equals what came from the other
 * holders less what went to them. Both sides are read in one statement and therefore from one snapshot. Sums
 * cover the past, and the book covers today and the movements not summed yet.
 */
export async function readCashEquation(tx: Tx, shop_id: number, now: Date): Promise<CashEquation> {
  const { time_zone } = await readShop(tx);
  const disabled = await disabledStaff(tx);
  const reading = readingOf(shop_id, startOfDay(now, time_zone));
  const { sides, people } = await oneRow(tx, reading);
  const sideOf = (holder: BeyondStaff, of_today: boolean): Side => {
    const found = sides.find((side) => side.holder === holder && side.is_today === of_today);
    return { in_fils: found?.in_fils ?? 0, out_fils: found?.out_fils ?? 0 };
  };
  const holders = BEYOND_STAFF.map((holder) => ({
    holder,
    total: sideOf(holder, false),
    today: sideOf(holder, true),
  }));
  const staff_fils = people.reduce((sum, { cash_fils }) => sum + cash_fils, 0);
  return {
    holders,
    staff_fils,
    staff_before_today_fils: staff_fils - netOf(holders.map(({ today }) => today)),
    waiting_fils: people.reduce((sum, { waiting_fils }) => sum + waiting_fils, 0),
    is_equal: staff_fils === netOf(holders.map(({ total }) => total)),
    people: people
      .filter((one) => one.cash_fils !== 0 || one.shortage_fils !== 0 || one.over_fils !== 0)
      .map(({ waiting_fils: _, ...one }) => ({ ...one, disabled: disabled.has(one.user_id) })),
  };
}

/** The statement that reads both sides; `today` is the begin of the business day. */
export function readingOf(shop_id: number, today: Sql<Date>): Sql<Found> {
  return sql<Found>`
    select (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (${sidesOf(shop_id, today)}) s) as sides,
      (select coalesce(jsonb_agg(to_jsonb(p) order by p.full_name, p.user_id), '[]') from (${peopleOf(shop_id)}) p) as people`;
}

function netOf(sides: readonly Side[]): number {
  return sides.reduce((sum, { in_fils, out_fils }) => sum + in_fils - out_fils, 0);
}

/** Selects what came from each holder outside the staff and what went to it, in all and today. */
function sidesOf(shop_id: number, today: Sql<Date>): Sql<unknown> {
  const columns = sql`from_holder, to_holder, amount_fils`;
  const is_today = sql`at >= ${today}::timestamptz`;
  return sql`
    with moved as (
      select from_holder, to_holder, false as is_today, amount_fils from cash_sums
      where shop_id = ${shop_id} and grain = 'day'
      union all
      select from_holder, to_holder, false, amount_fils
      from (${factsNotSummed(CASH, shop_id, columns, { from: '-infinity', to: 'infinity' })}) n
      union all
      select from_holder, to_holder, true, amount_fils from (${CASH.facts}) f where shop_id = ${shop_id} and ${is_today}
    )
    select holder, is_today, sum(in_fils)::bigint as in_fils, sum(out_fils)::bigint as out_fils from (
      select from_holder as holder, is_today, amount_fils as in_fils, 0 as out_fils from moved where from_holder <> 'staff'
      union all
      select to_holder, is_today, 0, amount_fils from moved where to_holder <> 'staff'
    ) sides group by holder, is_today`;
}

/** Selects everyone with a balance, pending cash or an account: their cash, pending cash and accounts. */
function peopleOf(shop_id: number): Sql<unknown> {
  return sql`
    select p.id as user_id, p.full_name, p.role, coalesce(h.cash_on_hand_fils + h.waiting_fils, 0)::bigint as cash_fils,
      coalesce(h.waiting_fils, 0)::bigint as waiting_fils, coalesce(a.shortage_fils, 0)::bigint as shortage_fils,
      coalesce(a.over_fils, 0)::bigint as over_fils
    from (${holdersIn(shop_id)}) h
    full join (
      select account_user_id as user_id,
        sum(case 'shortage' when to_holder then amount_fils when from_holder then -amount_fils else 0 end) as shortage_fils,
        sum(case 'over' when from_holder then amount_fils when to_holder then -amount_fils else 0 end) as over_fils
      from cash_movements where shop_id = ${shop_id} and account_user_id is not null group by account_user_id
    ) a on a.user_id = h.user_id
    join profiles p on p.id = coalesce(h.user_id, a.user_id)`;
}

import type { CashEquation } from '../../contract/operations/desk/cash/read-cash-equation.schema.ts';
import { BEYOND_STAFF, type BeyondStaff } from '../../contract/rules/reports/reports.ts';
import { cashOfStaff } from '../cash/list-balances.ts';
import { disabledStaff } from '../handovers/handover-queries.ts';
import { readRoute } from '../operations/route.ts';
import type { Staff } from '../platform/actor.ts';
import { startOfDay } from '../platform/database/business-day.ts';
import type { Tx } from '../platform/database/database.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { sql } from '../platform/database/sql.ts';

type Side = { in_fils: number; out_fils: number };
type HolderSums = {
  holder: BeyondStaff;
  total_in: number;
  total_out: number;
  today_in: number;
  today_out: number;
};

/**
 * * Reads the equation of the cash book (ruling A2): the cash of all staff equals what came from the other
 * holders less what went to them. All of it is read from one snapshot.
 */
export async function readCashEquation(tx: Tx, { shop_id }: Staff, now: Date): Promise<CashEquation> {
  const { time_zone } = await readShop(tx);
  const since = startOfDay(now, time_zone);
  const { rows } = await sql<HolderSums>`
    select holder, coalesce(sum(fils) filter (where is_in), 0)::bigint as total_in,
      coalesce(sum(fils) filter (where not is_in), 0)::bigint as total_out,
      coalesce(sum(fils) filter (where is_in and is_today), 0)::bigint as today_in,
      coalesce(sum(fils) filter (where not is_in and is_today), 0)::bigint as today_out
    from (
      select from_holder as holder, true as is_in, recorded_at >= ${since}::timestamptz as is_today, amount_fils as fils
      from cash_movements where shop_id = ${shop_id} and from_holder <> 'staff'
      union all
      select to_holder, false, recorded_at >= ${since}::timestamptz, amount_fils
      from cash_movements where shop_id = ${shop_id} and to_holder <> 'staff'
    ) sides group by holder`.execute(tx);
  const found = new Map(rows.map((row) => [row.holder, row]));
  const holders = BEYOND_STAFF.map((holder) => {
    const { total_in = 0, total_out = 0, today_in = 0, today_out = 0 } = found.get(holder) ?? {};
    return {
      holder,
      total: { in_fils: total_in, out_fils: total_out },
      today: { in_fils: today_in, out_fils: today_out },
    };
  });
  const cash = await cashOfStaff(tx, shop_id);
  const waiting_fils = [...cash.values()].reduce((sum, one) => sum + one.waiting_fils, 0);
  const staff_fils = [...cash.values()].reduce((sum, one) => sum + one.cash_on_hand_fils, waiting_fils);
  return {
    holders,
    staff_fils,
    staff_before_today_fils: staff_fils - netOf(holders.map(({ today }) => today)),
    waiting_fils,
    is_equal: staff_fils === netOf(holders.map(({ total }) => total)),
    people: await accountsOfPeople(tx, shop_id, cash),
  };
}

export const readCashEquationRoute = readRoute('read_cash_equation', ({ tx, actor, services }) =>
  readCashEquation(tx, actor, services.now()),
);

function netOf(sides: readonly Side[]): number {
  return sides.reduce((sum, { in_fils, out_fils }) => sum + in_fils - out_fils, 0);
}

/** Lists everyone with cash or an open account, by name. */
async function accountsOfPeople(
  tx: Tx,
  shop_id: number,
  cash: Awaited<ReturnType<typeof cashOfStaff>>,
): Promise<CashEquation['people']> {
  const disabled = await disabledStaff(tx);
  const { rows } = await sql<Omit<CashEquation['people'][number], 'disabled' | 'cash_fils'>>`
    with accounts as (
      select account_user_id as user_id,
        sum(case when to_holder = 'shortage' then amount_fils when from_holder = 'shortage' then -amount_fils else 0 end) as shortage_fils,
        sum(case when from_holder = 'over' then amount_fils when to_holder = 'over' then -amount_fils else 0 end) as over_fils
      from cash_movements where shop_id = ${shop_id} and account_user_id is not null group by account_user_id
    )
    select p.id as user_id, p.full_name, p.role, coalesce(a.shortage_fils, 0)::bigint as shortage_fils,
      coalesce(a.over_fils, 0)::bigint as over_fils
    from profiles p left join accounts a on a.user_id = p.id
    where p.id = any(${[...cash.keys()]}::uuid[]) or a.user_id is not null
    order by p.full_name, p.id`.execute(tx);
  return rows
    .map((row) => {
      const held = cash.get(row.user_id);
      const cash_fils = held ? held.cash_on_hand_fils + held.waiting_fils : 0;
      return { ...row, disabled: disabled.has(row.user_id), cash_fils };
    })
    .filter((row) => row.cash_fils !== 0 || row.shortage_fils !== 0 || row.over_fils !== 0);
}

import type { Tx } from '../platform/database/database.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import type { OwnCash } from './balances.ts';

type Held = {
  full_name: string;
  role: string | null;
  waiting_fils: number;
};

export type StaffBalance = Held & {
  email: string;
  /** The sum of posted movements; null without a balance. */
  cash_on_hand_fils: number | null;
  /** The person's open shortages. */
  shortage_fils: number;
  /** The person's open overs. */
  over_fils: number;
  /** ISO 8601; null without a balance. */
  last_updated: string | null;
};

/**
 * Lists the shop's staff, disabled users included, and all other people with its cash or an open shortage or
 * over; most cash first.
 */
export async function listBalances(tx: Tx, shop_id: number): Promise<StaffBalance[]> {
  const { rows } = await sql<Omit<StaffBalance, 'last_updated'> & { last_updated: Date | null }>`
    with waiting as (${waitingIn(shop_id)}), accounts as (${accountsIn(shop_id)})
    select u.email, p.full_name, p.role, t.cash_on_hand_fils, coalesce(w.fils, 0)::bigint as waiting_fils,
      coalesce(a.shortage_fils, 0)::bigint as shortage_fils, coalesce(a.over_fils, 0)::bigint as over_fils, t.last_updated
    from profiles p
    join users u on u.id = p.id
    left join cash_tracking t on t.shop_id = ${shop_id} and t.user_id = p.id
    left join waiting w on w.user_id = p.id
    left join accounts a on a.user_id = p.id
    where p.shop_id = ${shop_id} or t.user_id is not null or w.user_id is not null or a.shortage_fils <> 0 or a.over_fils <> 0
    order by t.cash_on_hand_fils desc nulls last, p.full_name`.execute(tx);
  return rows.map((row) => ({ ...row, last_updated: row.last_updated?.toISOString() ?? null }));
}

type Outstanding = Held & {
  user_id: string;
  /** The sum of posted movements; 0 without a balance. */
  cash_on_hand_fils: number;
  /** The later of the balance's last change and the recording of the latest pending movement. */
  last_updated: Date;
};

/**
 * Lists all users with cash above 0, pending movements and disabled users included (ruling A7); most cash
 * first.
 */
export async function listOutstanding(tx: Tx, shop_id: number): Promise<Outstanding[]> {
  const { rows } = await sql<Outstanding>`
    select p.id as user_id, p.full_name, p.role, h.cash_on_hand_fils, h.waiting_fils, h.last_updated
    from (${holdersIn(shop_id)}) h
    join profiles p on p.id = h.user_id
    where h.cash_on_hand_fils + h.waiting_fils > 0
    order by h.cash_on_hand_fils + h.waiting_fils desc, p.full_name, p.id`.execute(tx);
  return rows;
}

/** Returns the cash of all users with a balance or pending movements, as far as the actor may see them. */
export async function cashOfStaff(tx: Tx, shop_id: number): Promise<Map<string, OwnCash>> {
  const { rows } = await sql<OwnCash & { user_id: string }>`
    select user_id, cash_on_hand_fils, waiting_fils from (${holdersIn(shop_id)}) h`.execute(tx);
  return new Map(rows.map(({ user_id, ...cash }) => [user_id, cash]));
}

/**
 * Selects user_id, cash_on_hand_fils (posted), waiting_fils (pending) and last_updated of all users with a
 * balance or pending movements.
 */
export function holdersIn(shop_id: number): Sql<unknown> {
  return sql`
    select coalesce(t.user_id, w.user_id) as user_id, coalesce(t.cash_on_hand_fils, 0)::bigint as cash_on_hand_fils,
      coalesce(w.fils, 0)::bigint as waiting_fils, greatest(t.last_updated, w.recorded_at) as last_updated
    from (select user_id, cash_on_hand_fils, last_updated from cash_tracking where shop_id = ${shop_id}) t
    full join (${waitingIn(shop_id)}) w on w.user_id = t.user_id`;
}

/** Selects the net sum of pending movements per person, and when the latest was recorded. */
function waitingIn(shop_id: number): Sql<unknown> {
  return sql`
    select leg.user_id, sum(leg.amount_fils)::bigint as fils, max(m.recorded_at) as recorded_at
    from cash_movements m
    cross join lateral (values (m.from_user_id, -m.amount_fils), (m.to_user_id, m.amount_fils)) as leg (user_id, amount_fils)
    where m.shop_id = ${shop_id} and m.posted_at is null and leg.user_id is not null
    group by leg.user_id`;
}

/** Selects what is open of each person's shortages and overs. */
function accountsIn(shop_id: number): Sql<unknown> {
  return sql`
    select account_user_id as user_id,
      sum(case when to_holder = 'shortage' then amount_fils when from_holder = 'shortage' then -amount_fils else 0 end)::bigint
        as shortage_fils,
      sum(case when from_holder = 'over' then amount_fils when to_holder = 'over' then -amount_fils else 0 end)::bigint as over_fils
    from cash_movements
    where shop_id = ${shop_id} and account_user_id is not null
    group by account_user_id`;
}

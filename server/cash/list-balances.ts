import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export type StaffBalance = {
  email: string;
  full_name: string;
  role: string | null;
  /** Posted movements; null where the person has no balance yet. */
  cash_on_hand_fils: number | null;
  /** Recorded movements that are not posted yet, net. */
  waiting_fils: number;
  /** ISO 8601; null where the person has no balance yet. */
  last_updated: string | null;
};

/** Everybody of the shop, and whoever holds its cash, disabled staff included (ruling A7); most cash first. */
export async function listBalances(tx: Tx, shop_id: number): Promise<StaffBalance[]> {
  const { rows } = await sql<Omit<StaffBalance, 'last_updated'> & { last_updated: Date | null }>`
    with waiting as (
      select leg.user_id, sum(leg.amount_fils)::bigint as fils
      from cash_movements m
      cross join lateral (values (m.from_user_id, -m.amount_fils), (m.to_user_id, m.amount_fils)) as leg (user_id, amount_fils)
      where m.shop_id = ${shop_id} and m.posted_at is null and leg.user_id is not null
      group by leg.user_id
    )
    select u.email, p.full_name, p.role, t.cash_on_hand_fils, coalesce(w.fils, 0)::bigint as waiting_fils, t.last_updated
    from profiles p
    join users u on u.id = p.id
    left join cash_tracking t on t.shop_id = ${shop_id} and t.user_id = p.id
    left join waiting w on w.user_id = p.id
    where p.shop_id = ${shop_id} or t.user_id is not null or w.user_id is not null
    order by t.cash_on_hand_fils desc nulls last, p.full_name`.execute(tx);
  return rows.map((row) => ({ ...row, last_updated: row.last_updated?.toISOString() ?? null }));
}

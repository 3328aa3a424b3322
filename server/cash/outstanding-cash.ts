import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export type Outstanding = {
  user_id: string;
  full_name: string;
  role: string | null;
  /** Posted movements; 0 without a balance. */
  cash_on_hand_fils: number;
  /** Recorded movements that are not posted yet, net. */
  waiting_fils: number;
  /** When the balance last changed, or the last movement was recorded that still waits. */
  last_updated: Date;
};

/** Everybody with cash above 0, waiting included, most first; whoever was disabled too (ruling A7). */
export async function listOutstanding(tx: Tx, shop_id: number): Promise<Outstanding[]> {
  const { rows } = await sql<Outstanding>`
    with waiting as (
      select leg.user_id, sum(leg.amount_fils)::bigint as fils, max(m.recorded_at) as recorded_at
      from cash_movements m
      cross join lateral (values (m.from_user_id, -m.amount_fils), (m.to_user_id, m.amount_fils)) as leg (user_id, amount_fils)
      where m.shop_id = ${shop_id} and m.posted_at is null and leg.user_id is not null
      group by leg.user_id
    ), posted as (
      select user_id, cash_on_hand_fils, last_updated from cash_tracking where shop_id = ${shop_id}
    )
    select p.id as user_id, p.full_name, p.role, coalesce(t.cash_on_hand_fils, 0)::bigint as cash_on_hand_fils,
      coalesce(w.fils, 0)::bigint as waiting_fils, greatest(t.last_updated, w.recorded_at) as last_updated
    from posted t
    full join waiting w on w.user_id = t.user_id
    join profiles p on p.id = coalesce(t.user_id, w.user_id)
    where coalesce(t.cash_on_hand_fils, 0) + coalesce(w.fils, 0) > 0
    order by coalesce(t.cash_on_hand_fils, 0) + coalesce(w.fils, 0) desc, p.full_name, p.id`.execute(tx);
  return rows;
}

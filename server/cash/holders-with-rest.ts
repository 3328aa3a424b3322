import type { Tx } from '../platform/database/database.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { holdersIn } from './list-balances.ts';

/** What somebody holds, and what of it was left when they last settled. */
export type HolderRow = {
  user_id: string;
  full_name: string;
  role: string | null;
  driver_id: number | null;
  cash_on_hand_fils: number;
  waiting_fils: number;
  last_updated: Date | null;
  /** When they settled last; null where they did not. */
  settled_at: Date | null;
  /**
   * What the book left them with there, as it is known now, in fils: above 0 it was short by as much, below 0 over. 0 where they did not settle.
   * A shortage that was handed over since is none any more.
   */
  rest_fils: number;
};

/** How much earlier than its recording something may say that it happened. */
const OCCURRED_EARLIER = sql`interval '8 days'`;

/**
 * Everybody of the shop who has a balance, and what they left open when they last settled. `settled` selects, once for each: user_id, the id of the
 * record with which they handed over all they held, and its completed_at. Of what was recorded after it (ids are made in the order of
 * time) a delivery from before it, and an adjustment, change what it left; all else came later. What is left now, less all that came later, is what was
 * left then; a shortage is at most the least that was held since. One statement, so that balances and movements are of one moment.
 */
export async function holdersWithRest(tx: Tx, shop_id: number, settled: Sql<unknown>): Promise<HolderRow[]> {
  const { rows } = await sql<HolderRow>`
    with held as materialized (${holdersIn(shop_id)}), ends as materialized (${settled}
    ), later as (
      select e.user_id, m.id, m.fils,
        m.source_type = 'cash_adjustment' or m.source_type = 'delivery_confirmation' and m.occurred_at <= e.completed_at as of_before
      from ends e
      cross join lateral (
        select id, amount_fils as fils, source_type, source_id, occurred_at from cash_movements
        where shop_id = ${shop_id} and to_user_id = e.user_id and occurred_at >= e.completed_at - ${OCCURRED_EARLIER} and id > e.id
        union all
        select id, -amount_fils, source_type, source_id, occurred_at from cash_movements
        where shop_id = ${shop_id} and from_user_id = e.user_id and occurred_at >= e.completed_at - ${OCCURRED_EARLIER} and id > e.id
      ) m
      where m.source_id <> e.id
    ), sums as (
      select user_id, sum(fils) as fils, least(min(fils_until), 0) as least_fils from (
        select user_id, fils, sum(fils) over (partition by user_id order by id) as fils_until from later where not of_before
      ) running group by user_id
    ), rests as (
      select e.user_id, e.completed_at, coalesce(h.cash_on_hand_fils + h.waiting_fils, 0) - coalesce(s.fils, 0) as base_fils,
        coalesce(s.least_fils, 0) as least_fils
      from ends e left join held h on h.user_id = e.user_id left join sums s on s.user_id = e.user_id
    )
    select p.id as user_id, p.full_name, p.role, d.id as driver_id, coalesce(h.cash_on_hand_fils, 0)::bigint as cash_on_hand_fils,
      coalesce(h.waiting_fils, 0)::bigint as waiting_fils, h.last_updated, r.completed_at as settled_at,
      coalesce(case when r.base_fils > 0 then greatest(r.base_fils + r.least_fils, 0) else r.base_fils end, 0)::bigint as rest_fils
    from held h
    join profiles p on p.id = h.user_id
    left join drivers d on d.shop_id = ${shop_id} and d.user_id = p.id
    left join rests r on r.user_id = p.id
    order by coalesce(h.cash_on_hand_fils, 0) + coalesce(h.waiting_fils, 0) desc, p.full_name, p.id`.execute(
    tx,
  );
  return rows;
}

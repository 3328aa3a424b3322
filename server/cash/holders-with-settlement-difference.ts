import type { Tx } from '../platform/database/database.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { holdersIn } from './list-balances.ts';

/** A person's cash, and the difference that remained at their last settlement. */
export type HolderRow = {
  user_id: string;
  full_name: string;
  role: string | null;
  driver_id: number | null;
  cash_on_hand_fils: number;
  waiting_fils: number;
  last_updated: Date | null;
  /** The record of the last settlement; null if there was none. */
  settled_by: string | null;
  /** The time of the last settlement; null if there was none. */
  settled_at: Date | null;
  /**
   * The difference that remained at the last settlement, by the present cash book, in fils: above 0 a
   * shortage, below 0 an excess. 0 without a settlement. A shortage that was handed over since no longer
   * counts.
   */
  rest_fils: number;
};

/** The longest time by which a movement may have occurred before it was recorded. */
const OCCURRED_EARLIER = sql`interval '8 days'`;

/**
 * Lists every user of the shop with a balance, and the difference they left at their last settlement.
 * `settled` selects one row per user: user_id, the id of the record with which they handed over all their
 * cash, and its completed_at. Among the movements recorded after it (ids are in order of time), adjustments,
 * booked differences, and deliveries, payments and expenses made before it change that difference; all others
 * came later. A correction and its difference count like the corrected delivery. Voided movements and their
 * reverses are ignored. The difference is today's balance less the later movements; a shortage is at most the
 * lowest balance after a command since. One statement, so that balances and movements come from one snapshot.
 */
export async function holdersWithSettlementDifference(
  tx: Tx,
  shop_id: number,
  settled: Sql<unknown>,
): Promise<HolderRow[]> {
  const { rows } = await sql<HolderRow>`
    with held as materialized (${holdersIn(shop_id)}), ends as materialized (${settled}
    ), later as (
      select e.user_id, m.id, m.fils, m.command_id, case
          when m.reason = 'late_delivery' or m.source_type = 'cash_adjustment' then true
          when m.source_type in ('delivery_confirmation', 'order_payment') then m.occurred_at <= e.completed_at
          when m.source_type = 'expense' then exists (select from expenses x
            where x.shop_id = ${shop_id} and x.id = m.source_id and x.occurred_at <= e.completed_at)
          when m.source_type in ('delivery_correction', 'cash_difference') then coalesce((
            select c.id < e.id or c.delivered_at <= e.completed_at
            from delivery_corrections k join delivery_confirmations c on c.shop_id = k.shop_id and c.id = k.confirmation_id
            where k.shop_id = ${shop_id} and k.id = case m.source_type when 'delivery_correction' then m.source_id
              else (select d.correction_id from cash_differences d where d.shop_id = ${shop_id} and d.id = m.source_id) end), true)
          else false end as of_before
      from ends e
      cross join lateral (
        select id, amount_fils as fils, command_id, reason, reverses, source_type, source_id, occurred_at from cash_movements
        where shop_id = ${shop_id} and to_user_id = e.user_id and occurred_at >= e.completed_at - ${OCCURRED_EARLIER} and id > e.id
        union all
        select id, -amount_fils, command_id, reason, reverses, source_type, source_id, occurred_at from cash_movements
        where shop_id = ${shop_id} and from_user_id = e.user_id and occurred_at >= e.completed_at - ${OCCURRED_EARLIER} and id > e.id
      ) m
      where m.source_id <> e.id and (m.reverses is null or m.reason = 'correction')
        and not exists (select from cash_movements r where r.shop_id = ${shop_id} and r.reverses = m.id and r.reason <> 'correction')
    ), sums as (
      select user_id, sum(fils) as fils, least(min(fils_until), 0) as least_fils from (
        select user_id, sum(fils) as fils, sum(sum(fils)) over (partition by user_id order by min(id::text)) as fils_until
        from later where not of_before group by user_id, coalesce(command_id, id)
      ) running group by user_id
    ), rests as (
      select e.user_id, e.id, e.completed_at, coalesce(h.cash_on_hand_fils + h.waiting_fils, 0) - coalesce(s.fils, 0) as base_fils,
        coalesce(s.least_fils, 0) as least_fils
      from ends e left join held h on h.user_id = e.user_id left join sums s on s.user_id = e.user_id
    )
    select p.id as user_id, p.full_name, p.role, d.id as driver_id, coalesce(h.cash_on_hand_fils, 0)::bigint as cash_on_hand_fils,
      coalesce(h.waiting_fils, 0)::bigint as waiting_fils, h.last_updated, r.completed_at as settled_at, r.id as settled_by,
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

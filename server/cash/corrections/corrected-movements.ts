import { sql } from '../../platform/database/sql.ts';
import { decidedOr, joinApproval } from '../decided.ts';

/**
 * Selects each correction with the delivery's cash before it (`earlier_fils`) and the number of the last
 * correction before it that changed the cash (`booked_number`; null: the delivery's own booking counts).
 */
export const correctionSteps = sql`
  select t.*, max(case when t.cash_fils <> t.earlier_fils then t.number end) over (
      partition by t.shop_id, t.confirmation_id order by t.number, t.id rows between unbounded preceding and 1 preceding) as booked_number
  from (
    select k.*, coalesce(lag(k.cash_fils) over (partition by k.shop_id, k.confirmation_id order by k.number, k.id), c.cash_fils, 0)
      as earlier_fils
    from delivery_corrections k
    left join delivery_confirmations c on c.shop_id = k.shop_id and c.id = k.confirmation_id
  ) t`;

/**
 * Selects the movements that each correction must have, see `CashSource`: if it changed the cash, the reverse
 * of the booking before it, and the booking of the corrected cash.
 */
export const correctedMovements = sql`
  select s.shop_id, s.id, 'correction of order ' || coalesce(o.order_number, s.order_id::text) as subject, s.user_id,
    l.from_holder, case when l.from_holder = 'staff' then s.user_id end as from_user_id,
    l.to_holder, case when l.to_holder = 'staff' then s.user_id end as to_user_id, l.fils as amount_fils, 'correction' as reason,
    ${decidedOr('s', sql`g.command_id`, sql`s.command_id`)} as command_id,
    ${decidedOr('s', sql`g.decided_by`, sql`s.recorded_by`)} as recorded_by, s.recorded_at as occurred_at,
    ${decidedOr('s', sql`g.recorded_at`, sql`k.recorded_at`)} as recorded_at,
    l.leg, case l.leg when 1 then m.id end as reverses, null::uuid as account_user_id
  from (${correctionSteps}) s
  cross join lateral (values (1::smallint, 'staff', 'customers', s.earlier_fils), (2::smallint, 'customers', 'staff', s.cash_fils))
    as l (leg, from_holder, to_holder, fils)
  left join orders o on o.shop_id = s.shop_id and o.id = s.order_id
  left join delivery_corrections b on b.shop_id = s.shop_id and b.confirmation_id = s.confirmation_id and b.number = s.booked_number
  left join cash_movements m on m.shop_id = s.shop_id and m.source_id = coalesce(b.id, s.confirmation_id)
    and m.source_type = case when b.id is null then 'delivery_confirmation' else 'delivery_correction' end
    and m.leg = case when b.id is null then 1 else 2 end
  left join commands k on k.shop_id = s.shop_id and k.user_id = s.recorded_by and k.command_id = s.command_id
    and k.endpoint = case when s.recorded_by = s.user_id then 'correct_delivery' else 'correct_recorded_delivery' end
  ${joinApproval('s')}
  where s.cash_fils <> s.earlier_fils and l.fils > 0`;

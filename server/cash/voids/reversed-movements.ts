import { sql } from '../../platform/database/sql.ts';
import { decidedOr, joinApproval } from '../decided.ts';

/**
 * Selects the movements that each void must have, see `CashSource`: the reverse of every movement of its
 * record, and of the difference booked for it, in their order.
 */
export const reversedMovements = sql`
  select v.shop_id, v.id, 'void ' || v.reference as subject, coalesce(m.from_user_id, m.to_user_id) as user_id,
    m.to_holder as from_holder, m.to_user_id as from_user_id, m.from_holder as to_holder, m.from_user_id as to_user_id,
    m.amount_fils, 'reversal' as reason, ${decidedOr('v', sql`g.command_id`, sql`v.command_id`)} as command_id,
    ${decidedOr('v', sql`g.decided_by`, sql`v.recorded_by`)} as recorded_by, v.recorded_at as occurred_at,
    ${decidedOr('v', sql`g.recorded_at`, sql`k.recorded_at`)} as recorded_at,
    row_number() over (partition by v.shop_id, v.id order by m.recorded_at, m.id)::smallint as leg, m.id as reverses, m.account_user_id
  from cash_voids v
  join (
    select shop_id, id as void_id, record_id as source_id,
      case record_type when 'handover' then 'cash_handover' when 'deposit' then 'bank_deposit' else 'cash_float' end as source_type
    from cash_voids
    union all
    select v.shop_id, v.id, d.id, 'cash_difference' from cash_voids v
    join cash_differences d on v.record_type = 'handover' and d.shop_id = v.shop_id and d.handover_id = v.record_id
  ) s on s.shop_id = v.shop_id and s.void_id = v.id
  join cash_movements m on m.shop_id = s.shop_id and m.source_type = s.source_type and m.source_id = s.source_id
  left join commands k on k.shop_id = v.shop_id and k.user_id = v.recorded_by and k.endpoint = 'void_record' and k.command_id = v.command_id
  ${joinApproval('v')}`;

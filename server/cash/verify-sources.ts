import { sql } from 'kysely';
import type { CashDifference } from './cash-difference.ts';

/** Every source against its movement, and every movement against its source: none too few, none too many. */

export const deliveries = sql<CashDifference>`
  select c.shop_id,
    case when m.id is null then 'missing_movement' else 'wrong_movement' end as kind,
    'delivery of order ' || o.order_number as subject,
    c.cash_fils as expected_fils, m.amount_fils as found_fils,
    case when m.id is null then 'a cash delivery has no movement'
         else 'the movement of a cash delivery is not from customers to its driver with the amount taken' end as text
  from delivery_confirmations c
  join orders o on o.shop_id = c.shop_id and o.id = c.order_id
  left join cash_movements m on m.shop_id = c.shop_id and m.source_type = 'delivery_confirmation' and m.source_id = c.id
    and m.leg = 1
  where c.cash_fils > 0 and (m.id is null or (m.from_holder, m.to_user_id, m.amount_fils, m.reason)
      is distinct from ('customers', c.user_id, c.cash_fils, 'delivery'))
  order by c.shop_id, o.order_number`;

/** What a handover's movement must be: from whom, to whom and why. */
const handed = sql`
  select h.shop_id, h.id, h.handover_type, h.handover_reference, h.amount_fils,
    case h.handover_type when 'start' then h.admin_id else h.staff_user_id end as from_user_id,
    case h.handover_type when 'start' then h.staff_user_id else h.admin_id end as to_user_id,
    case h.handover_type when 'start' then 'start_handover' when 'end' then 'end_handover' else 'collection' end as reason
  from cash_handovers h where h.amount_fils > 0`;

export const handovers = sql<CashDifference>`
  with handed as (${handed})
  select h.shop_id,
    case when m.id is null then 'missing_movement' else 'wrong_movement' end as kind,
    replace(h.reason, '_', ' ') || ' ' || h.handover_reference as subject,
    h.amount_fils as expected_fils, m.amount_fils as found_fils,
    case when m.id is null then 'a handover of cash has no movement'
         else 'the movement of a handover is not between its two people with the amount they signed for' end as text
  from handed h
  left join cash_movements m on m.shop_id = h.shop_id and m.source_type = 'cash_handover' and m.source_id = h.id
    and m.leg = 1
  where m.id is null or (m.from_user_id, m.to_user_id, m.amount_fils, m.reason)
      is distinct from (h.from_user_id, h.to_user_id, h.amount_fils, h.reason)
  order by h.shop_id, h.handover_reference`;

export const deposits = sql<CashDifference>`
  select d.shop_id,
    case when m.id is null then 'missing_movement' else 'wrong_movement' end as kind,
    'deposit ' || d.reference as subject,
    d.amount_fils as expected_fils, m.amount_fils as found_fils,
    case when m.id is null then 'a bank deposit has no movement'
         else 'the movement of a bank deposit is not from its manager to the bank with its amount' end as text
  from bank_deposits d
  left join cash_movements m on m.shop_id = d.shop_id and m.source_type = 'bank_deposit' and m.source_id = d.id
    and m.leg = 1
  where m.id is null or (m.from_user_id, m.to_holder, m.amount_fils, m.reason)
      is distinct from (d.manager_id, 'bank', d.amount_fils, 'bank_deposit')
  order by d.shop_id, d.reference`;

export const unexplained = sql<CashDifference>`
  select m.shop_id, 'unexplained_movement' as kind, 'movement ' || m.id as subject,
    null::bigint as expected_fils, m.amount_fils as found_fils,
    'no ' || replace(m.source_type, '_', ' ') || ' explains this movement' as text
  from cash_movements m
  left join delivery_confirmations c on m.source_type = 'delivery_confirmation'
    and c.shop_id = m.shop_id and c.id = m.source_id and m.leg = 1 and c.cash_fils > 0
  left join cash_handovers h on m.source_type = 'cash_handover'
    and h.shop_id = m.shop_id and h.id = m.source_id and m.leg = 1 and h.amount_fils > 0
  left join bank_deposits d on m.source_type = 'bank_deposit'
    and d.shop_id = m.shop_id and d.id = m.source_id and m.leg = 1
  left join cash_adjustments a on m.source_type = 'cash_adjustment'
    and a.shop_id = m.shop_id and a.id = m.source_id and m.leg = 1
  where c.id is null and h.id is null and d.id is null and a.id is null
    and not (m.source_type = 'cash_issue' and m.reason = 'issue' and m.from_holder = 'safe' and m.to_holder = 'staff')
  order by m.shop_id, m.id`;

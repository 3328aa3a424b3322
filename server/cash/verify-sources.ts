import { sql } from 'kysely';
import { sourceCheck } from './source-check.ts';

/** The records that move cash, each with the one movement that it must have: none too few, none other. */

export const deliveries = sourceCheck(
  'delivery_confirmation',
  'a cash delivery',
  sql`
    select c.shop_id, c.id, 'delivery of order ' || o.order_number as subject, c.user_id,
      'customers' as from_holder, null::uuid as from_user_id, 'staff' as to_holder, c.user_id as to_user_id,
      c.cash_fils as amount_fils, 'delivery' as reason
    from delivery_confirmations c
    join orders o on o.shop_id = c.shop_id and o.id = c.order_id
    where c.cash_fils > 0`,
);

export const handovers = sourceCheck(
  'cash_handover',
  'a handover of cash',
  sql`
    select h.shop_id, h.id, replace(r.reason, '_', ' ') || ' ' || h.handover_reference as subject,
      h.staff_user_id as user_id,
      'staff' as from_holder, case h.handover_type when 'start' then h.admin_id else h.staff_user_id end as from_user_id,
      'staff' as to_holder, case h.handover_type when 'start' then h.staff_user_id else h.admin_id end as to_user_id,
      h.amount_fils, r.reason
    from cash_handovers h,
      lateral (select case h.handover_type
        when 'start' then 'start_handover' when 'end' then 'end_handover' else 'collection' end as reason) r
    where h.amount_fils > 0`,
);

export const deposits = sourceCheck(
  'bank_deposit',
  'a bank deposit',
  sql`
    select d.shop_id, d.id, 'deposit ' || d.reference as subject, d.manager_id as user_id,
      'staff' as from_holder, d.manager_id as from_user_id, 'bank' as to_holder, null::uuid as to_user_id,
      d.amount_fils, 'bank_deposit' as reason
    from bank_deposits d`,
);

export const adjustments = sourceCheck(
  'cash_adjustment',
  'an adjustment',
  sql`
    select a.shop_id, a.id, 'adjustment ' || a.id as subject, a.user_id,
      case when a.amount_fils > 0 then 'adjustment' else 'staff' end as from_holder,
      case when a.amount_fils < 0 then a.user_id end as from_user_id,
      case when a.amount_fils < 0 then 'adjustment' else 'staff' end as to_holder,
      case when a.amount_fils > 0 then a.user_id end as to_user_id,
      abs(a.amount_fils) as amount_fils, 'adjustment' as reason
    from cash_adjustments a`,
);

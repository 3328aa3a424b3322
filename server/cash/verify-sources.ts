import { type RawBuilder, sql } from 'kysely';
import { sourceCheck } from './source-check.ts';

/** The records that move cash, each with the one movement that it must have: none too few, none other. */

/** A movement is recorded by the transaction of its command: both have its time to the microsecond. */
const joinCommand = (row: string, user: string, endpoint: RawBuilder<unknown>) => sql`
  left join commands k on k.shop_id = ${sql.ref(`${row}.shop_id`)} and k.user_id = ${sql.ref(`${row}.${user}`)}
    and k.endpoint = ${endpoint} and k.command_id = ${sql.ref(`${row}.command_id`)}`;

export const deliveries = sourceCheck(
  'delivery_confirmation',
  'a cash delivery',
  sql`
    select c.shop_id, c.id, 'delivery of order ' || coalesce(o.order_number, c.order_id::text) as subject, c.user_id,
      'customers' as from_holder, null::uuid as from_user_id, 'staff' as to_holder, c.user_id as to_user_id,
      c.cash_fils as amount_fils, 'delivery' as reason,
      c.command_id, c.user_id as recorded_by, c.delivered_at as occurred_at, k.recorded_at
    from delivery_confirmations c
    left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
    ${joinCommand('c', 'user_id', sql`'confirm_delivery'`)}
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
      h.amount_fils, r.reason,
      h.command_id, h.admin_id as recorded_by, h.completed_at as occurred_at, k.recorded_at
    from cash_handovers h
    cross join lateral (select case h.handover_type
      when 'start' then 'start_handover' when 'end' then 'end_handover' else 'collection' end as reason) r
    ${joinCommand('h', 'admin_id', sql`replace(r.reason, 'collection', 'collect_cash')`)}
    where h.amount_fils > 0`,
);

export const deposits = sourceCheck(
  'bank_deposit',
  'a bank deposit',
  sql`
    select d.shop_id, d.id, 'deposit ' || d.reference as subject, d.manager_id as user_id,
      'staff' as from_holder, d.manager_id as from_user_id, 'bank' as to_holder, null::uuid as to_user_id,
      d.amount_fils, 'bank_deposit' as reason,
      d.command_id, d.manager_id as recorded_by, d.occurred_at, k.recorded_at
    from bank_deposits d
    ${joinCommand('d', 'manager_id', sql`'record_deposit'`)}`,
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
      abs(a.amount_fils) as amount_fils, 'adjustment' as reason,
      a.command_id, null::uuid as recorded_by, a.occurred_at, a.recorded_at
    from cash_adjustments a`,
);

export const issues = sourceCheck(
  'cash_issue',
  'cash from the safe',
  sql`
    select i.shop_id, i.id, 'cash from the safe ' || i.id as subject, i.user_id,
      'safe' as from_holder, null::uuid as from_user_id, 'staff' as to_holder, i.user_id as to_user_id,
      i.amount_fils, 'issue' as reason,
      i.command_id, null::uuid as recorded_by, i.occurred_at, i.recorded_at
    from cash_issues i`,
);

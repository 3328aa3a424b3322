import { type RawBuilder, sql } from 'kysely';
import { type CashDifference, differences, naming } from './cash-difference.ts';

/** Records of cash against themselves and the people they name: what the operations have always refused to write otherwise. */

/** A handover or deposit is recorded this much later at most (0011). In hours: days are 23 or 25 of them where clocks change. */
const LATE_AT_MOST = sql`interval '168 hours'`;
/** The day begins here first; a shop's zone may have changed since. */
const EARLIEST_ZONE = sql`interval '14 hours'`;

export const handoverRecords: RawBuilder<CashDifference> = differences(sql`
  select h.shop_id, 'wrong_record' as kind, h.handover_type || ' ' || h.handover_reference as subject,
    h.staff_user_id as user_id, h.id as source_id, ${naming({
      'its reference is of another handover': sql`
        case h.handover_type
          when 'collection' then not starts_with(h.handover_reference, h.staff_user_id || '_' || h.admin_id || '_')
          else h.handover_reference !~ ('^' || case h.handover_type when 'start' then 'S' else 'E' end
            || 'OD-\\d{8}-' || h.driver_id || '-\\d{13}$') end`,
      'its driver is somebody else': sql`h.driver_id is not null and d.user_id is distinct from h.staff_user_id`,
      // A record of a driver may be made later, but is never taken away.
      'its driver is missing': sql`h.driver_id is null and exists (
        select from drivers own where own.shop_id = h.shop_id and own.user_id = h.staff_user_id
          and own.created_at < k.recorded_at - interval '1 minute')`,
      'it happened after it was recorded': sql`h.completed_at > h.recorded_at`,
      'it was recorded too late': sql`h.recorded_at > h.completed_at + ${LATE_AT_MOST}`,
      'its notes name somebody else': sql`h.handover_type = 'collection' and not starts_with(h.notes,
        'Cash collected from ' || (json_or_null(k.body) ->> 'full_name') || ' to ')`,
    })} as text
  from cash_handovers h
  left join drivers d on d.shop_id = h.shop_id and d.id = h.driver_id
  left join commands k on h.handover_type = 'collection' and k.shop_id = h.shop_id and k.user_id = h.admin_id
    and k.endpoint = 'collect_cash' and k.command_id = h.command_id`);

export const depositRecords: RawBuilder<CashDifference> = differences(sql`
  select d.shop_id, 'wrong_record' as kind, 'deposit ' || d.reference as subject, d.manager_id as user_id,
    d.id as source_id, ${naming({
      'it happened after it was recorded': sql`d.occurred_at > d.created_at`,
      'it was recorded too late': sql`d.created_at > d.occurred_at + ${LATE_AT_MOST}`,
      'its date is after the day it was recorded': sql`
        d.deposit_date > (d.created_at at time zone 'UTC' + ${EARLIEST_ZONE})::date`,
    })} as text
  from bank_deposits d`);

/** What a connected store is to be told of: a trigger of the confirmation made it (0029). */
export const storePayments: RawBuilder<CashDifference> = differences(sql`
  select p.shop_id, 'wrong_record' as kind, 'delivery of order ' || coalesce(o.order_number, p.order_id::text) as subject,
    c.user_id, c.id as source_id, ${naming({
      'its payment in the store is of another order': sql`p.order_id <> c.order_id`,
      'its payment in the store is of another amount': sql`p.collected_fils <> c.collected_fils`,
      'its payment in the store says otherwise of its conflict': sql`p.conflict <> (c.outcome = 'recorded_with_conflict')`,
    })} as text
  from store_payments p
  join delivery_confirmations c on c.shop_id = p.shop_id and c.id = p.confirmation_id
  left join orders o on o.shop_id = c.shop_id and o.id = c.order_id`);

export const deliveryRecords: RawBuilder<CashDifference> = differences(sql`
  select c.shop_id, 'wrong_record' as kind, 'delivery of order ' || coalesce(o.order_number, c.order_id::text) as subject,
    c.user_id, c.id as source_id, ${naming({
      'its driver is somebody else': sql`d.user_id is distinct from c.user_id`,
      'the order was never given to its driver': sql`a.order_id is null`,
      'it happened after it was recorded': sql`c.delivered_at > c.recorded_at`,
    })} as text
  from delivery_confirmations c
  left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
  left join drivers d on d.shop_id = c.shop_id and d.id = c.driver_id
  left join (select distinct shop_id, order_id, driver_id from order_assignments) a
    on a.shop_id = c.shop_id and a.order_id = c.order_id and a.driver_id = c.driver_id`);

import { type RawBuilder, sql } from 'kysely';
import { type CashDifference, differences, naming } from './cash-difference.ts';

/**
 * Every record of staff against the answer its command got, which is kept byte for byte, and the other way round. A record is
 * found by shop, person, endpoint and command id: whoever changes one of them leaves a record without an answer.
 */

/** As `Date.toISOString` writes it. */
export const isoText = (time: RawBuilder<unknown>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The server's clock decides one time, the database's the other. */
const CLOCKS_APART_AT_MOST = sql`interval '1 day'`;

const ENDPOINTS = sql`('confirm_delivery', 'start_handover', 'end_handover', 'collect_cash', 'record_deposit')`;
const endpointOfHandover = sql`
  case h.handover_type when 'start' then 'start_handover' when 'end' then 'end_handover' else 'collect_cash' end`;

/** What an order must be said to be once it is completed; of another only what never changes. */
const orderOf = sql`
  jsonb_build_object('id', c.order_id, 'order_number', o.order_number) || case when c.outcome = 'delivered'
    then jsonb_build_object('status', o.status, 'payment_status', o.payment_status,
      'actual_delivery_time', ${isoText(sql`o.actual_delivery_time`)},
      'delivery_duration_seconds', o.delivery_duration_seconds)
    else '{}' end`;

/** Each record with what the answer must say of it. */
const records = sql`
  select c.shop_id, c.user_id as by_user_id, 'confirm_delivery' as endpoint, c.command_id, c.id, c.user_id, c.recorded_at,
    'delivery of order ' || coalesce(o.order_number, c.order_id::text) as subject,
    jsonb_build_object('confirmation_id', c.id, 'outcome', c.outcome, 'conflict', c.conflict,
      'delivered_at', ${isoText(sql`c.delivered_at`)}, 'order', ${orderOf},
      'cash', case when c.cash_fils > 0 then jsonb_build_object('amount_fils', c.cash_fils) end) as said
  from delivery_confirmations c
  left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
  union all
  select h.shop_id, h.admin_id, ${endpointOfHandover}, h.command_id, h.id, h.staff_user_id, h.recorded_at,
    h.handover_type || ' ' || h.handover_reference,
    jsonb_build_object('id', h.id, 'handover_reference', h.handover_reference, 'amount_fils', h.amount_fils,
      'completed_at', ${isoText(sql`h.completed_at`)}) || case h.handover_type
      when 'collection' then jsonb_build_object('staff_user_id', h.staff_user_id)
      else jsonb_build_object('difference_fils', h.difference_fils) end
  from cash_handovers h
  union all
  -- Its answer tells when it was recorded.
  select d.shop_id, d.manager_id, 'record_deposit', d.command_id, d.id, d.manager_id, null,
    'deposit ' || d.reference,
    jsonb_build_object('id', d.id, 'reference', d.reference, 'amount_fils', d.amount_fils,
      'created_at', ${isoText(sql`d.created_at`)}, 'cash', jsonb_build_object('amount_fils', d.amount_fils))
  from bank_deposits d`;

export const answers: RawBuilder<CashDifference> = differences(sql`
  with r as (${records}), k as materialized (
    select shop_id, user_id, endpoint, command_id, status, recorded_at, json_or_null(body) as answer
    from commands where endpoint in ${ENDPOINTS}
  )
  select r.shop_id, case when k.command_id is null then 'missing_answer' else 'wrong_answer' end as kind,
    r.subject, r.user_id, r.id as source_id, case
      when k.command_id is null then 'its command has no stored answer'
      when k.answer is null or k.status is distinct from 200 then 'the stored answer of its command is none'
      when not k.answer @> r.said then 'the stored answer of its command says otherwise: ' || (
        select string_agg(fact.key, ', ' order by fact.key) from jsonb_each(r.said) fact
        where not k.answer @> jsonb_build_object(fact.key, fact.value))
      when abs(extract(epoch from r.recorded_at - k.recorded_at)) > extract(epoch from ${CLOCKS_APART_AT_MOST})
        then 'it was recorded at another time than its command'
    end as text
  from r
  left join k on k.shop_id = r.shop_id and k.user_id = r.by_user_id and k.endpoint = r.endpoint and k.command_id = r.command_id`);

export const unexplainedAnswers: RawBuilder<CashDifference> = differences(sql`
  select k.shop_id, 'unexplained_answer' as kind, 'command ' || k.command_id as subject, k.user_id,
    null::uuid as source_id, ${naming({
      'nothing is recorded of what this command was answered': sql`coalesce(c.id, h.id, d.id) is null`,
    })} as text
  from commands k
  left join delivery_confirmations c on k.endpoint = 'confirm_delivery'
    and c.shop_id = k.shop_id and c.user_id = k.user_id and c.command_id = k.command_id
  left join cash_handovers h on h.shop_id = k.shop_id and h.admin_id = k.user_id and h.command_id = k.command_id
    and k.endpoint = ${endpointOfHandover}
  left join bank_deposits d on k.endpoint = 'record_deposit'
    and d.shop_id = k.shop_id and d.manager_id = k.user_id and d.command_id = k.command_id
  where k.endpoint in ${ENDPOINTS}`);

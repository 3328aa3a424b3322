import { type RawBuilder, sql } from 'kysely';
import { type CashDifference, differences, differing, naming } from './cash-difference.ts';

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

/** A field of the answer as text, as the record must say it too. */
type Said = Record<string, [answered: RawBuilder<unknown>, recorded: RawBuilder<unknown>]>;
const field = (name: string) => sql`k.answer ->> ${name}`;

/**
 * Each record of one kind with the answer of its command. `records` selects shop_id, by_user_id (whose command it was), endpoint,
 * command_id, id, subject, user_id, recorded_at (null where the answer tells it) and what `said` compares.
 */
function answersOf(records: RawBuilder<unknown>, said: Said): RawBuilder<CashDifference> {
  const apart = sql`abs(extract(epoch from r.recorded_at - k.recorded_at)) > extract(epoch from ${CLOCKS_APART_AT_MOST})`;
  return differences(sql`
    with r as (${records}), k as materialized (
      select shop_id, user_id, endpoint, command_id, status, recorded_at, json_or_null(body) as answer
      from commands where endpoint in ${ENDPOINTS}
    )
    select r.shop_id, case when k.command_id is null then 'missing_answer' else 'wrong_answer' end as kind,
      r.subject, r.user_id, r.id as source_id, case
        when k.command_id is null then 'its command has no stored answer'
        when k.answer is null or k.status is distinct from 200 then 'the stored answer of its command is none'
        when ${apart} then 'it was recorded at another time than its command'
        else 'the stored answer of its command says otherwise: ' || nullif(${differing(said)}, '')
      end as text
    from r
    left join k on k.shop_id = r.shop_id and k.user_id = r.by_user_id and k.endpoint = r.endpoint and k.command_id = r.command_id`);
}

/** What an order is said to be once this delivery completed it; of another only what never changes. */
const ofOrder = (name: string, now: RawBuilder<unknown>): Said[string] => [
  sql`case when r.outcome = 'delivered' then k.answer -> 'order' ->> ${name} end`,
  sql`case when r.outcome = 'delivered' then ${now} end`,
];

export const deliveryAnswers = answersOf(
  sql`
    select c.*, c.user_id as by_user_id, 'confirm_delivery' as endpoint,
      'delivery of order ' || coalesce(o.order_number, c.order_id::text) as subject,
      o.order_number, o.status, o.payment_status, o.actual_delivery_time, o.delivery_duration_seconds
    from delivery_confirmations c
    left join orders o on o.shop_id = c.shop_id and o.id = c.order_id`,
  {
    id: [field('confirmation_id'), sql`r.id::text`],
    outcome: [field('outcome'), sql`r.outcome`],
    conflict: [field('conflict'), sql`r.conflict`],
    time: [field('delivered_at'), isoText(sql`r.delivered_at`)],
    cash: [sql`k.answer -> 'cash' ->> 'amount_fils'`, sql`nullif(r.cash_fils, 0)::text`],
    order: [sql`k.answer -> 'order' ->> 'id'`, sql`r.order_id::text`],
    'order number': [sql`k.answer -> 'order' ->> 'order_number'`, sql`r.order_number`],
    'status of the order': ofOrder('status', sql`r.status`),
    payment: ofOrder('payment_status', sql`r.payment_status`),
    'time of delivery': ofOrder('actual_delivery_time', isoText(sql`r.actual_delivery_time`)),
    duration: ofOrder('delivery_duration_seconds', sql`r.delivery_duration_seconds::text`),
  },
);

export const handoverAnswers = answersOf(
  sql`
    select h.*, h.admin_id as by_user_id, ${endpointOfHandover} as endpoint, h.staff_user_id as user_id,
      h.handover_type || ' ' || h.handover_reference as subject
    from cash_handovers h`,
  {
    id: [field('id'), sql`r.id::text`],
    reference: [field('handover_reference'), sql`r.handover_reference`],
    amount: [field('amount_fils'), sql`r.amount_fils::text`],
    difference: [field('difference_fils'), sql`r.difference_fils::text`],
    time: [field('completed_at'), isoText(sql`r.completed_at`)],
    'from whom': [
      field('staff_user_id'),
      sql`case when r.handover_type = 'collection' then r.staff_user_id::text end`,
    ],
  },
);

export const depositAnswers = answersOf(
  sql`
    select d.*, d.manager_id as by_user_id, 'record_deposit' as endpoint, d.manager_id as user_id,
      null::timestamptz as recorded_at, 'deposit ' || d.reference as subject
    from bank_deposits d`,
  {
    id: [field('id'), sql`r.id::text`],
    reference: [field('reference'), sql`r.reference`],
    amount: [field('amount_fils'), sql`r.amount_fils::text`],
    cash: [sql`k.answer -> 'cash' ->> 'amount_fils'`, sql`r.amount_fils::text`],
    'time of recording': [field('created_at'), isoText(sql`r.created_at`)],
  },
);

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

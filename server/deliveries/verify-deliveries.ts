import {
  type CashCheck,
  type CashSource,
  differences,
  FIRST_MOVEMENT,
  joinCommand,
  namesOfDifferences,
  namesOfFaults,
  type ReplyFields,
} from '../cash/cash-difference.ts';
import { auditedFact, cashUpdateFields, field, isoText, postedLater } from '../cash/reply-check.ts';
import { isUndone } from '../orders/is-undone.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import {
  asTakenChecks,
  collectedOverTime,
  commandOfDelivery,
  owedOf,
  owedToCustomer,
  refusedGoods,
  unmatchedOf,
} from './verify-as-taken.ts';

const DELIVERY_COMMANDS = ['confirm_delivery', 'deliver_as_taken'] as const;

/** Checks of orders against their confirmations, and of the amounts collected against the amounts due. */

/**
 * Computes the duration like the server, which reads times to the millisecond; null if no start was recorded.
 */
const duration = sql`case when o.dispatching_started_at is not null then greatest(0, floor(extract(epoch from
  date_trunc('milliseconds', c.delivered_at) - date_trunc('milliseconds', o.dispatching_started_at)))) end`;

/**
 * The total that each driver collected for each order, at least and at most, because corrections change it.
 */
const takenAtDoor = sql`
  select b.shop_id, b.order_id, b.user_id, sum(t.least_fils)::bigint as least_fils, sum(t.most_fils)::bigint as most_fils,
    bool_or(b.outcome = 'delivered' and b.conflict is null) as at_full_amount, bool_or(b.due_fils is not null) as is_as_taken
  from ${collectedOverTime} group by b.shop_id, b.order_id, b.user_id`;

/** An order whose payment status no later payment or correction changes. */
const isPlain = sql`c.due_fils is null and not exists (select from order_balances b where b.shop_id = o.shop_id and b.order_id = o.id)`;

const completedOrders: CashCheck = differences(sql`
  select coalesce(o.shop_id, c.shop_id) as shop_id, 'wrong_order' as kind,
    'order ' || coalesce(o.order_number, c.order_id::text) as subject, c.user_id, coalesce(o.id, c.order_id) as source_id,
    ${namesOfFaults({
      'it is completed without a confirmation': sql`c.id is null`,
      'it was delivered but is not completed': sql`o.status <> 'completed'`,
      'another driver delivered it': sql`o.driver_id is distinct from c.driver_id`,
      'it was delivered at another time': sql`o.actual_delivery_time <> c.delivered_at`,
      'its delivery duration is wrong': sql`o.status = 'completed' and o.delivery_duration_seconds is distinct from ${duration}`,
      'it is marked as paid but nothing was collected': sql`o.payment_status = 'paid' and o.due_amount_fils > 0 and t.most_fils = 0
        and ${isPlain}`,
      'it is marked as pending but was paid': sql`o.payment_status = 'pending' and c.collected_fils > 0 and ${isPlain}`,
    })} as text
  from orders o
  full join (select * from delivery_confirmations where outcome = 'delivered') c on c.shop_id = o.shop_id and c.order_id = o.id
  left join (${takenAtDoor}) t on t.shop_id = c.shop_id and t.order_id = c.order_id and t.user_id = c.user_id
  where o.status = 'completed' or c.id is not null`);

/**
 * A driver collects the amount due that they saw, less the amount that they had already collected for the
 * order. The driver's total must be an amount that was due at some time (decision 7), and the full amount due
 * if it did not change on the way. Deliveries as taken have checks of their own.
 */
const takenAmounts: CashCheck = differences(sql`
  select t.shop_id, 'wrong_order' as kind, 'order ' || coalesce(o.order_number, t.order_id::text) as subject, t.user_id,
    t.order_id as source_id, ${namesOfFaults({
      'the amount collected was never due': sql`o.due_amount_fils not between t.least_fils and t.most_fils
        and not exists (select from order_amounts a where a.shop_id = t.shop_id and a.order_id = t.order_id
          and a.due_amount_fils between t.least_fils and t.most_fils)`,
      'less was collected than was due': sql`t.at_full_amount and t.most_fils < o.due_amount_fils`,
      'it is missing but was delivered': sql`o.id is null`,
    })} as text
  from (${takenAtDoor}) t
  left join orders o on o.shop_id = t.shop_id and o.id = t.order_id
  where not t.is_as_taken`);

/** An event is written by the transaction of its command, or of a whole import. */
const WRITTEN_WITHIN = sql`interval '1 hour'`;
const CLOCK_STEP = sql`interval '1 minute'`;

/** The order events with a confirmation; there must be one per confirmation. */
const deliveryEvents = sql`
  select e.*, e.detail ->> 'confirmation_id' as confirmation_id,
    count(*) over (partition by e.shop_id, e.detail ->> 'confirmation_id') as lines
  from order_events e
  where e.kind = 'delivered' or e.detail ? 'confirmation_id' and e.kind not in ('corrected', 'paid', 'matched', 'waived', 'refunded')`;

/** Compares an event with its confirmation, except the order's previous status. */
const eventFields: Parameters<typeof namesOfDifferences>[0] = {
  time: [sql`e.detail ->> 'delivered_at'`, isoText(sql`c.delivered_at`)],
  tender: [sql`e.detail ->> 'tender'`, sql`c.tender`],
  amount: [sql`e.detail ->> 'collected_fils'`, sql`c.collected_fils::text`],
  conflict: [sql`e.detail ->> 'conflict'`, sql`c.conflict`],
  'amount due': [
    sql`e.detail ->> 'due_fils'`,
    sql`case when c.conflict = 'amount_changed' then o.due_amount_fils::text end`,
  ],
  'amount due for the goods': [taken('due_fils'), sql`c.due_fils::text`],
  cash: [taken('cash_fils'), ofTaken(sql`c.cash_fils`)],
  card: [taken('card_fils'), ofTaken(sql`c.collected_fils - c.cash_fils`)],
  'payment link': [taken('link_fils'), ofTaken(sql`c.link_fils`)],
  transfer: [taken('transfer_fils'), ofTaken(sql`c.transfer_fils`)],
  rounding: [taken('rounding_fils'), ofTaken(sql`c.rounding_fils`)],
  'amount owed': [taken('owed_fils'), sql`(${owedOf('c')})::text`],
  'amount owed to the customer': [taken('refund_fils'), sql`(${owedToCustomer('c')})::text`],
  consent: [taken('consent_id'), sql`c.consent_id::text`],
  'refused goods': [sql`e.detail -> 'refused'`, refusedGoods('c')],
};

function taken(fact: string) {
  return sql`e.detail #>> ${['taken', fact]}::text[]`;
}

function ofTaken(value: Sql<unknown>) {
  return sql`case when c.due_fils is not null then (${value})::text end`;
}

/** The same driver may deliver after an attempt that took the order from the road. */
const isAfterAttempt = sql`e.detail ->> 'from' = 'dispatched' and exists (
  select from delivery_attempts t
  where t.shop_id = c.shop_id and t.order_id = c.order_id and t.driver_id = c.driver_id and t.conflict is null
    and t.recorded_at <= c.recorded_at + ${CLOCK_STEP}
    and not ${isUndone('t')})`;

/** Compares an order's history with its confirmations. */
const deliveryHistory: CashCheck = differences(sql`
  select coalesce(c.shop_id, e.shop_id) as shop_id, case when e.id is null then 'missing_history'
      when c.id is null then 'unexplained_history' else 'wrong_history' end as kind,
    'delivery of order ' || coalesce(o.order_number, c.order_id::text, e.order_id::text) as subject,
    coalesce(c.user_id, e.actor_user_id) as user_id, coalesce(c.id, e.id) as source_id, ${namesOfFaults({
      'the order’s history has no entry for it': sql`e.id is null`,
      'the order’s history has an entry but nothing is recorded': sql`c.id is null`,
      'the order’s history has it twice': sql`e.lines > 1`,
      'it is in another order’s history': sql`e.order_id <> c.order_id`,
      'the order’s history names another user': sql`c.id is not null and e.id is not null and e.actor_user_id is distinct from c.user_id`,
      'the order’s history has another kind of entry': sql`e.kind <> case when c.conflict is null then 'delivered' else 'conflict' end`,
      'the order’s history differs': sql`c.id is not null and e.id is not null and ${namesOfDifferences(eventFields)} <> ''`,
      'the order’s history has another previous status': sql`
        (c.outcome = 'delivered') <> coalesce(e.detail ->> 'from' in ('dispatching', 'delivering'), false)
          and c.conflict is distinct from 'reassigned' and not (c.outcome = 'delivered' and ${isAfterAttempt})`,
      'the order’s history has an amount that was never due': sql`c.conflict = 'amount_changed' and a.order_id is null`,
      'the order’s history was written at another time than its command': sql`
        e.recorded_at not between k.recorded_at - ${CLOCK_STEP} and k.recorded_at + ${WRITTEN_WITHIN}`,
    })} as text
  from delivery_confirmations c
  full join (${deliveryEvents}) e on e.shop_id = c.shop_id and e.confirmation_id = c.id::text
  left join orders o on o.shop_id = coalesce(c.shop_id, e.shop_id) and o.id = coalesce(c.order_id, e.order_id)
  left join commands k on k.shop_id = c.shop_id and k.user_id = c.user_id and k.endpoint = ${commandOfDelivery('c')}
    and k.command_id = c.command_id
  left join order_amounts a on a.shop_id = c.shop_id and a.order_id = c.order_id
    and to_jsonb(a.due_amount_fils) = e.detail -> 'seen_fils'`);

/** Each change of an amount due, with the previous and the new amount. */
const amountChanges = sql`
  select shop_id, order_id, id, recorded_at, detail -> 'due_from_fils' as due_from, detail -> 'due_to_fils' as due_to
  from order_events where kind = 'updated' and detail ? 'due_from_fils'`;

/** Every replaced amount must have its event, and every such event its amount. */
const formerAmounts: CashCheck = differences(sql`
  select coalesce(a.shop_id, e.shop_id) as shop_id, 'wrong_history' as kind,
    'order ' || coalesce(o.order_number, a.order_id::text, e.order_id::text) as subject,
    null::uuid as user_id, coalesce(a.order_id, e.order_id) as source_id, ${namesOfFaults({
      'its history lacks an amount that was due': sql`e.order_id is null`,
      'an amount that was due is missing': sql`a.order_id is null`,
      'an amount was replaced at another time than in its history': sql`not e.written_then`,
    })} as text
  from order_amounts a
  full join (
    select e.shop_id, e.order_id, e.due_from,
      bool_or(e.recorded_at between a.replaced_at - ${CLOCK_STEP} and a.replaced_at + ${WRITTEN_WITHIN}) as written_then
    from (${amountChanges}) e
    left join order_amounts a on a.shop_id = e.shop_id and a.order_id = e.order_id and to_jsonb(a.due_amount_fils) = e.due_from
    group by e.shop_id, e.order_id, e.due_from
  ) e on e.shop_id = a.shop_id and e.order_id = a.order_id and e.due_from = to_jsonb(a.due_amount_fils)
  left join orders o on o.shop_id = coalesce(a.shop_id, e.shop_id) and o.id = coalesce(a.order_id, e.order_id)`);

/**
 * The changes of an order's amount must lead to the amount due now. Their sequence is not used, because
 * clocks may be set back. The amount due must have been set one time more than it was replaced. If every
 * amount was replaced as many times as it was set, the amount due must be one of them.
 */
const amountsDue: CashCheck = differences(sql`
  with steps as (
    select shop_id, order_id, due_to as due, 1 as came from (${amountChanges}) e
    union all
    select shop_id, order_id, due_from, -1 from (${amountChanges}) e
  ), amounts as (
    select shop_id, order_id, due, sum(came) as net from steps group by shop_id, order_id, due
  ), changed as (
    select shop_id, order_id, bool_or(net > 0) as led_on from amounts group by shop_id, order_id
  )
  select c.shop_id, 'wrong_order' as kind, 'order ' || o.order_number as subject, null::uuid as user_id, o.id as source_id,
    ${namesOfFaults({
      'the amount due does not follow from its history': sql`m.due is null or (c.led_on and m.net <> 1)`,
    })} as text
  from changed c
  join orders o on o.shop_id = c.shop_id and o.id = c.order_id
  left join amounts m on m.shop_id = c.shop_id and m.order_id = c.order_id and m.due = to_jsonb(o.due_amount_fils)`);

const deliveryRecords: CashCheck = differences(sql`
  select c.shop_id, 'wrong_record' as kind, 'delivery of order ' || coalesce(o.order_number, c.order_id::text) as subject,
    c.user_id, c.id as source_id, ${namesOfFaults({
      'its driver is another person': sql`d.user_id is distinct from c.user_id`,
      'the order was never given to its driver': sql`a.order_id is null`,
      'it happened after it was recorded': sql`c.delivered_at > c.recorded_at`,
    })} as text
  from delivery_confirmations c
  left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
  left join drivers d on d.shop_id = c.shop_id and d.id = c.driver_id
  left join (select distinct shop_id, order_id, driver_id from order_assignments) a
    on a.shop_id = c.shop_id and a.order_id = c.order_id and a.driver_id = c.driver_id`);

/** The amount due that the driver saw if it had changed meanwhile, from the order's history. */
const seenMet = sql`(
  select e.detail ->> 'seen_fils' from order_events e
  where e.shop_id = r.shop_id and e.order_id = r.order_id and e.detail ->> 'confirmation_id' = r.id::text limit 1)`;

const ofOrder = (name: string) => sql`k.answer -> 'order' ->> ${name}`;
/** A completed order never changes. */
const isCompleted = sql`(r.outcome = 'delivered' or ${ofOrder('status')} = 'completed')`;

/** The order's status when this delivery was recorded, from its history. */
const statusMet = sql`(
  select e.detail ->> 'from' from order_events e
  where e.shop_id = r.shop_id and e.order_id = r.order_id and e.detail ->> 'confirmation_id' = r.id::text limit 1)`;

/** The payment status that a delivery as taken left, from its own facts; nothing was due if none was seen. */
const statusAsTaken = sql`case when r.due_amount_fils = 0 then 'paid'
  when ${seenMet} = '0' then 'pending'
  when ${owedOf('r')} + ${unmatchedOf('r')} = 0 then 'paid' else 'pending' end`;

/** Compares the order in a reply: as the delivery left it, or as a conflicting delivery found it. */
const orderSaid: ReplyFields = {
  order: [ofOrder('id'), sql`r.order_id::text`],
  'order number': [ofOrder('order_number'), sql`r.order_number`],
  'status of the order': [
    ofOrder('status'),
    sql`case when r.outcome = 'delivered' then r.status else coalesce(${statusMet}, ${ofOrder('status')}) end`,
  ],
  payment: [
    ofOrder('payment_status'),
    sql`case when r.outcome = 'delivered' and r.due_fils is not null then ${statusAsTaken}
      when ${isCompleted} and not r.has_balance then r.payment_status
      else coalesce(${auditedFact(DELIVERY_COMMANDS, 'payment_status')}, ${ofOrder('payment_status')}) end`,
  ],
  'time of delivery': [
    ofOrder('actual_delivery_time'),
    sql`case when ${isCompleted} then ${isoText(sql`r.actual_delivery_time`)} end`,
  ],
  duration: [
    ofOrder('delivery_duration_seconds'),
    sql`case when ${isCompleted} then r.delivery_duration_seconds::text end`,
  ],
};

export const deliverySource: CashSource = {
  source_type: 'delivery_confirmation',
  label: 'a cash delivery',
  expected: sql`
    select c.shop_id, c.id, 'delivery of order ' || coalesce(o.order_number, c.order_id::text) as subject, c.user_id,
      'customers' as from_holder, null::uuid as from_user_id, 'staff' as to_holder, c.user_id as to_user_id,
      c.cash_fils as amount_fils, 'delivery' as reason,
      c.command_id, c.user_id as recorded_by, c.delivered_at as occurred_at, k.recorded_at, ${FIRST_MOVEMENT}
    from delivery_confirmations c
    left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
    ${joinCommand('c', 'user_id', commandOfDelivery('c'))}
    where c.cash_fils > 0`,
  replies: {
    endpoints: DELIVERY_COMMANDS,
    records: sql`
    select c.*, c.user_id as by_user_id, ${commandOfDelivery('c')} as endpoint,
      'delivery of order ' || coalesce(o.order_number, c.order_id::text) as subject,
      o.order_number, o.status, o.payment_status, o.due_amount_fils, o.actual_delivery_time, o.delivery_duration_seconds,
      w.order_id is not null as has_balance,
      later.source_id is not null as posted_later
    from delivery_confirmations c
    left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
    left join order_balances w on w.shop_id = c.shop_id and w.order_id = c.order_id
    left join (${postedLater}) later on later.shop_id = c.shop_id and later.source_id = c.id`,
    fields: {
      id: [field('confirmation_id'), sql`r.id::text`],
      outcome: [field('outcome'), sql`r.outcome`],
      conflict: [field('conflict'), sql`r.conflict`],
      time: [field('delivered_at'), isoText(sql`r.delivered_at`)],
      cash: [sql`k.answer -> 'cash' ->> 'amount_fils'`, sql`nullif(r.cash_fils, 0)::text`],
      ...cashUpdateFields(DELIVERY_COMMANDS, sql`(r.cash_fils > 0)`),
      'amount due': [field('due_fils'), sql`r.due_fils::text`],
      rounding: [
        field('rounding_fils'),
        sql`case when r.due_fils is not null then r.rounding_fils::text end`,
      ],
      'amount owed': [field('owed_fils'), sql`(${owedOf('r')})::text`],
      'amount not matched': [field('unmatched_fils'), sql`(${unmatchedOf('r')})::text`],
      'amount owed to the customer': [field('refund_fils'), sql`(${owedToCustomer('r')})::text`],
      ...orderSaid,
    },
  },
  checks: [
    deliveryRecords,
    completedOrders,
    takenAmounts,
    deliveryHistory,
    formerAmounts,
    amountsDue,
    ...asTakenChecks,
  ],
};

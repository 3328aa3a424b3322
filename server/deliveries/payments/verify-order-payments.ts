import {
  type CashCheck,
  type CashSource,
  differences,
  FIRST_MOVEMENT,
  joinCommand,
  namesOfFaults,
} from '../../cash/cash-difference.ts';
import { auditedFact, cashUpdateFields, field, isoText, postedLater } from '../../cash/reply-check.ts';
import { sql } from '../../platform/database/sql.ts';

/** Checks of payments after the delivery `p`, decisions about references `m` and waivers `w`. */

/** Reads the order events of one kind with the id of the record that each names. */
const events = (kind: string, id: string) => sql`
  select e.*, e.detail ->> ${id} as record_id, count(*) over (partition by e.shop_id, e.detail ->> ${id}) as lines
  from order_events e where e.kind = ${kind}`;

const historyFaults = (record: string, facts: ReturnType<typeof sql>) => ({
  'the order’s history has no entry for it': sql`e.id is null`,
  'the order’s history has an entry but nothing is recorded': sql`${sql.ref(`${record}.id`)} is null`,
  'the order’s history has it twice': sql`e.lines > 1`,
  'it is in another order’s history': sql`e.order_id <> ${sql.ref(`${record}.order_id`)}`,
  'the order’s history differs': sql`${sql.ref(`${record}.id`)} is not null and e.id is not null and not e.detail @> ${facts}`,
});

const paymentRecords: CashCheck = differences(sql`
  select coalesce(p.shop_id, e.shop_id) as shop_id, 'wrong_record' as kind,
    'payment ' || coalesce(p.reference, e.record_id, e.id::text) as subject,
    coalesce(p.user_id, e.actor_user_id) as user_id, coalesce(p.id, e.id) as source_id, ${namesOfFaults({
      'it belongs to another order’s delivery': sql`p.id is not null and c.order_id is distinct from p.order_id`,
      'its driver did not deliver the order': sql`c.driver_id <> p.driver_id`,
      'it happened after it was recorded': sql`p.occurred_at > p.recorded_at`,
      'it happened before the delivery': sql`p.occurred_at < c.delivered_at`,
      'the order’s history names another user': sql`e.actor_user_id is distinct from p.user_id and p.id is not null and e.id is not null`,
      ...historyFaults(
        'p',
        sql`jsonb_build_object('collected_fils', p.cash_fils + p.card_fils, 'pending_fils', p.link_fils + p.transfer_fils)`,
      ),
    })} as text
  from order_payments p
  full join (${events('paid', 'payment_id')}) e on e.shop_id = p.shop_id and e.record_id = p.id::text
  left join delivery_confirmations c on c.shop_id = p.shop_id and c.id = p.confirmation_id`);

/** All payments by reference that were ever recorded: of deliveries, their corrections and later payments. */
const everPending = sql`
  select s.shop_id, s.source_id, s.order_id, s.user_id, t.tender, t.reference, t.amount_fils, s.erased_at from (
    select shop_id, id as source_id, order_id, user_id, link_fils, link_reference, transfer_fils, transfer_reference, erased_at
    from delivery_confirmations
    union all
    select shop_id, confirmation_id, order_id, user_id, link_fils, link_reference, transfer_fils, transfer_reference, erased_at
    from delivery_corrections
    union all
    select shop_id, id, order_id, user_id, link_fils, link_reference, transfer_fils, transfer_reference, erased_at from order_payments
  ) s
  cross join lateral (values ('payment_link', s.link_reference, s.link_fils), ('bank_transfer', s.transfer_reference, s.transfer_fils))
    as t (tender, reference, amount_fils)
  where t.amount_fils > 0`;

const matchRecords: CashCheck = differences(sql`
  select coalesce(m.shop_id, e.shop_id) as shop_id, 'wrong_record' as kind,
    'match of order ' || coalesce(o.order_number, m.order_id::text, e.order_id::text) as subject,
    coalesce(m.decided_by, e.actor_user_id) as user_id, coalesce(m.id, e.id) as source_id, ${namesOfFaults({
      'no such payment was recorded': sql`m.id is not null and s.source_id is null`,
      'it belongs to another order’s payment': sql`s.order_id <> m.order_id`,
      'the user who took the payment matched it': sql`s.user_id = m.decided_by`,
      'the order’s history names another user': sql`e.actor_user_id is distinct from m.decided_by and m.id is not null and e.id is not null`,
      ...historyFaults(
        'm',
        sql`jsonb_build_object('tender', m.tender, 'amount_fils', m.amount_fils, 'outcome', m.outcome)`,
      ),
    })} as text
  from payment_matches m
  full join (${events('matched', 'match_id')}) e on e.shop_id = m.shop_id and e.record_id = m.id::text
  left join orders o on o.shop_id = m.shop_id and o.id = m.order_id
  left join lateral (
    select * from (${everPending}) s
    where s.shop_id = m.shop_id and s.source_id = m.source_id and s.tender = m.tender and s.amount_fils = m.amount_fils
      and (s.reference = m.reference or s.erased_at is not null or m.erased_at is not null)
    limit 1) s on true`);

/** The history and the reply have only sums: the audit has each tender. */
const paymentAudit: CashCheck = differences(sql`
  select p.shop_id, 'wrong_record' as kind, 'payment ' || p.reference as subject, p.user_id, p.id as source_id, ${namesOfFaults(
    {
      'the audit has no row for it': sql`a.id is null`,
      'the audit has other facts': sql`not a.after @> jsonb_build_object('payment_id', p.id, 'reference', p.reference,
        'cash_fils', p.cash_fils, 'card_fils', p.card_fils, 'link_fils', p.link_fils, 'transfer_fils', p.transfer_fils,
        'occurred_at', ${isoText(sql`p.occurred_at`)})`,
    },
  )} as text
  from order_payments p
  left join audit_events a on a.shop_id = p.shop_id and a.user_id = p.user_id and a.command_id = p.command_id and a.what = 'collect_owed'`);

/** The other columns are compared with the request, which the check of approvals does. */
const waiverRecords: CashCheck = differences(sql`
  select coalesce(w.shop_id, e.shop_id) as shop_id, 'wrong_record' as kind,
    'waiver of order ' || coalesce(o.order_number, w.order_id::text, e.order_id::text) as subject,
    e.actor_user_id as user_id, coalesce(w.id, e.id) as source_id, ${namesOfFaults({
      'the order was never delivered': sql`w.id is not null and c.id is null`,
      ...historyFaults('w', sql`jsonb_build_object('amount_fils', w.amount_fils)`),
    })} as text
  from order_waivers w
  full join (${events('waived', 'waiver_id')}) e on e.shop_id = w.shop_id and e.record_id = w.id::text
  left join orders o on o.shop_id = w.shop_id and o.id = w.order_id
  left join delivery_confirmations c on c.shop_id = w.shop_id and c.order_id = w.order_id and c.outcome = 'delivered'`);

const told = (fact: string): [ReturnType<typeof sql>, ReturnType<typeof sql>] => [
  field(fact),
  auditedFact('collect_owed', fact),
];

/**
 * Compares the payments of orders after their delivery. The open amounts are compared with the audit of
 * that moment.
 */
export const orderPaymentSource: CashSource = {
  source_type: 'order_payment',
  label: 'a payment of an order',
  expected: sql`
    select p.shop_id, p.id, 'payment ' || p.reference as subject, p.user_id, 'customers' as from_holder, null::uuid as from_user_id,
      'staff' as to_holder, p.user_id as to_user_id, p.cash_fils as amount_fils, 'order_payment' as reason, p.command_id,
      p.user_id as recorded_by, p.occurred_at, k.recorded_at, ${FIRST_MOVEMENT}
    from order_payments p
    ${joinCommand('p', 'user_id', sql`'collect_owed'`)}
    where p.cash_fils > 0`,
  replies: {
    endpoints: ['collect_owed'],
    records: sql`
      select p.*, p.user_id as by_user_id, 'collect_owed' as endpoint, 'payment ' || p.reference as subject, o.order_number,
        later.source_id is not null as posted_later
      from order_payments p
      left join orders o on o.shop_id = p.shop_id and o.id = p.order_id
      left join (${postedLater}) later on later.shop_id = p.shop_id and later.source_id = p.id`,
    fields: {
      id: [field('id'), sql`r.id::text`],
      reference: [field('reference'), sql`r.reference`],
      order: [field('order_id'), sql`r.order_id::text`],
      'order number': [field('order_number'), sql`r.order_number`],
      time: [field('occurred_at'), isoText(sql`r.occurred_at`)],
      cash: [sql`k.answer -> 'cash' ->> 'amount_fils'`, sql`nullif(r.cash_fils, 0)::text`],
      ...cashUpdateFields(['collect_owed'], sql`(r.cash_fils > 0)`),
      payment: told('payment_status'),
      'amount owed': told('owed_fils'),
      'amount not matched': told('unmatched_fils'),
      'amount owed to the customer': told('refund_fils'),
      excess: told('excess_fils'),
    },
  },
  checks: [paymentRecords, paymentAudit, matchRecords, waiverRecords],
};

/** The replies of decisions about references. */
export const matchReplies: NonNullable<CashSource['replies']> = {
  endpoints: ['match_payment'],
  records: sql`
    select m.*, m.decided_by as by_user_id, m.decided_by as user_id, 'match_payment' as endpoint,
      'match ' || m.id as subject
    from payment_matches m`,
  fields: {
    id: [field('match_id'), sql`r.id::text`],
    order: [field('order_id'), sql`r.order_id::text`],
    outcome: [field('outcome'), sql`r.outcome`],
    payment: [field('payment_status'), auditedFact('match_payment', 'payment_status')],
    'amount owed': [field('owed_fils'), auditedFact('match_payment', 'owed_fils')],
    'amount not matched': [field('unmatched_fils'), auditedFact('match_payment', 'unmatched_fils')],
    'amount owed to the customer': [field('refund_fils'), auditedFact('match_payment', 'refund_fils')],
  },
};

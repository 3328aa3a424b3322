import { type RawBuilder, sql } from 'kysely';
import { field, isoText } from '../cash/answer-check.ts';
import {
  type CashCheck,
  type CashSource,
  differences,
  joinCommand,
  naming,
  type Said,
} from '../cash/cash-difference.ts';
import { completedOrders, takenAmounts } from './verify-completed-orders.ts';
import { amountsDue, deliveryHistory, formerAmounts } from './verify-history.ts';

const deliveryRecords: CashCheck = differences(sql`
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

/** What an order is said to be once this delivery completed it; of another only what never changes. */
const ofOrder = (name: string, now: RawBuilder<unknown>): Said[string] => [
  sql`case when r.outcome = 'delivered' then k.answer -> 'order' ->> ${name} end`,
  sql`case when r.outcome = 'delivered' then ${now} end`,
];

export const deliverySource: CashSource = {
  source_type: 'delivery_confirmation',
  called: 'a cash delivery',
  moving: sql`select shop_id, id from delivery_confirmations where cash_fils > 0`,
  expected: sql`
    select c.shop_id, c.id, 'delivery of order ' || coalesce(o.order_number, c.order_id::text) as subject, c.user_id,
      'customers' as from_holder, null::uuid as from_user_id, 'staff' as to_holder, c.user_id as to_user_id,
      c.cash_fils as amount_fils, 'delivery' as reason,
      c.command_id, c.user_id as recorded_by, c.delivered_at as occurred_at, k.recorded_at
    from delivery_confirmations c
    left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
    ${joinCommand('c', 'user_id', sql`'confirm_delivery'`)}
    where c.cash_fils > 0`,
  answers: {
    endpoints: ['confirm_delivery'],
    records: sql`
    select c.*, c.user_id as by_user_id, 'confirm_delivery' as endpoint,
      'delivery of order ' || coalesce(o.order_number, c.order_id::text) as subject,
      o.order_number, o.status, o.payment_status, o.actual_delivery_time, o.delivery_duration_seconds
    from delivery_confirmations c
    left join orders o on o.shop_id = c.shop_id and o.id = c.order_id`,
    said: {
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
  },
  checks: [deliveryRecords, completedOrders, takenAmounts, deliveryHistory, formerAmounts, amountsDue],
};

import { sql } from 'kysely';
import { type CashCheck, differences, naming } from '../cash/cash-difference.ts';

/** Orders against the confirmations that completed them, and what was taken at the door against what was ever due. */

/** As the server reckons it, which reads times to the millisecond; none where nobody recorded when the order set out. */
const duration = sql`case when o.dispatching_started_at is not null then greatest(0, floor(extract(epoch from
  date_trunc('milliseconds', c.delivered_at) - date_trunc('milliseconds', o.dispatching_started_at)))) end`;

/** What each driver took for each order altogether. */
const takenAtDoor = sql`
  select shop_id, order_id, user_id, sum(collected_fils)::bigint as taken_fils,
    bool_or(outcome = 'delivered' and conflict is null) as at_full_amount
  from delivery_confirmations group by shop_id, order_id, user_id`;

export const completedOrders: CashCheck = differences(sql`
  select coalesce(o.shop_id, c.shop_id) as shop_id, 'wrong_order' as kind,
    'order ' || coalesce(o.order_number, c.order_id::text) as subject, c.user_id, coalesce(o.id, c.order_id) as source_id,
    ${naming({
      'it is completed without a confirmation': sql`c.id is null`,
      'it was delivered and is not completed': sql`o.status <> 'completed'`,
      'another driver delivered it': sql`o.driver_id is distinct from c.driver_id`,
      'it was delivered at another time': sql`o.actual_delivery_time <> c.delivered_at`,
      'its delivery took another time': sql`o.status = 'completed' and o.delivery_duration_seconds is distinct from ${duration}`,
      'it is said to be paid though nothing was taken': sql`o.payment_status = 'paid' and o.due_amount_fils > 0 and t.taken_fils = 0`,
      'it is said to be pending though it was paid': sql`o.payment_status = 'pending' and c.collected_fils > 0`,
    })} as text
  from orders o
  full join (select * from delivery_confirmations where outcome = 'delivered') c on c.shop_id = o.shop_id and c.order_id = o.id
  left join (${takenAtDoor}) t on t.shop_id = c.shop_id and t.order_id = c.order_id and t.user_id = c.user_id
  where o.status = 'completed' or c.id is not null`);

/**
 * A driver takes what he saw due, less what he had taken for the order: altogether one of the amounts that were ever due (0007), and
 * all of what is due where he delivered it without a change on the way.
 */
export const takenAmounts: CashCheck = differences(sql`
  select t.shop_id, 'wrong_order' as kind, 'order ' || coalesce(o.order_number, t.order_id::text) as subject, t.user_id,
    t.order_id as source_id, ${naming({
      'what was taken for it was never due': sql`t.taken_fils <> o.due_amount_fils and a.order_id is null`,
      'less was taken for it than was due': sql`t.at_full_amount and t.taken_fils < o.due_amount_fils`,
      'it is gone, and was delivered': sql`o.id is null`,
    })} as text
  from (${takenAtDoor}) t
  left join orders o on o.shop_id = t.shop_id and o.id = t.order_id
  left join order_amounts a on a.shop_id = t.shop_id and a.order_id = t.order_id and a.due_amount_fils = t.taken_fils`);

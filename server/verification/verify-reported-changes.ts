import { ORDER_STATUSES } from '../../contract/rules/orders/order-life.ts';
import { type CashCheck, differences, namesOfFaults } from '../cash/cash-difference.ts';
import { isoText, isRenamed, uuidOf } from '../cash/reply-check.ts';
import { sql } from '../platform/database/sql.ts';
import { repliesOf } from './reply-queries.ts';
import { fact, MANY_ORDERS, results } from './verify-order-replies.ts';

const reported = (name: string) => sql`n.news ->> ${name}`;
/** The event `e` is the change that a reply reports: same kind, status, driver, actor and time. */
const isReported = sql`
  e.shop_id = n.shop_id and ${isoText(sql`e.recorded_at`)} = ${reported('at')} and e.kind = ${reported('kind')}
  and case when e.detail ->> 'to' in (${sql.join([...ORDER_STATUSES])}) then e.detail ->> 'to' end is not distinct from ${reported('to')}
  and (d.full_name is not distinct from ${reported('driver_name')} or ${isRenamed(sql`d.user_id`)})
  and (coalesce(p.full_name, e.operator) is not distinct from ${reported('by')} or ${isRenamed(sql`p.id`)})`;
const history = sql`order_events e
  left join profiles p on p.id = e.actor_user_id
  left join drivers d on d.shop_id = e.shop_id and d.id::text = e.detail ->> 'driver_id'`;
const NOT_REPORTED = 'its reply reports a change that is in no history of an order';

/** Checks the changes of orders that replies report. */
const newsOfOrders: CashCheck = differences(sql`
  select n.shop_id, 'wrong_answer' as kind, 'command ' || n.command_id as subject, n.user_id, n.order_id as source_id, ${namesOfFaults(
    {
      [NOT_REPORTED]: sql`not exists (select from ${history} where e.order_id = n.order_id and ${isReported})`,
    },
  )} as text
  from (
    select k.shop_id, k.command_id, k.user_id, ${uuidOf(fact('order_id'))} as order_id, r.one -> 'news' as news
    from (${repliesOf(MANY_ORDERS)}) k cross join lateral ${results}
  ) n
  where jsonb_typeof(n.news) = 'object'`);

/**
 * Like `newsOfOrders`, for replies that do not name the order. Reads the whole history if there are any such
 * replies.
 */
const newsOfBoard: CashCheck = differences(sql`
  with n as materialized (
    select k.shop_id, k.command_id, k.user_id, k.answer -> 'news' as news from (${repliesOf(['arrange_driver_stops'])}) k
    where jsonb_typeof(k.answer -> 'news') = 'object'
  )
  select n.shop_id, 'wrong_answer' as kind, 'command ' || n.command_id as subject, n.user_id, null::uuid as source_id, ${namesOfFaults(
    { [NOT_REPORTED]: sql`found.command_id is null` },
  )} as text
  from n
  left join (select distinct n.shop_id, n.command_id from ${history} join n on ${isReported}) found
    on found.shop_id = n.shop_id and found.command_id = n.command_id`);

/** Compares the changes that replies report with the histories of orders. */
export const reportedChanges: readonly CashCheck[] = [newsOfOrders, newsOfBoard];

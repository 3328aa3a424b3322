import { type CashCheck, differences, namesOfFaults } from '../cash/cash-difference.ts';
import { sql } from '../platform/database/sql.ts';

const goodsRecords: CashCheck = differences(sql`
  select g.shop_id, 'wrong_record' as kind, 'goods of order ' || coalesce(o.order_number, g.order_id::text) as subject,
    h.staff_user_id as user_id, g.id as source_id, ${namesOfFaults({
      'its end of day is missing': sql`h.id is null`,
      'its handover is not an end of day': sql`h.handover_type <> 'end'`,
      'its end of day is another driver’s': sql`h.driver_id is distinct from g.driver_id and h.id is not null`,
      'another person is responsible for the missing goods': sql`g.responsible_user_id <> h.staff_user_id`,
      'the order was never given to its driver': sql`a.order_id is null`,
    })} as text
  from goods_decisions g
  left join orders o on o.shop_id = g.shop_id and o.id = g.order_id
  left join cash_handovers h on h.shop_id = g.shop_id and h.id = g.handover_id
  left join (select distinct shop_id, order_id, driver_id from order_assignments) a
    on a.shop_id = g.shop_id and a.order_id = g.order_id and a.driver_id = g.driver_id`);

/** Every decision has one event with its outcome, and every such event its decision. */
const goodsHistory: CashCheck = differences(sql`
  select coalesce(g.shop_id, e.shop_id) as shop_id, case when e.id is null then 'missing_history'
      when g.id is null then 'unexplained_history' else 'wrong_history' end as kind,
    'goods of order ' || coalesce(o.order_number, g.order_id::text, e.order_id::text) as subject,
    coalesce(h.staff_user_id, e.actor_user_id) as user_id, coalesce(g.id, e.id) as source_id, ${namesOfFaults(
      {
        'the order’s history has no entry for them': sql`e.id is null`,
        'the order’s history has an entry but nothing is recorded': sql`g.id is null`,
        'the order’s history has them twice': sql`e.lines > 1`,
        'the order’s history has another decision': sql`e.detail ->> 'outcome' <> g.outcome`,
        'the order’s history names another user': sql`g.id is not null and e.id is not null and e.actor_user_id is distinct from h.admin_id`,
      },
    )} as text
  from goods_decisions g
  full join (
    select e.*, e.detail ->> 'handover_id' as handover_id,
      count(*) over (partition by e.shop_id, e.order_id, e.detail ->> 'handover_id') as lines
    from order_events e where e.kind = 'goods'
  ) e on e.shop_id = g.shop_id and e.order_id = g.order_id and e.handover_id = g.handover_id::text
  left join cash_handovers h on h.shop_id = g.shop_id and h.id = g.handover_id
  left join orders o on o.shop_id = coalesce(g.shop_id, e.shop_id) and o.id = coalesce(g.order_id, e.order_id)`);

/** Checks of the decisions about goods at an end of day. */
export const goodsChecks: readonly CashCheck[] = [goodsRecords, goodsHistory];

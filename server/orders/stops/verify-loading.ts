import { type CashCheck, differences, joinCommand, namesOfFaults } from '../../cash/cash-difference.ts';
import { sql } from '../../platform/database/sql.ts';

const loadingRecords: CashCheck = differences(sql`
  select c.shop_id, 'wrong_record' as kind, 'load of order ' || coalesce(o.order_number, c.order_id::text) as subject,
    c.user_id, c.id as source_id, ${namesOfFaults({
      'its command has no stored reply': sql`k.command_id is null`,
      'its driver is another person': sql`d.user_id is distinct from c.user_id`,
      'the order was never given to its driver': sql`a.order_id is null`,
      'it was checked after it was recorded': sql`c.occurred_at > c.recorded_at`,
    })} as text
  from loading_checks c
  left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
  left join drivers d on d.shop_id = c.shop_id and d.id = c.driver_id
  left join (select distinct shop_id, order_id, driver_id from order_assignments) a
    on a.shop_id = c.shop_id and a.order_id = c.order_id and a.driver_id = c.driver_id
  ${joinCommand('c', 'user_id', sql`'check_loading'`)}`);

/** The missing quantities, without the lines, which a correction of the order may replace. */
const quantities = (lines: ReturnType<typeof sql>) => sql`
  (select array_agg(line -> 'qty' order by line -> 'qty') from jsonb_array_elements(${lines}) line)`;

/** Every check of an order's load has an event with the same missing quantities. */
const loadingHistory: CashCheck = differences(sql`
  select coalesce(c.shop_id, e.shop_id) as shop_id, case when e.id is null then 'missing_history'
      when c.id is null then 'unexplained_history' else 'wrong_history' end as kind,
    'load of order ' || coalesce(o.order_number, c.order_id::text, e.order_id::text) as subject,
    coalesce(c.user_id, e.actor_user_id) as user_id, coalesce(c.id, e.id) as source_id, ${namesOfFaults({
      'the order’s history has no entry for it': sql`e.id is null`,
      'the order’s history has an entry but nothing is recorded': sql`c.id is null`,
      'the order’s history names another user': sql`c.id is not null and e.id is not null and e.actor_user_id is distinct from c.user_id`,
      'the order’s history has other missing goods': sql`c.id is not null and e.id is not null
        and ${quantities(sql`c.missing`)} is distinct from ${quantities(sql`e.detail -> 'missing'`)}`,
    })} as text
  from (
    select *, row_number() over (partition by shop_id, check_id, order_id order by id) as nth from loading_checks
  ) c
  full join (
    select e.*, e.detail ->> 'check_id' as check_id,
      row_number() over (partition by e.shop_id, e.detail ->> 'check_id', e.order_id order by e.id) as nth
    from order_events e where e.kind = 'loaded'
  ) e on e.shop_id = c.shop_id and e.order_id = c.order_id and e.check_id = c.check_id::text and e.nth = c.nth
  left join orders o on o.shop_id = coalesce(c.shop_id, e.shop_id) and o.id = coalesce(c.order_id, e.order_id)`);

/** The listed missing goods are those of a check of the same order, and follow from its checks. */
const missingGoods: CashCheck = differences(sql`
  select o.shop_id, 'wrong_order' as kind, 'order ' || o.order_number as subject, null::uuid as user_id, o.id as source_id, ${namesOfFaults(
    {
      'its missing goods are of another check': sql`m.order_id is not null and (c.id is null or c.order_id <> m.order_id)`,
      'its missing goods are of a complete check': sql`c.missing = '[]'`,
      'it has missing goods that are not listed': sql`m.order_id is null and k.all_missing`,
    },
  )} as text
  from orders o
  left join missing_goods m on m.shop_id = o.shop_id and m.order_id = o.id
  left join loading_checks c on c.shop_id = m.shop_id and c.id = m.loading_check_id
  left join (select shop_id, order_id, bool_and(missing <> '[]') as all_missing from loading_checks group by shop_id, order_id) k
    on k.shop_id = o.shop_id and k.order_id = o.id
  where m.order_id is not null or k.order_id is not null`);

/** Checks of the checks of the load. */
export const loadingChecks: readonly CashCheck[] = [loadingRecords, loadingHistory, missingGoods];

import { type RawBuilder, sql } from 'kysely';
import type { CashDifference } from './cash-difference.ts';
import { joinNames, routeOf } from './movement-route.ts';
import type { Movement } from './movements.ts';

/**
 * Every record of one kind against its movement. `expected` selects, of each record that moves cash: shop_id, id, its name as
 * `subject`, whose cash it is as `user_id`, and the movement that it must have (from_holder, from_user_id, to_holder, to_user_id,
 * amount_fils, reason). `called` is one of them in words, as 'a cash delivery'.
 */
export function sourceCheck(
  source_type: Movement['source_type'],
  called: string,
  expected: RawBuilder<unknown>,
): RawBuilder<CashDifference> {
  return sql<CashDifference>`
    with e as (${expected})
    select e.shop_id, case when m.id is null then 'missing_movement' else 'wrong_movement' end as kind, e.subject,
      e.user_id, coalesce(p.full_name, e.user_id::text) as holder, e.id as source_id, m.id as movement_id,
      e.amount_fils as expected_fils, ${routeOf('e')} as expected_route,
      m.amount_fils as found_fils, ${routeOf('m')} as found_route,
      case when m.id is null then ${`${called} has no movement`} else ${`the movement of ${called} is not the one it must have`} end as text
    from e
    left join cash_movements m on m.shop_id = e.shop_id and m.source_type = ${source_type} and m.source_id = e.id and m.leg = 1
    left join profiles p on p.id = e.user_id
    ${joinNames('e')}
    ${joinNames('m')}
    where m.id is null
      or (m.from_holder, m.from_user_id, m.to_holder, m.to_user_id, m.amount_fils, m.reason)
        is distinct from (e.from_holder, e.from_user_id, e.to_holder, e.to_user_id, e.amount_fils, e.reason)
    order by e.shop_id, e.subject, e.id`;
}

import { type RawBuilder, sql } from 'kysely';
import type { CashDifference } from './cash-difference.ts';
import { joinNames, routeOf } from './movement-route.ts';

/** Every movement against the record that caused it, and those that wait. */

/** What is said of a movement `m`, whoever received it being named first. */
const named = sql`
  'movement ' || m.id as subject, coalesce(m.to_user_id, m.from_user_id) as user_id,
  coalesce(m_to.full_name, m_from.full_name) as holder, m.source_id, m.id as movement_id`;

export const unexplained: RawBuilder<CashDifference> = sql<CashDifference>`
  select m.shop_id, 'unexplained_movement' as kind, ${named}, null::bigint as expected_fils, null as expected_route,
    m.amount_fils as found_fils, ${routeOf('m')} as found_route,
    'no ' || replace(m.source_type, '_', ' ') || ' explains this movement' as text
  from cash_movements m
  left join delivery_confirmations c on m.source_type = 'delivery_confirmation'
    and c.shop_id = m.shop_id and c.id = m.source_id and m.leg = 1 and c.cash_fils > 0
  left join cash_handovers h on m.source_type = 'cash_handover'
    and h.shop_id = m.shop_id and h.id = m.source_id and m.leg = 1 and h.amount_fils > 0
  left join bank_deposits d on m.source_type = 'bank_deposit'
    and d.shop_id = m.shop_id and d.id = m.source_id and m.leg = 1
  left join cash_adjustments a on m.source_type = 'cash_adjustment'
    and a.shop_id = m.shop_id and a.id = m.source_id and m.leg = 1
  left join cash_issues i on m.source_type = 'cash_issue'
    and i.shop_id = m.shop_id and i.id = m.source_id and m.leg = 1
  ${joinNames('m')}
  where coalesce(c.id, h.id, d.id, a.id, i.id) is null
  order by m.shop_id, m.id`;

export const waiting: RawBuilder<CashDifference> = sql<CashDifference>`
  select m.shop_id, 'waiting' as kind, ${named}, m.amount_fils as expected_fils, ${routeOf('m')} as expected_route,
    null::bigint as found_fils, null as found_route, 'recorded, waiting to be posted' as text
  from cash_movements m
  ${joinNames('m')}
  where m.posted_at is null
  order by m.shop_id, m.id`;

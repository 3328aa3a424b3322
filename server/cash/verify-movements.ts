import { sql } from 'kysely';
import type { CashCheck, CashDifference, CashSource } from './cash-difference.ts';
import { joinNames, routeOf } from './movement-route.ts';

/** Every movement against the record that caused it, and those that wait. */

/** What is said of a movement `m`, whoever received it being named first. */
const named = sql`
  'movement ' || m.id as subject, coalesce(m.to_user_id, m.from_user_id) as user_id,
  coalesce(m_to.full_name, m_from.full_name) as holder, m.source_id, m.id as movement_id`;

export function unexplained(sources: readonly CashSource[]): CashCheck {
  const source = (at: number) => sql.ref(`s${at}`);
  const joined = sources.map(
    ({ source_type, moving }, at) => sql`
      left join (${moving}) ${source(at)} on m.source_type = ${source_type} and m.leg = 1
        and ${source(at)}.shop_id = m.shop_id and ${source(at)}.id = m.source_id`,
  );
  return sql<CashDifference>`
    select m.shop_id, 'unexplained_movement' as kind, ${named}, null::bigint as expected_fils, null as expected_route,
      m.amount_fils as found_fils, ${routeOf('m')} as found_route,
      'no ' || replace(m.source_type, '_', ' ') || ' explains this movement' as text
    from cash_movements m
    ${sql.join(joined, sql` `)}
    ${joinNames('m')}
    where coalesce(${sql.join(sources.map((_, at) => sql`${source(at)}.id`))}) is null
    order by m.shop_id, m.id`;
}

export const waiting: CashCheck = sql<CashDifference>`
  select m.shop_id, 'waiting' as kind, ${named}, m.amount_fils as expected_fils, ${routeOf('m')} as expected_route,
    null::bigint as found_fils, null as found_route, 'recorded, waiting to be posted' as text
  from cash_movements m
  ${joinNames('m')}
  where m.posted_at is null
  order by m.shop_id, m.id`;

import { type RawBuilder, sql } from 'kysely';
import { LATE } from './late.ts';
import type { Asked } from './report.ts';

/** Deliveries of the period as `c`: whose, on which day of the shop, and what was taken. */
export function deliveriesWithin({ query, shop_id, time_zone, span }: Asked): RawBuilder<unknown> {
  const person = query.user_id === undefined ? sql`true` : sql`user_id = ${query.user_id}::uuid`;
  return sql`(
    select user_id, (delivered_at at time zone ${time_zone})::date::text as day, 1 as deliveries,
      (recorded_at - delivered_at > ${LATE})::int as late, tender, collected_fils, cash_fils
    from delivery_confirmations
    where shop_id = ${shop_id} and delivered_at >= ${span.starts_at} and delivered_at < ${span.ends_at} and ${person}) c`;
}

/** What deliveries `c` come to, under the ids of the columns. */
export const DELIVERED = sql`sum(c.deliveries)::bigint as deliveries, sum(c.late)::bigint as late_deliveries,
  sum(c.cash_fils)::bigint as cash_fils,
  coalesce(sum(c.collected_fils) filter (where c.tender = 'card_machine'), 0)::bigint as card_machine_fils,
  sum(c.collected_fils)::bigint as collected_fils`;

import { isVoided } from '../cash/voids/is-voided.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

/** Older ends of day are ignored: their effect is in the balance. */
const ENDED_WITHIN = sql`interval '31 days'`;

/**
 * Selects user_id, id and completed_at of each driver's last valid end of day within 31 days. For managers
 * and admins.
 */
export function latestDayEnds(shop_id: number, now: Date): Sql<unknown> {
  return sql`
    select d.user_id, e.id, e.completed_at
    from drivers d
    cross join lateral (
      select id, completed_at from cash_handovers h
      where h.shop_id = d.shop_id and h.driver_id = d.id and h.handover_type = 'end'
        and h.completed_at > ${now}::timestamptz - ${ENDED_WITHIN} and not ${isVoided('handover', sql`h`)}
      order by h.completed_at desc, h.id desc limit 1
    ) e
    where d.shop_id = ${shop_id}`;
}

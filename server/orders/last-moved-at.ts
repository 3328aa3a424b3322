import { sql } from '../platform/database/sql.ts';

/**
 * The time of the last change of the status or driver of `o`, from its history: `updated_at` also changes
 * with the payment. An event with a conflict changed nothing. An order without such events has not moved
 * since it was created.
 */
export const LAST_MOVED_AT = sql<Date>`coalesce((
  select max(e.recorded_at) from order_events e
  where e.shop_id = o.shop_id and e.order_id = o.id and e.detail -> 'conflict' is null
    and e.kind in ('status', 'assigned', 'unassigned', 'attempted', 'attempt_undone')), o.created_at)`;

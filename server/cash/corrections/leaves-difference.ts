import { type Sql, sql } from '../../platform/database/sql.ts';
import { undecidedDayEnds } from '../accounts/undecided-day-ends.ts';

/**
 * True if a correction that changes the cash of delivery `row` leaves the person short or over: they have
 * handed in cash since. While the difference of their end of day is undecided, that difference includes it,
 * and the correction changes the cash on hand instead.
 */
export function leavesDifference(shop_id: number, row: Sql<unknown>): Sql<boolean> {
  return sql<boolean>`(has_handed_in(${row}.shop_id, ${row}.user_id, ${row}.recorded_at) and not exists (
    select from (${undecidedDayEnds(shop_id)}) u
    where u.user_id = ${row}.user_id and (u.recorded_at >= ${row}.recorded_at or u.completed_at >= ${row}.delivered_at)))`;
}

import { type Sql, sql } from '../../platform/database/sql.ts';
import { isVoided } from '../voids/is-voided.ts';

/**
 * Selects the ends of day whose difference both signed as short or over and that are not decided: user_id,
 * id, completed_at and the other columns. A later end of day compares the whole balance again, so only the
 * last valid one of a person is undecided; older ones are not read.
 */
export function undecidedDayEnds(shop_id: number): Sql<unknown> {
  return sql`
    select h.staff_user_id as user_id, h.id, h.completed_at, h.handover_reference, h.difference_fils, h.admin_id, h.recorded_at
    from drivers o
    cross join lateral (
      select * from cash_handovers l
      where l.shop_id = o.shop_id and l.driver_id = o.id and l.handover_type = 'end' and not ${isVoided('handover', sql`l`)}
      order by l.recorded_at desc, l.id desc limit 1
    ) h
    where o.shop_id = ${shop_id} and h.difference_choice = 'short_or_over' and h.difference_fils <> 0
      and not exists (select from cash_differences d where d.shop_id = h.shop_id and d.handover_id = h.id)`;
}

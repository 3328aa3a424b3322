import { type RawBuilder, sql } from 'kysely';
import { LATE } from './late.ts';
import type { ListReport } from './list-report.ts';
import type { Span } from './report.ts';
import { factsWithin } from './sums/summed-facts.ts';
import { CASH } from './sums/what-is-summed.ts';

/** Cash between the safe and staff: what a manager and an admin signed, and what the operator issued, which nobody signs. */
const RECORDS = sql`(
  select shop_id, id, recorded_at, completed_at, direction, reference, admin_id, manager_id, amount_fils, 'cash_float' as source_type
  from cash_floats
  union all
  select shop_id, id, recorded_at, occurred_at, 'issue', null, user_id, null, amount_fils, 'cash_issue' from cash_issues) f`;

export const FLOATS: ListReport = {
  records: RECORDS,
  shop_id: sql`f.shop_id`,
  id: sql`f.id`,
  at: sql`f.recorded_at`,
  happened_at: sql`f.completed_at`,
  recorded_at: sql`f.recorded_at`,
  narrowed: ({ user_id }) =>
    user_id === undefined ? [] : [sql`(f.admin_id = ${user_id}::uuid or f.manager_id = ${user_id}::uuid)`],
  joined: sql`join profiles a on a.id = f.admin_id left join profiles m on m.id = f.manager_id`,
  shown: sql`f.recorded_at, f.completed_at, f.direction, f.reference, a.full_name as admin_name, m.full_name as manager_name,
    case f.direction when 'issue' then f.amount_fils end as issued_fils,
    case f.direction when 'return' then f.amount_fils end as returned_fils,
    case f.source_type when 'cash_float' then f.id end as float_id, f.source_type, f.admin_id as user_id, f.manager_id`,
  sums: {
    issued_fils: sql`case f.direction when 'issue' then f.amount_fils end`,
    returned_fils: sql`case f.direction when 'return' then f.amount_fils end`,
  },
  summed: ({ query, shop_id, span }) => {
    const { user_id, late } = query;
    if (late !== undefined) return null;
    const moved = sql`select reason, movements, late, amount_fils from (${factsWithin(CASH, shop_id, span, user_id === undefined ? 'all' : 'person')}) m
      where m.reason in ('issue', 'float_return')`;
    return {
      facts:
        user_id === undefined
          ? sql`(${moved}) f`
          : sql`(
              ${moved} and ${user_id}::uuid in (m.from_user_id, m.to_user_id)
              union all ${signedBy({ shop_id, user_id, span })}) f`,
      rows: sql`f.movements`,
      late: sql`f.late`,
      sums: {
        issued_fils: sql`case f.reason when 'issue' then f.amount_fils end`,
        returned_fils: sql`case f.reason when 'float_return' then f.amount_fils end`,
      },
    };
  },
};

/** The manager signs for a float, and never holds it: of this one no movement tells. */
function signedBy({
  shop_id,
  user_id,
  span,
}: {
  shop_id: number;
  user_id: string;
  span: Span;
}): RawBuilder<unknown> {
  return sql`
    select case direction when 'issue' then 'issue' else 'float_return' end, 1, (recorded_at - completed_at > ${LATE})::int, amount_fils
    from cash_floats
    where shop_id = ${shop_id} and manager_id = ${user_id}::uuid
      and recorded_at >= ${span.starts_at} and recorded_at < ${span.ends_at}`;
}

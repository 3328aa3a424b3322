import { isVoided } from '../../cash/voids/is-voided.ts';
import { sql } from '../../platform/database/sql.ts';
import type { ListReport } from '../list-report.ts';

/**
 * Cash between the safe and staff: floats signed by a manager and an admin, their voids on the day on which
 * they were recorded (ruling H12), and unsigned issues by the operator. They are few enough to be counted
 * without sums.
 */
const RECORDS = sql`(
  select shop_id, id, id as float_id, recorded_at, completed_at, direction, reference, admin_id, manager_id, 'cash_float' as source_type,
    case direction when 'issue' then amount_fils end as issued_fils, case direction when 'return' then amount_fils end as returned_fils
  from cash_floats
  union all
  select shop_id, id, null, recorded_at, occurred_at, 'issue', null, user_id, null, 'cash_issue', amount_fils, null from cash_issues
  union all
  select v.shop_id, v.id, r.id, v.recorded_at, v.completed_at, r.direction, v.reference, r.admin_id, r.manager_id, 'cash_float',
    case r.direction when 'issue' then -r.amount_fils end, case r.direction when 'return' then -r.amount_fils end
  from cash_voids v join cash_floats r on r.shop_id = v.shop_id and r.id = v.record_id
  where v.record_type = 'float') f`;

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
    f.issued_fils, f.returned_fils, ${isVoided('float', sql`f`)} as voided,
    f.float_id, f.source_type, f.admin_id as user_id, f.manager_id`,
  sums: { issued_fils: sql`f.issued_fils`, returned_fils: sql`f.returned_fils` },
};

import { sql } from '../../platform/database/sql.ts';
import type { ListReport } from '../list-report.ts';

/** Approved expenses, by the time of the approval, which is never late. */
export const EXPENSES: ListReport = {
  records: sql`expenses x`,
  shop_id: sql`x.shop_id`,
  id: sql`x.id`,
  at: sql`x.recorded_at`,
  happened_at: sql`x.recorded_at`,
  recorded_at: sql`x.recorded_at`,
  narrowed: ({ user_id }) => (user_id === undefined ? [] : [sql`x.user_id = ${user_id}::uuid`]),
  joined: sql`join profiles p on p.id = x.user_id
    left join orders o on o.shop_id = x.shop_id and o.id = x.order_id`,
  shown: sql`x.recorded_at, x.occurred_at, x.reference, p.full_name, x.kind as expense_kind, o.order_number, x.amount_fils, x.note,
    x.order_id, x.user_id, o.erased_at`,
  sums: { amount_fils: sql`x.amount_fils` },
};

import { isVoided } from '../../cash/voids/is-voided.ts';
import { sql } from '../../platform/database/sql.ts';
import type { ListReport } from '../list-report.ts';

/** Bank deposits by the day of recording; the day on the slip is a separate column. */
export const DEPOSITS: ListReport = {
  records: sql`bank_deposits d`,
  shop_id: sql`d.shop_id`,
  id: sql`d.id`,
  at: sql`d.created_at`,
  happened_at: sql`d.occurred_at`,
  recorded_at: sql`d.created_at`,
  narrowed: ({ user_id }) => (user_id === undefined ? [] : [sql`d.manager_id = ${user_id}::uuid`]),
  joined: sql`join profiles p on p.id = d.manager_id`,
  shown: sql`d.created_at as recorded_at, d.occurred_at, d.deposit_date::text as deposit_date, d.reference,
    p.full_name as manager_name, d.amount_fils, ${isVoided('deposit', sql`d`)} as voided, d.notes, d.id as deposit_id, d.manager_id as user_id`,
  sums: { amount_fils: sql`d.amount_fils` },
};

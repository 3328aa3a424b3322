import { isVoided } from '../../cash/voids/is-voided.ts';
import { sql } from '../../platform/database/sql.ts';
import type { ListReport } from '../list-report.ts';

/** Deposits, and their voids as rows of their own on the day on which they were recorded (ruling H12). */
const RECORDS = sql`(
  select shop_id, id, id as deposit_id, created_at, occurred_at, deposit_date, reference, manager_id, amount_fils, notes from bank_deposits
  union all
  select v.shop_id, v.id, r.id, v.recorded_at, v.completed_at, r.deposit_date, v.reference, r.manager_id, -r.amount_fils, v.reason
  from cash_voids v join bank_deposits r on r.shop_id = v.shop_id and r.id = v.record_id
  where v.record_type = 'deposit') d`;

/** Bank deposits by the day of recording; the day on the slip is a separate column. */
export const DEPOSITS: ListReport = {
  records: RECORDS,
  shop_id: sql`d.shop_id`,
  id: sql`d.id`,
  at: sql`d.created_at`,
  happened_at: sql`d.occurred_at`,
  recorded_at: sql`d.created_at`,
  narrowed: ({ user_id }) => (user_id === undefined ? [] : [sql`d.manager_id = ${user_id}::uuid`]),
  joined: sql`join profiles p on p.id = d.manager_id`,
  shown: sql`d.created_at as recorded_at, d.occurred_at, d.deposit_date::text as deposit_date, d.reference,
    p.full_name as manager_name, d.amount_fils, ${isVoided('deposit', sql`d`)} as voided, d.notes, d.deposit_id, d.manager_id as user_id`,
  sums: { amount_fils: sql`d.amount_fils` },
};

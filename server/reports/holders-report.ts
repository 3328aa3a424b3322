import { sql } from 'kysely';
import type { ReportRow } from '../../contract/schemas/reports.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Asked } from './report.ts';
import type { Table } from './table-report.ts';

/** What everybody had, got, gave and had left, by the book: of whoever had something or moved something, also where they have left. */
export async function HOLDERS(tx: Tx, { query, shop_id, span }: Asked): Promise<Table> {
  const person = query.user_id === undefined ? sql`true` : sql`user_id = ${query.user_id}::uuid`;
  const { rows } = await sql<ReportRow & { late: number }>`
    with legs as (
      select to_user_id as user_id, amount_fils as fils, recorded_at, occurred_at from cash_movements
      where shop_id = ${shop_id} and to_user_id is not null and recorded_at < ${span.ends_at}
      union all
      select from_user_id, -amount_fils, recorded_at, occurred_at from cash_movements
      where shop_id = ${shop_id} and from_user_id is not null and recorded_at < ${span.ends_at}
    ), held as (
      select user_id, coalesce(sum(fils) filter (where recorded_at < ${span.starts_at}), 0) as opening_fils,
        coalesce(sum(fils) filter (where recorded_at >= ${span.starts_at} and fils > 0), 0) as in_fils,
        coalesce(-sum(fils) filter (where recorded_at >= ${span.starts_at} and fils < 0), 0) as out_fils
      from legs where ${person} group by user_id
    )
    select p.id, p.full_name, p.role, h.opening_fils::bigint as opening_fils, h.in_fils::bigint as in_fils,
      h.out_fils::bigint as out_fils, (h.opening_fils + h.in_fils - h.out_fils)::bigint as closing_fils, p.id as user_id
    from held h join profiles p on p.id = h.user_id
    where h.opening_fils <> 0 or h.in_fils <> 0 or h.out_fils <> 0`.execute(tx);
  return { rows, late: 0 };
}

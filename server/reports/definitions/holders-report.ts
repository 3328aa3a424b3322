import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import type { ResolvedQuery } from '../report.ts';
import { CASH, NOT_STAFF_ID } from '../sums/sum-tables.ts';
import { factsWithin, type Range } from '../sums/summed-facts.ts';
import type { Table } from '../table-report.ts';

type Holder = ReportRow & { late: number };

/**
 * Computes each holder's opening balance, cash received, cash given and closing balance from the book,
 * including users who have left. Users without a balance or movements are excluded.
 */
export async function HOLDERS(tx: Tx, { query, shop_id, span }: ResolvedQuery): Promise<Table> {
  const person = query.user_id === undefined ? sql`true` : sql`l.user_id = ${query.user_id}::uuid`;
  const had_part =
    query.user_id === undefined ? sql`true` : sql`${query.user_id}::uuid in (from_user_id, to_user_id)`;
  const moved = (range: Range) => sql`
    select from_user_id, to_user_id, sum(amount_fils) as fils, sum(late) as late
    from (${factsWithin(CASH, shop_id, range, 'person')}) m group by from_user_id, to_user_id`;
  const { rows } = await sql<Holder>`
    with before as materialized (${moved({ starts_at: null, ends_at: span.starts_at })}),
    during as materialized (${moved(span)}),
    held as (
      select user_id, sum(opening_fils)::bigint as opening_fils, sum(in_fils)::bigint as in_fils, sum(out_fils)::bigint as out_fils
      from (
        select to_user_id as user_id, fils as opening_fils, 0 as in_fils, 0 as out_fils from before
        union all select from_user_id, -fils, 0, 0 from before
        union all select to_user_id, 0, fils, 0 from during
        union all select from_user_id, 0, 0, fils from during
      ) l where l.user_id <> ${NOT_STAFF_ID} and ${person} group by user_id
    )
    select p.id, p.full_name, p.role, h.opening_fils, h.in_fils, h.out_fils,
      h.opening_fils + h.in_fils - h.out_fils as closing_fils, p.id as user_id,
      (select coalesce(sum(late), 0)::bigint from during where ${had_part}) as late
    from held h join profiles p on p.id = h.user_id
    where h.opening_fils <> 0 or h.in_fils <> 0 or h.out_fils <> 0`.execute(tx);
  // Late movements are counted once for the whole period, whether the person gave or received.
  return { rows: rows.map(({ late: _, ...row }) => row), late: rows[0]?.late ?? 0 };
}

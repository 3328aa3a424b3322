import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { DELIVERY_SUMS } from '../delivered.ts';
import type { ResolvedQuery } from '../report.ts';
import { DELIVERED } from '../sums/sum-tables.ts';
import { factsWithin } from '../sums/summed-facts.ts';
import { lateOf, type Table } from '../table-report.ts';

/**
 * Sums deliveries and amounts collected by person: drivers, including those who have left, and Managers who
 * took later payments.
 */
export async function DRIVERS(tx: Tx, { query, shop_id, span }: ResolvedQuery): Promise<Table> {
  const { user_id } = query;
  const person = user_id === undefined ? sql`true` : sql`c.user_id = ${user_id}::uuid`;
  const { rows } = await sql<ReportRow>`
    select c.user_id as id, coalesce(d.full_name, p.full_name) as driver_name, c.*, d.id as driver_id
    from (
      select c.user_id, ${DELIVERY_SUMS} from (${factsWithin(DELIVERED, shop_id, span, 'person')}) c where ${person} group by c.user_id
    ) c
    join profiles p on p.id = c.user_id
    left join drivers d on d.shop_id = ${shop_id} and d.user_id = c.user_id`.execute(tx);
  return { rows, late: lateOf(rows, 'late_deliveries') };
}

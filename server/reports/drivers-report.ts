import { sql } from 'kysely';
import type { ReportRow } from '../../contract/schemas/reports.ts';
import type { Tx } from '../platform/database/database.ts';
import { DELIVERED, deliveriesWithin } from './delivered.ts';
import type { Asked } from './report.ts';
import { lateOf, type Table } from './table-report.ts';

/** What each driver delivered and took; also of drivers who have left. */
export async function DRIVERS(tx: Tx, asked: Asked): Promise<Table> {
  const { rows } = await sql<ReportRow>`
    select d.user_id as id, d.full_name as driver_name, ${DELIVERED}, d.user_id, d.id as driver_id
    from ${deliveriesWithin(asked)} join drivers d on d.shop_id = ${asked.shop_id} and d.user_id = c.user_id
    group by d.id, d.user_id, d.full_name`.execute(tx);
  return { rows, late: lateOf(rows, 'late_deliveries') };
}

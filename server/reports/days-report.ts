import { sql } from 'kysely';
import type { ReportRow } from '../../contract/schemas/reports.ts';
import type { Tx } from '../platform/database/database.ts';
import { DELIVERED, deliveriesWithin } from './delivered.ts';
import type { Asked } from './report.ts';
import { lateOf, type Table } from './table-report.ts';

/** What was delivered and taken on each day that had a delivery. */
export async function DAYS(tx: Tx, asked: Asked): Promise<Table> {
  const { rows } = await sql<ReportRow>`
    select c.day as id, c.day, ${DELIVERED} from ${deliveriesWithin(asked)} group by c.day`.execute(tx);
  return { rows, late: lateOf(rows, 'late_deliveries') };
}

import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { businessDayOf, startsOfBusinessDays } from '../business-days.ts';
import { DELIVERY_SUMS } from '../delivered.ts';
import type { ResolvedQuery } from '../report.ts';
import { DELIVERED } from '../sums/sum-tables.ts';
import { factsByDay } from '../sums/summed-facts.ts';
import { lateOf, type Table } from '../table-report.ts';
import { takenRecords } from './deliveries-report.ts';

/** Sums deliveries and amounts collected for each day with deliveries, corrections or later payments. */
export async function DAYS(tx: Tx, asked: ResolvedQuery): Promise<Table> {
  const taken = asked.query.user_id === undefined ? factsByDay(DELIVERED, asked) : recordsByDay(asked);
  const { rows } = await sql<ReportRow>`
    select c.day as id, c.* from (
      select c.day, ${DELIVERY_SUMS} from (${taken}) c group by c.day having sum(c.deliveries + c.changes) > 0
    ) c`.execute(tx);
  return { rows, late: lateOf(rows, 'late_deliveries') };
}

/** Reads one person's records themselves, since sums within a day do not separate people. */
function recordsByDay(asked: ResolvedQuery): Sql<unknown> {
  return sql`
    select ${businessDayOf(asked, sql`f.at`)} as day, f.* from (${takenRecords(asked)}) f
    cross join (${startsOfBusinessDays(asked)}) days`;
}

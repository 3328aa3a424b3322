import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { businessDayOf, startsOfBusinessDays } from '../business-days.ts';
import { DELIVERY_SUMS } from '../delivered.ts';
import { LATE } from '../late.ts';
import type { ResolvedQuery } from '../report.ts';
import { DELIVERED } from '../sums/sum-tables.ts';
import { factsByDay } from '../sums/summed-facts.ts';
import { lateOf, type Table } from '../table-report.ts';

/** Sums deliveries and amounts collected for each day with deliveries. */
export async function DAYS(tx: Tx, asked: ResolvedQuery): Promise<Table> {
  const { user_id } = asked.query;
  const taken = user_id === undefined ? factsByDay(DELIVERED, asked) : deliveriesOf(asked, user_id);
  const { rows } = await sql<ReportRow>`
    select c.day as id, c.* from (
      select c.day, ${DELIVERY_SUMS} from (${taken}) c group by c.day having sum(c.deliveries) > 0
    ) c`.execute(tx);
  return { rows, late: lateOf(rows, 'late_deliveries') };
}

/** Reads one driver's deliveries themselves, since sums within a day do not separate drivers. */
function deliveriesOf(asked: ResolvedQuery, user_id: string): Sql<unknown> {
  const { shop_id, span } = asked;
  return sql`
    select ${businessDayOf(asked, sql`f.at`)} as day, f.* from drivers d
    cross join lateral (
      select 1 as deliveries, (recorded_at - delivered_at > ${LATE})::int as late, tender, collected_fils, cash_fils, delivered_at as at
      from delivery_confirmations
      where shop_id = d.shop_id and driver_id = d.id and delivered_at >= ${span.starts_at} and delivered_at < ${span.ends_at}
    ) f
    cross join (${startsOfBusinessDays(asked)}) days
    where d.shop_id = ${shop_id} and d.user_id = ${user_id}::uuid`;
}

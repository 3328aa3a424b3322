import type { DeliveryHours } from '../../../contract/operations/screens/read-delivery-hours.schema.ts';
import type { ChartQuery } from '../../../contract/schemas/report-charts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { summedBy, takenRecords } from '../definitions/deliveries-report.ts';
import { DELIVERY_SUMS } from '../delivered.ts';
import { resolveReport } from '../read-report.ts';
import type { ResolvedQuery } from '../report.ts';
import { DELIVERED } from '../sums/sum-tables.ts';
import { factsByHour, hourOf } from '../sums/summed-facts.ts';

type Hour = DeliveryHours['hours'][number];

const NOTHING = {
  deliveries: 0,
  late_deliveries: 0,
  cash_fils: 0,
  card_machine_fils: 0,
  collected_fils: 0,
};

/** Sums the deliveries report by the shop's local hour. Throws `invalid_input`. */
export async function readDeliveryHours(tx: Tx, shop_id: number, query: ChartQuery): Promise<DeliveryHours> {
  const { asked } = await resolveReport(tx, shop_id, { report: 'deliveries', way: 'down', ...query });
  const { rows } = await sql<Hour>`
    select hour, deliveries, late_deliveries, cash_fils, card_machine_fils, collected_fils from (
      select c.hour::int as hour, ${DELIVERY_SUMS} from (${deliveriesByHour(asked)}) c group by c.hour
    ) sums`.execute(tx);
  const found = new Map(rows.map((row) => [row.hour, row]));
  return {
    time_zone: asked.time_zone,
    hours: Array.from({ length: 24 }, (_, hour) => found.get(hour) ?? { hour, ...NOTHING }),
  };
}

/** Reads the records themselves for a person or late records, which sums within a day do not separate. */
function deliveriesByHour(asked: ResolvedQuery): Sql<unknown> {
  const { user_id, tender, late } = asked.query;
  const by = summedBy(tender);
  if (user_id === undefined && late === undefined && by !== null)
    return sql`select * from (${factsByHour(DELIVERED, asked)}) c where ${by}`;
  return sql`select ${hourOf(asked, sql`c.at`)} as hour, c.* from (${takenRecords(asked)}) c`;
}

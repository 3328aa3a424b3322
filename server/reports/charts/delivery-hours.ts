import type { DeliveryHours } from '../../../contract/operations/screens/read-delivery-hours.schema.ts';
import type { ChartQuery } from '../../../contract/schemas/report-charts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { DELIVERIES } from '../definitions/deliveries-report.ts';
import { DELIVERY_SUMS } from '../delivered.ts';
import { LATE } from '../late.ts';
import { within } from '../list-report.ts';
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

/** Sums the deliveries report by the shop's local hour of delivery. Throws `invalid_input`. */
export async function readDeliveryHours(tx: Tx, shop_id: number, query: ChartQuery): Promise<DeliveryHours> {
  const { asked } = await resolveReport(tx, shop_id, { report: 'deliveries', way: 'down', ...query });
  const { rows } = await sql<Hour>`
    select c.hour::int as hour, ${DELIVERY_SUMS} from (${deliveriesByHour(asked)}) c group by c.hour`.execute(
    tx,
  );
  const found = new Map(rows.map((row) => [row.hour, row]));
  return {
    time_zone: asked.time_zone,
    hours: Array.from({ length: 24 }, (_, hour) => found.get(hour) ?? { hour, ...NOTHING }),
  };
}

/** Reads the deliveries themselves for a driver or late records, which sums within a day do not separate. */
function deliveriesByHour(asked: ResolvedQuery): Sql<unknown> {
  const { user_id, tender, late } = asked.query;
  const facts = (found: Sql<unknown>) => sql`
    select ${hourOf(asked, sql`c.delivered_at`)} as hour, 1 as deliveries, (c.recorded_at - c.delivered_at > ${LATE})::int as late,
      c.tender, c.collected_fils, c.cash_fils
    from ${found}`;
  if (user_id !== undefined) {
    const all = sql`select * from ${DELIVERIES.records} where ${within(DELIVERIES, asked)} and c.driver_id = d.id offset 0`;
    // Uses the driver's own index; another plan would read all drivers' deliveries.
    return facts(
      sql`drivers d cross join lateral (${all}) c where d.shop_id = ${asked.shop_id} and d.user_id = ${user_id}::uuid`,
    );
  }
  if (late !== undefined) return facts(sql`${DELIVERIES.records} where ${within(DELIVERIES, asked)}`);
  const only = tender === undefined ? sql`true` : sql`tender = ${tender}`;
  return sql`select * from (${factsByHour(DELIVERED, asked)}) f where ${only}`;
}

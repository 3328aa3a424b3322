import type { Statistics } from '../../contract/operations/dashboard/profile/read-statistics.schema.ts';
import { OPEN_STATUSES } from '../../contract/rules/orders/order-life.ts';
import { cashOrUnreadable, collectedToday } from '../cash/balances.ts';
import { ceilingOfDriver } from '../cash/limits/ceilings.ts';
import { readRoute } from '../operations/route.ts';
import { isInStatus } from '../orders/in-status.ts';
import type { Staff } from '../platform/actor.ts';
import { startOfDay } from '../platform/database/business-day.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { sql } from '../platform/database/sql.ts';

type Counted = Pick<Statistics, 'deliveries_today' | 'pending_deliveries'>;

/** Returns the profile's figures for the current business day. An unreadable balance is null, never zero. */
export async function readStatistics(tx: Tx, actor: Staff, now: Date): Promise<Statistics> {
  const { shop_id, user_id, driver_id } = actor;
  const { time_zone } = await readShop(tx);
  // Counted by the time of delivery, not by the order's last change (ruling B3).
  const counted = sql<Counted>`
    select
      (select count(*) from delivery_confirmations
        where shop_id = ${shop_id} and driver_id = ${driver_id}::int and outcome = 'delivered'
          and delivered_at >= ${startOfDay(now, time_zone)}
          and delivered_at < ${startOfDay(now, time_zone, 1)}) as deliveries_today,
      (select count(*) from orders
        where shop_id = ${shop_id} and driver_id = ${driver_id}::int
          and ${isInStatus('status', OPEN_STATUSES)}) as pending_deliveries`;
  const ceiling = driver_id === null ? null : await ceilingOfDriver(tx, shop_id, driver_id);
  return {
    ...(await cashOrUnreadable(tx, shop_id, user_id)),
    cash_collected_fils: await collectedToday(tx, { shop_id, time_zone }, user_id, now),
    ...(await oneRow(tx, counted)),
    ceiling_fils: ceiling?.ceiling_fils ?? null,
  };
}

export const readStatisticsRoute = readRoute('read_statistics', ({ tx, actor, services }) =>
  readStatistics(tx, actor, services.now()),
);

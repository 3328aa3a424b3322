import { OPEN_STATUSES } from '../../contract/rules/order-life.ts';
import type { Statistics } from '../../contract/schemas/profile.ts';
import { cashOrUnreadable, collectedToday } from '../cash/balances.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { startOfDay } from '../platform/shop-day.ts';

/** The profile's figures for the current day of the shop's time zone. An unreadable balance is null, never zero. */
export async function readStatistics(tx: Tx, actor: Staff, now: Date): Promise<Statistics> {
  const { shop_id } = actor;
  const { time_zone } = await readShop(tx, shop_id);
  const shop = { shop_id, time_zone };
  return {
    ...(await cashOrUnreadable(tx, actor.shop_id, actor.user_id)),
    cash_collected_fils: await collectedToday(tx, shop, actor.user_id, now),
    deliveries_today: await deliveredToday(tx, shop, actor, now),
    pending_deliveries: await pendingDeliveries(tx, actor),
  };
}

/** Decided by when the delivery happened, not by when the order was last touched (ruling B3). */
async function deliveredToday(
  tx: Tx,
  shop: { shop_id: number; time_zone: string },
  actor: Staff,
  now: Date,
): Promise<number> {
  const { count } = await tx
    .selectFrom('delivery_confirmations')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where((row) => row.and({ shop_id: shop.shop_id, driver_id: actor.driver_id ?? 0, outcome: 'delivered' }))
    .where('delivered_at', '>=', startOfDay(now, shop.time_zone))
    .where('delivered_at', '<', startOfDay(now, shop.time_zone, 1))
    .executeTakeFirstOrThrow();
  return count;
}

async function pendingDeliveries(tx: Tx, actor: Staff): Promise<number> {
  const { count } = await tx
    .selectFrom('orders')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where((row) => row.and({ shop_id: actor.shop_id, driver_id: actor.driver_id ?? 0 }))
    .where('status', 'in', [...OPEN_STATUSES])
    .executeTakeFirstOrThrow();
  return count;
}

import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * Returns the number of deliveries ever recorded for each order, with or without a conflict; orders without
 * any are absent. The caller holds the orders' locks, under which every delivery is recorded, so the numbers
 * are complete. Timestamps of deliveries cannot replace them: they precede the wait for the lock.
 */
export async function recordedDeliveries(
  tx: Tx,
  shop_id: number,
  order_ids: readonly string[],
): Promise<Map<string, number>> {
  const query = sql<{ order_id: string; deliveries: number }>`
    select order_id, count(*)::int as deliveries from delivery_confirmations
    where shop_id = ${shop_id} and order_id = any(${order_ids}::uuid[]) group by order_id`;
  const { rows } = await query.execute(tx);
  return new Map(rows.map(({ order_id, deliveries }) => [order_id, deliveries]));
}

import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * How many deliveries of each of these orders were ever recorded, with a conflict or without; those without are not there. Whoever holds an order's lock reads
 * all there are: nobody records one without it. Their times say nothing of that: they are of before the wait for the lock.
 */
export async function recordedDeliveries(
  tx: Tx,
  shop_id: number,
  order_ids: readonly string[],
): Promise<Map<string, number>> {
  const counting = sql<{ order_id: string; deliveries: number }>`
    select order_id, count(*)::int as deliveries from delivery_confirmations
    where shop_id = ${shop_id} and order_id = any(${order_ids}::uuid[]) group by order_id`;
  const { rows } = await counting.execute(tx);
  return new Map(rows.map(({ order_id, deliveries }) => [order_id, deliveries]));
}

import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';

/** Throws `has_open_orders` while orders of the driver are neither completed nor cancelled. */
export async function assertNoOpenOrders(
  tx: Tx,
  { shop_id, driver_id }: { shop_id: number; driver_id: number },
): Promise<void> {
  const open = await tx
    .selectFrom('orders')
    .select('order_number')
    .where('shop_id', '=', shop_id)
    .where('driver_id', '=', driver_id)
    .where('status', 'not in', ['completed', 'cancelled'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!open) return;
  throw Problem.about('has_open_orders', { driver_id, shop_id, order_number: open.order_number });
}

import { Refusal } from '../identity/refusal.ts';
import type { Tx } from '../platform/database/database.ts';

/** Throws Refusal while orders of the driver are neither completed nor cancelled. */
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
  throw new Refusal(
    `Driver ${driver_id} of shop ${shop_id} still has open orders, order ${open.order_number} for one. Assign them to somebody else first.`,
  );
}

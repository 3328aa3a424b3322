import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

/** Has the shop's waiting fulfilments worked right after the commit, where an online shop is connected. */
export async function nudgeFulfilments(tx: Tx, shop_id: number): Promise<void> {
  const payload = JSON.stringify({ shop_id });
  const nudging = statement`select enqueue('fulfil-orders', ${payload}::json, ${`fulfil-orders-${shop_id}`})
    where own_shopify_state() = 'connected'`;
  await tx.executeQuery(nudging);
}

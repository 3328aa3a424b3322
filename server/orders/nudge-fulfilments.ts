import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { nudgePayload } from '../platform/jobs/nudge-payload.ts';

/** Triggers the shop's pending fulfilments right after the commit, if its online shop is connected. */
export async function nudgeFulfilments(tx: Tx, shop_id: number): Promise<void> {
  const nudging = sql`select enqueue('fulfil-orders', ${nudgePayload({ shop_id })}::json, ${`fulfil-orders-${shop_id}`})
    where own_shopify_state() = 'connected'`;
  await nudging.execute(tx);
}

import type { Database } from '../../server/platform/database/database.ts';
import { build } from './query-builder.ts';

/** Reads all records about one order's delivery. */
export async function recordsOf(owner: Database, shop_id: number, order_id: string) {
  const order = await build(owner)
    .selectFrom('orders')
    .selectAll()
    .where('shop_id', '=', shop_id)
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  const confirmations = await build(owner)
    .selectFrom('delivery_confirmations')
    .selectAll()
    .where('shop_id', '=', shop_id)
    .where('order_id', '=', order_id)
    .execute();
  const history = await build(owner)
    .selectFrom('order_events')
    .select(['kind', 'detail', 'actor_user_id'])
    .where('shop_id', '=', shop_id)
    .where('order_id', '=', order_id)
    .orderBy('recorded_at')
    .execute();
  const ids = confirmations.map(({ id }) => id);
  const movements = await build(owner)
    .selectFrom('cash_movements')
    .selectAll()
    .where('shop_id', '=', shop_id)
    .where('source_type', '=', 'delivery_confirmation')
    .where('source_id', 'in', ids.length > 0 ? ids : [order_id])
    .execute();
  return { order, confirmations, history, movements };
}

/** Counts confirmations and movements of an order. A delivery makes one and at most one, respectively. */
export async function countsOf(owner: Database, shop_id: number, order_id: string) {
  const { order, confirmations, movements } = await recordsOf(owner, shop_id, order_id);
  return { status: order.status, confirmations: confirmations.length, movements: movements.length };
}

export async function balanceOf(owner: Database, shop_id: number, user_id: string): Promise<number | null> {
  const row = await build(owner)
    .selectFrom('cash_tracking')
    .select('cash_on_hand_fils')
    .where('shop_id', '=', shop_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row?.cash_on_hand_fils ?? null;
}

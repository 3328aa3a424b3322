import type { Refund } from '../../contract/rules/order-life.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { lockShopOrder, type OrderKey } from './lock-shop-order.ts';
import { recordOrderEvent } from './order-events.ts';
import { keepAmount } from './update-order.ts';

/**
 * Keeps what the shop gave back of an open order, for its driver to see; nothing is to be collected for one that was given back
 * whole. Its lines stay: they are on the road. False when that was known. Throws `not_found`.
 */
export async function refundOrder(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  refund: Refund | null,
): Promise<boolean> {
  const locked = await lockShopOrder(tx, key);
  const { due_amount_fils, total_amount_fils, payment_method } = locked;
  const drops = refund === 'full' && due_amount_fils > 0;
  if (locked.refund === refund && !drops) return false;
  if (drops) await keepAmount(tx, key, due_amount_fils);
  const settled = {
    due_amount_fils: 0,
    paid_amount_fils: total_amount_fils,
    payment_status: 'paid' as const,
    // Cash with nothing due is online (ruling A6).
    payment_method: payment_method === 'cash' ? ('online' as const) : payment_method,
  };
  await tx
    .updateTable('orders')
    .set({ refund, ...(drops ? settled : {}) })
    .where((order) => order.and({ shop_id: key.shop_id, id: key.order_id }))
    .execute();
  const due = drops ? { due_from_fils: due_amount_fils, due_to_fils: 0 } : undefined;
  await recordOrderEvent(tx, actor, locked, { kind: 'updated', detail: { changed: 'refund', ...due } });
  return true;
}

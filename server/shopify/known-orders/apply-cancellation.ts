import type { Operation } from '../../operations/operation.ts';
import { lockShopOrder } from '../../orders/lock-shop-order.ts';
import { recordOrderEvent } from '../../orders/order-events.ts';
import { moveLocked } from '../../orders/status/move-order.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { buryVersion, lockVersion } from '../store-orders/order-version.ts';
import type { Version } from './apply-update.ts';
import { changeOf, type Effect, type ImportResult } from './effect.ts';
import { orderOfStore } from './known-order.ts';

/** Stored as the reason why no later webhook creates the order again. */
export const DELETED = 'it is deleted in the store';

/**
 * Cancels an order that was deleted in the store. Its id stays as a tombstone: no late webhook creates it
 * again.
 */
export async function applyDeletion(
  tx: Tx,
  actor: Actor,
  external_id: string,
  { now, changed, unchanged }: Operation,
): Promise<ImportResult> {
  const { shop_id } = actor;
  const seen = await lockVersion(tx, shop_id, external_id);
  const before = await orderOfStore(tx, shop_id, external_id);
  const names = {
    external_id,
    order_number: before?.order_number ?? seen.order_number,
    external_updated_at: seen.external_updated_at,
  };
  if (seen.deleted_at) {
    unchanged();
    return { outcome: 'unchanged', reason: null, ...names };
  }
  await buryVersion(tx, seen, now);
  const cancelled = { actor, seen, order: before, now };
  const effect = await applyCancellation(tx, cancelled, DELETED);
  const after = await orderOfStore(tx, shop_id, external_id);
  changed(await changeOf(tx, { ...names, ...effect }, { before, after }));
  return { outcome: effect.outcome, reason: effect.reason, ...names };
}

/**
 * Cancels an order. A delivered one stays delivered and gets a conflict: goods and cash have changed hands.
 */
export async function applyCancellation(
  tx: Tx,
  { actor, seen, order, now }: Pick<Version, 'actor' | 'seen' | 'order' | 'now'>,
  deleted_because?: string,
): Promise<Effect> {
  if (!order)
    return { outcome: 'left_out', reason: deleted_because ?? 'it was cancelled before it was imported' };
  if (order.status === 'cancelled') return { outcome: 'unchanged', reason: null };
  if (order.status === 'completed') {
    if (seen.cancelled_at) return { outcome: 'unchanged', reason: null };
    const detail = { conflict: 'cancelled_after_delivery' } as const;
    await recordOrderEvent(tx, actor, order, { kind: 'conflict', detail });
    const how = deleted_because ? 'deleted' : 'cancelled';
    return { outcome: 'conflict', reason: `${how} in Shopify after it was delivered` };
  }
  const locked = await lockShopOrder(tx, { shop_id: order.shop_id, order_id: order.id });
  const reason = deleted_because ? { reason: deleted_because } : {};
  await moveLocked(tx, actor, [locked], { to: 'cancelled', now, ...reason });
  return { outcome: 'cancelled', reason: deleted_because ?? null };
}

import { isBeforeDispatch, type Refund } from '../../../contract/rules/orders/order-life.ts';
import type { WaitReason } from '../../../contract/rules/orders/waiting-orders.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { keepAmount } from '../contents/former-amounts.ts';
import { changeLocked, type LockedShopOrder, lockShopOrder, type OrderKey } from '../lock-shop-order.ts';
import { recordOrderEvent } from '../order-events.ts';
import { takeFromDrivers } from './assign-order.ts';

/**
 * Records the refund of an open order; after a full one nothing is collected. Lines stay. Returns false if it
 * is recorded already. Throws `not_found`.
 */
export async function refundOrder(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  refund: Refund | null,
): Promise<boolean> {
  const locked = await lockShopOrder(tx, key);
  const due_to_fils = refund === 'full' ? 0 : locked.due_amount_fils;
  if (locked.refund === refund && locked.due_amount_fils === due_to_fils) return false;
  await settleLocked(tx, actor, locked, { changed: 'refund', columns: { refund }, due_to_fils });
  return true;
}

/**
 * Limits the amount that the driver of an open order collects to `due_fils`, since its source has received
 * the rest. Lines stay. Returns false if nothing changes that a user sees. Throws `not_found`.
 */
export async function settleOrder(tx: Tx, actor: Actor, key: OrderKey, due_fils: number): Promise<boolean> {
  const locked = await lockShopOrder(tx, key);
  const due_to_fils = Math.min(due_fils, locked.due_amount_fils);
  // If a part of a voided payment is due again, the order still waits.
  const waits_because = due_fils === 0 ? null : locked.waits_because;
  const reported = locked.payment_names === null ? {} : { told_due_fils: due_fils };
  if (due_to_fils === locked.due_amount_fils && waits_because === locked.waits_because) {
    if (locked.payment_names !== null && locked.told_due_fils !== due_fils)
      await changeLocked(tx, locked, reported);
    return false;
  }
  const columns = { waits_because, ...reported };
  await settleLocked(tx, actor, locked, { changed: 'payment', columns, due_to_fils });
  return true;
}

/**
 * Makes an open order wait for a user's decision: it has no driver, or its driver does not hand it over.
 * Returns false if it waits already. Throws `not_found`.
 */
export async function holdOrder(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  waits_because: WaitReason,
): Promise<boolean> {
  const locked = await lockShopOrder(tx, key);
  if (locked.waits_because === waits_because) return false;
  await takeBeforeDispatch(tx, actor, locked);
  const { due_amount_fils: due_to_fils } = locked;
  await settleLocked(tx, actor, locked, { changed: 'payment', columns: { waits_because }, due_to_fils });
  return true;
}

/** Unassigns an order that is not on the road from its driver. */
export async function takeBeforeDispatch(tx: Tx, actor: Actor, locked: LockedShopOrder): Promise<void> {
  if (locked.driver_id === null || !isBeforeDispatch(locked.status)) return;
  await takeFromDrivers(tx, actor, [locked]);
}

type Settling = {
  changed: string;
  columns: { refund?: Refund | null; waits_because?: WaitReason | null; told_due_fils?: number };
  /** The new amount due, in fils: at most the current one. */
  due_to_fils: number;
};

async function settleLocked(
  tx: Tx,
  actor: Actor,
  locked: LockedShopOrder,
  { changed, columns, due_to_fils }: Settling,
): Promise<void> {
  const { shop_id, id: order_id, due_amount_fils: due_from_fils } = locked;
  const drops = due_to_fils !== due_from_fils;
  if (drops) await keepAmount(tx, { shop_id, order_id }, due_from_fils);
  await changeLocked(tx, locked, { ...(drops ? settled(locked, due_to_fils) : {}), ...columns });
  const due = drops ? { due_from_fils, due_to_fils } : undefined;
  await recordOrderEvent(tx, actor, locked, { kind: 'updated', detail: { changed, ...due } });
}

/**
 * Cash with nothing due becomes online (ruling A6). With payment names, a later definition computes from the
 * new amount due.
 */
function settled(locked: LockedShopOrder, due_amount_fils: number) {
  const { total_amount_fils, payment_method, payment_names } = locked;
  const amounts = {
    due_amount_fils,
    paid_amount_fils: total_amount_fils - due_amount_fils,
    told_due_fils: payment_names === null ? null : due_amount_fils,
  };
  if (due_amount_fils > 0) return amounts;
  const method = payment_method === 'cash' ? ('online' as const) : payment_method;
  return { ...amounts, payment_method: method, pays_either: false, payment_status: 'paid' as const };
}

import type { EndHandover } from '../../contract/operations/dashboard/cash/end-handover.schema.ts';
import { GOODS_OUTCOMES, type GoodsOutcome } from '../../contract/rules/orders/attempts.ts';
import { isWithDriver } from '../../contract/rules/orders/order-life.ts';
import type { Facts } from '../audit/audit-event.ts';
import { type LockedShopOrder, lockShopOrders } from '../orders/lock-shop-order.ts';
import { recordOrderEvents } from '../orders/order-events.ts';
import { moveLocked } from '../orders/status/move-order.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addRows } from '../platform/database/rows.ts';
import { startTogether } from '../platform/database/transactions.ts';
import { Problem } from '../platform/problem.ts';
import { idsOfGoods } from './driver-goods.ts';

/** A decision of both signers about the goods of an order, which is locked. */
export type GoodsDecision = { order: LockedShopOrder; outcome: GoodsOutcome };

/**
 * Locks the orders that an end of day decides about, before the driver, and then checks that their goods are
 * still with the driver. Sends nothing without decisions. Throws `goods_changed`.
 */
export async function lockGoods(
  tx: Tx,
  { shop_id }: Staff,
  { driver_id, goods = [] }: Pick<EndHandover, 'driver_id' | 'goods'>,
): Promise<GoodsDecision[]> {
  if (goods.length === 0) return [];
  const ids = goods.map(({ order_id }) => order_id);
  const pending = startTogether({
    orders: lockShopOrders(tx, shop_id, ids),
    // A separate statement, which sees the writes of earlier lock holders.
    with_driver: idsOfGoods(tx, { shop_id, driver_id }),
  });
  const locked = new Map((await pending.orders).map((order) => [order.id, order]));
  const with_driver = await pending.with_driver;
  return goods.map(({ order_id, outcome }) => {
    const order = locked.get(order_id);
    if (!order || !with_driver.has(order_id)) throw new Problem('goods_changed');
    return { order, outcome };
  });
}

/**
 * Returns the orders whose goods came back to packed, like `return_orders`; they stay assigned. Orders that
 * are packed or cancelled already keep their status. The driver is locked already.
 */
export async function returnGoods(
  tx: Tx,
  actor: Staff,
  goods: readonly GoodsDecision[],
  now: Date,
): Promise<void> {
  const back = goods.filter(({ order, outcome }) => outcome === 'returned' && isWithDriver(order.status));
  if (back.length === 0) return;
  await moveLocked(
    tx,
    actor,
    back.map(({ order }) => order),
    { to: 'packed', now },
  );
}

/** Writes the decisions of a handover; the driver is responsible for missing goods. */
export async function recordGoods(
  tx: Tx,
  actor: Staff,
  goods: readonly GoodsDecision[],
  handover: { id: string; driver_id: number; user_id: string; recorded_at: Date },
): Promise<void> {
  if (goods.length === 0) return;
  const { id: handover_id, driver_id, user_id, recorded_at } = handover;
  const { shop_id } = actor;
  const rows = goods.map(({ order, outcome }) => ({
    ...{ shop_id, id: tx.newId(), handover_id, order_id: order.id, driver_id, outcome },
    responsible_user_id: outcome === 'missing' ? user_id : null,
    recorded_at,
  }));
  const events = goods.map(({ order, outcome }) => ({
    order,
    event: { kind: 'goods', detail: { handover_id, outcome } } as const,
  }));
  await Promise.all([addRows(tx, 'goods_decisions', rows), recordOrderEvents(tx, actor, events)]);
}

/** Returns the decided orders by outcome, for the audit; nothing without decisions. */
export function factsOfGoods(goods: readonly GoodsDecision[]): Facts {
  if (goods.length === 0) return {};
  const idsOf = (wanted: GoodsOutcome) =>
    goods.flatMap(({ order, outcome }) => (outcome === wanted ? [order.id] : []));
  return Object.fromEntries(GOODS_OUTCOMES.map((outcome) => [`goods_${outcome}`, idsOf(outcome)]));
}

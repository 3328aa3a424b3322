import type { Tx } from '../platform/database/database.ts';
import type { OrderKey } from './lock-shop-order.ts';
import { linesWithProducts, ordersWithCustomers } from './order-rows.ts';

/**
 * All that is known of one order, for the shop's operator: its lines, who it was ever given to, how it was delivered
 * (conflicts included, ruling A9) and its history, oldest first. Amounts in fils.
 */
export async function readOrderStory(tx: Tx, { shop_id, order_id }: OrderKey) {
  const order = await ordersWithCustomers(tx, shop_id)
    .leftJoin('drivers as d', (join) =>
      join.onRef('d.shop_id', '=', 'o.shop_id').onRef('d.id', '=', 'o.driver_id'),
    )
    .select('d.full_name as driver')
    .where('o.id', '=', order_id)
    .executeTakeFirstOrThrow();
  const items = await linesWithProducts(tx, shop_id).where('l.order_id', '=', order_id).execute();
  const assignments = await tx
    .selectFrom('order_assignments as a')
    .innerJoin('drivers as d', (join) =>
      join.onRef('d.shop_id', '=', 'a.shop_id').onRef('d.id', '=', 'a.driver_id'),
    )
    .select(['a.driver_id', 'd.full_name as driver', 'a.assigned_at', 'a.ended_at'])
    .where((row) => row.and({ 'a.shop_id': shop_id, 'a.order_id': order_id }))
    .orderBy('a.assigned_at')
    .orderBy('a.id')
    .execute();
  const confirmations = await tx
    .selectFrom('delivery_confirmations as f')
    .innerJoin('drivers as d', (join) =>
      join.onRef('d.shop_id', '=', 'f.shop_id').onRef('d.id', '=', 'f.driver_id'),
    )
    .select(['d.full_name as driver', 'f.customer_name', 'f.outcome', 'f.conflict', 'f.tender'])
    .select(['f.collected_fils', 'f.cash_fils', 'f.delivered_at', 'f.recorded_at'])
    .where((row) => row.and({ 'f.shop_id': shop_id, 'f.order_id': order_id }))
    .orderBy('f.recorded_at')
    .orderBy('f.id')
    .execute();
  const history = await tx
    .selectFrom('order_events as e')
    .leftJoin('profiles as p', 'p.id', 'e.actor_user_id')
    .select(['e.recorded_at', 'e.kind', 'e.detail', 'p.full_name as by', 'e.operator'])
    .where((row) => row.and({ 'e.shop_id': shop_id, 'e.order_id': order_id }))
    .orderBy('e.recorded_at')
    .orderBy('e.id')
    .execute();
  return { order, items, assignments, confirmations, history };
}

export type OrderStory = Awaited<ReturnType<typeof readOrderStory>>;

import { newId } from '../../contract/rules/ids.ts';
import type { OrderStatus } from '../../contract/rules/order-life.ts';
import type { Tx } from '../platform/database/database.ts';

/** What the shop does to an order before its delivery; a delivery's events are written where it is confirmed. */
export type ShopOrderEvent =
  | { kind: 'imported'; detail: { source: string } }
  /** What of it changed, and the amount due when it did; never what it says of the customer. */
  | { kind: 'updated'; detail: { changed: string; due_from_fils?: number; due_to_fils?: number } }
  | { kind: 'conflict'; detail: { conflict: 'cancelled_after_delivery' } }
  | { kind: 'assigned'; detail: { driver_id: number } }
  | { kind: 'unassigned'; detail: { driver_id: number } }
  | { kind: 'status'; detail: { from: OrderStatus; to: OrderStatus; reason?: string } };

/**
 * Who does something to an order: a member of staff, an operator by the account that runs the command line, or one of the
 * shop's own systems.
 */
export type OrderActor = { user_id: string } | { operator: string } | 'shop_system';

/** Writes one line of an order's history. */
export async function recordOrderEvent(
  tx: Tx,
  order: { shop_id: number; id: string },
  { kind, detail }: ShopOrderEvent,
  by: OrderActor = 'shop_system',
): Promise<void> {
  await tx
    .insertInto('order_events')
    .values({
      shop_id: order.shop_id,
      id: newId(),
      order_id: order.id,
      kind,
      detail: JSON.stringify(detail),
      actor_user_id: by !== 'shop_system' && 'user_id' in by ? by.user_id : null,
      operator: by !== 'shop_system' && 'operator' in by ? by.operator : null,
    })
    .execute();
}

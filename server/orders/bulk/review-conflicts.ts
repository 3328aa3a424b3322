import type { ReviewConflicts } from '../../../contract/operations/desk/orders/review-conflicts.schema.ts';
import type { OrdersDone } from '../../../contract/schemas/desk-orders.ts';
import type { Operation } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { readReason } from '../../platform/read-reason.ts';
import { recordOrderEvents } from '../order-events.ts';
import { doWithOrders } from './many-orders.ts';

/**
 * Writes down, for each of these orders, what really happened where a delivery of it met a change: the order, the confirmation and its cash stay as they are
 * (ruling A9), and it waits for nobody any more. Only of the conflict that was seen: one that came since is named, and waits. Throws `invalid_input`.
 */
export function reviewConflicts(
  tx: Tx,
  actor: Actor,
  { orders, reason }: ReviewConflicts,
  operation: Operation,
): Promise<OrdersDone> {
  const because = readReason(reason);
  const seen = new Map(orders.map(({ order_id, conflict_id }) => [order_id, conflict_id]));
  // Asked once, and only when the orders are locked: whoever records a conflict holds such a lock.
  let asked: Promise<Map<string, string>> | undefined;
  const waiting = () => {
    asked ??= waitingConflicts(tx, actor.shop_id, [...seen.keys()]);
    return asked;
  };
  return doWithOrders(tx, actor, orders, operation, {
    what: 'review_conflicts',
    personal_fields: ['reason'],
    isToDo: async ({ id }) => {
      const newest = (await waiting()).get(id);
      if (newest === undefined) return false;
      return newest === seen.get(id) || 'order_changed';
    },
    work: async (locked) => {
      const newest = await waiting();
      const events = locked.map((order) => ({
        order,
        event: {
          kind: 'reviewed',
          detail: { conflict_id: newest.get(order.id) ?? '', reason: because },
        } as const,
      }));
      await recordOrderEvents(tx, actor, events);
    },
  });
}

export const reviewConflictsRoute = commandRoute('review_conflicts', reviewConflicts);

/** The newest conflict of each of these orders that nobody has reviewed. */
async function waitingConflicts(
  tx: Tx,
  shop_id: number,
  order_ids: readonly string[],
): Promise<Map<string, string>> {
  const waiting = sql<{
    order_id: string;
    conflict_id: string;
  }>`select order_id, conflict_id from conflicts_to_review
    where shop_id = ${shop_id} and order_id = any(${order_ids}::uuid[])`;
  const { rows } = await waiting.execute(tx);
  return new Map(rows.map(({ order_id, conflict_id }) => [order_id, conflict_id]));
}

import type { ReviewConflicts } from '../../../contract/operations/desk/orders/review-conflicts.schema.ts';
import type { OrdersDone } from '../../../contract/schemas/desk-orders.ts';
import type { Operation } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { readReason } from '../../platform/read-reason.ts';
import { recordOrderEvents } from '../order-events.ts';
import { runBulkAction } from './bulk-actions.ts';

/**
 * Records, for each order, what really happened when its delivery conflicted with a change; the conflict is
 * then no longer pending. The order, the confirmation and its cash are unchanged. Only the conflict that the
 * user saw is reviewed: an order with a newer one is skipped, and that one remains pending. Throws
 * `invalid_input`.
 */
export function reviewConflicts(
  tx: Tx,
  actor: Actor,
  { orders, reason }: ReviewConflicts,
  operation: Operation,
): Promise<OrdersDone> {
  const because = readReason(reason);
  const seen = new Map(orders.map(({ order_id, conflict_id }) => [order_id, conflict_id]));
  // Read once, after the orders are locked: every conflict is recorded under such a lock.
  let read: Promise<Map<string, string>> | undefined;
  const pending = () => {
    read ??= pendingConflicts(tx, actor.shop_id, [...seen.keys()]);
    return read;
  };
  return runBulkAction(tx, actor, orders, operation, {
    what: 'review_conflicts',
    personal_fields: ['reason'],
    check: async ({ id }) => {
      const newest = (await pending()).get(id);
      if (newest === undefined) return false;
      return newest === seen.get(id) || 'order_changed';
    },
    apply: async (locked) => {
      const newest = await pending();
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

/** The newest unreviewed conflict of each of these orders. */
async function pendingConflicts(
  tx: Tx,
  shop_id: number,
  order_ids: readonly string[],
): Promise<Map<string, string>> {
  const pending = sql<{
    order_id: string;
    conflict_id: string;
  }>`select order_id, conflict_id from conflicts_to_review
    where shop_id = ${shop_id} and order_id = any(${order_ids}::uuid[])`;
  const { rows } = await pending.execute(tx);
  return new Map(rows.map(({ order_id, conflict_id }) => [order_id, conflict_id]));
}

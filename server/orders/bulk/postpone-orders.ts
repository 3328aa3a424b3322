import type { PostponeOrders } from '../../../contract/operations/desk/orders/postpone-orders.schema.ts';
import { isBeforeDispatch } from '../../../contract/rules/orders/order-life.ts';
import type { NextPromise } from '../../../contract/schemas/attempts.ts';
import type { OrdersDone } from '../../../contract/schemas/desk-orders.ts';
import type { Operation } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readShop } from '../../platform/database/shop-facts.ts';
import { Problem } from '../../platform/problem.ts';
import { instantOf } from '../incoming/local-time.ts';
import { changePromises } from '../status/change-promises.ts';
import { moveLocked, needsMove } from '../status/move-order.ts';
import { runBulkAction } from './bulk-actions.ts';

/**
 * Promises orders for another day, and returns them to the shop; they stay assigned to their drivers. An
 * order that is still in the shop, picking or packed, changes only its promise. Throws `invalid_input` for a
 * time in the past.
 */
export async function postponeOrders(
  tx: Tx,
  actor: Actor,
  { orders, next }: PostponeOrders,
  operation: Operation,
): Promise<OrdersDone> {
  const { now } = operation;
  const { time_zone } = await readShop(tx);
  const promised_at = promiseOf(next, time_zone);
  if (promised_at <= now) throw Problem.ofInput('next', 'must not be in the past');
  return runBulkAction(tx, actor, orders, operation, {
    what: 'postpone_orders',
    facts: { promised_at: promised_at.toISOString() },
    check: (order) =>
      isBeforeDispatch(order.status)
        ? order.promised_at?.getTime() !== promised_at.getTime()
        : needsMove(order, 'packed'),
    apply: async (locked) => {
      await changePromises(tx, actor, locked, promised_at);
      const out = locked.filter(({ status }) => !isBeforeDispatch(status));
      if (out.length > 0) await moveLocked(tx, actor, out, { to: 'packed', now });
    },
  });
}

export const postponeOrdersRoute = commandRoute('postpone_orders', postponeOrders);

const END_OF_DAY = '23:59';

/** The time of the promise, or the end of its day, on the shop's clock. */
function promiseOf({ day, to }: NextPromise, time_zone: string): Date {
  return instantOf({ day, time: to ?? END_OF_DAY }, time_zone);
}

import type { RequestUnpaidDelivery } from '../../contract/operations/dashboard/payments/request-unpaid-delivery.schema.ts';
import { isOpen } from '../../contract/rules/orders/order-life.ts';
import type { ApprovalRequested } from '../../contract/schemas/approvals.ts';
import { requestApproval } from '../cash/request-approval.ts';
import type { Command } from '../operations/operation.ts';
import { collectedByActor } from '../orders/order-rows.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { startTogether } from '../platform/database/transactions.ts';
import { Problem } from '../platform/problem.ts';
import { readReason } from '../platform/read-reason.ts';
import { lockOrder } from './lock-order.ts';

/**
 * Requests the desk's consent to hand over an own order without any payment (ruling H5). A driver has at most
 * one request per order that is pending or approved. Throws `driver_not_found`, `not_found`,
 * `order_not_assigned`, `order_closed`, `nothing_due`, `already_requested`, `invalid_input`.
 */
export async function requestUnpaid(
  tx: Tx,
  actor: Staff,
  { order_id, reason: given }: RequestUnpaidDelivery,
  command: Command,
): Promise<ApprovalRequested> {
  const { user_id, driver_id } = actor;
  if (driver_id === null) throw new Problem('driver_not_found');
  const reason = readReason(given);
  // Sent after the lock, so that two requests about one order find each other.
  const pending = startTogether({
    order: lockOrder(tx, order_id),
    taken: collectedByActor(tx, order_id),
    is_requested: isRequested(tx, order_id, command.now),
  });
  const { order_number, status, due_amount_fils, ...order } = await pending.order;
  if (order.driver_id !== driver_id) throw new Problem('order_not_assigned');
  if (!isOpen(status)) throw Problem.about('order_closed', { order_number, status, stays: 'everything' });
  const amount_fils = due_amount_fils - (await pending.taken);
  if (amount_fils <= 0) throw new Problem('nothing_due');
  if (await pending.is_requested) throw new Problem('already_requested');
  const record = { id: tx.newId(), user_id, order_id, amount_fils, reason };
  const request = { kind: 'unpaid', user_id, amount_fils, reason, record } as const;
  const requested = await requestApproval(tx, actor, request, command);
  command.changed({
    what: 'request_unpaid_delivery',
    subject_id: order_id,
    after: { approval_id: requested.approval_id, user_id, amount_fils },
    personal_fields: ['reason'],
    touched: [
      { topic: 'orders', subject_id: order_id, audience: 'desk', user_ids: [user_id] },
      { topic: 'cash', audience: 'desk' },
    ],
  });
  return requested;
}

/** True if the actor's request about this order is pending or approved. */
async function isRequested(tx: Tx, order_id: string, now: Date): Promise<boolean> {
  const found = await firstRow(
    tx,
    sql`
      select from approvals a left join approval_decisions d on d.shop_id = a.shop_id and d.approval_id = a.id
      where a.shop_id = actor.shop_id() and a.requested_by = actor.user_id() and a.kind = 'unpaid'
        and a.record ->> 'order_id' = ${order_id}
        and (d.outcome = 'approved' or d.outcome is null and a.expires_at > ${now}::timestamptz) limit 1`,
  );
  return found !== undefined;
}

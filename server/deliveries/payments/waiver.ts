import type { RequestWaiver } from '../../../contract/operations/desk/payments/request-waiver.schema.ts';
import type { ApprovalRequested } from '../../../contract/schemas/approvals.ts';
import { requestApproval } from '../../cash/request-approval.ts';
import type { Change, Command } from '../../operations/operation.ts';
import { nudgeFulfilments } from '../../orders/nudge-fulfilments.ts';
import { recordOrderEvent } from '../../orders/order-events.ts';
import type { Operator, Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addRow, firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { readReason } from '../../platform/read-reason.ts';
import { balanceOf, type DeliveredOrder } from './order-balance.ts';

/** A waiver, as its row has it. */
export type Waiver = { id: string; order_id: string; amount_fils: number; reason: string };

/**
 * Requests the approval not to collect an amount that is owed on an order. The request names the user who
 * delivered, who cannot approve it. Throws `invalid_amount`, `invalid_input`, `not_found`,
 * `order_not_completed` without a delivery, `more_than_open` with what is owed.
 */
export async function requestWaiver(
  tx: Tx,
  actor: Staff,
  { order_id, amount_fils, reason: given }: RequestWaiver,
  command: Command,
): Promise<ApprovalRequested> {
  const { shop_id } = actor;
  if (amount_fils === 0) throw new Problem('invalid_amount');
  const reason = readReason(given);
  const order = await lockOrderToWaive(tx, shop_id, order_id);
  await admitOwed(tx, order, amount_fils);
  const user_id = await deliveredBy(tx, shop_id, order_id);
  const record: Waiver = { id: tx.newId(), order_id, amount_fils, reason };
  const request = { kind: 'waiver', user_id, amount_fils, reason, record } as const;
  const requested = await requestApproval(tx, actor, request, command);
  command.changed({
    what: 'request_waiver',
    subject_id: requested.approval_id,
    after: { user_id, amount_fils, order_id },
    personal_fields: ['reason'],
    touched: [
      { topic: 'cash', audience: 'desk' },
      { topic: 'orders', subject_id: order_id, audience: 'desk' },
    ],
  });
  return requested;
}

/**
 * Waives an approved amount. Returns the touched topics. Throws `not_found`, `more_than_open` with what is
 * owed by now.
 */
export async function addWaiver(
  tx: Tx,
  actor: Staff | Operator,
  waiver: Waiver & { approval_id: string },
  { command_id, now, user_id }: { command_id: string; now: Date; user_id: string },
): Promise<Change['touched']> {
  const { shop_id } = actor;
  const order = await lockOrderToWaive(tx, shop_id, waiver.order_id);
  await admitOwed(tx, order, waiver.amount_fils);
  await addRow(tx, 'order_waivers', { shop_id, ...waiver, command_id, recorded_at: now });
  const detail = { waiver_id: waiver.id, amount_fils: waiver.amount_fils };
  await recordOrderEvent(tx, actor, order, { kind: 'waived', detail });
  const { owed_fils, unmatched_fils } = await balanceOf(tx, order);
  if (owed_fils + unmatched_fils === 0) await nudgeFulfilments(tx, shop_id);
  const user_ids = [user_id];
  return [
    { topic: 'cash', audience: 'desk', user_ids },
    { topic: 'orders', subject_id: order.id, audience: 'desk', user_ids },
  ];
}

/** Locks the order of a waiver, also for the operator. Throws `not_found`. */
export async function lockOrderToWaive(tx: Tx, shop_id: number, order_id: string): Promise<DeliveredOrder> {
  const locking = sql<DeliveredOrder>`
    select shop_id, id, order_number, driver_id, status, payment_status from orders
    where shop_id = ${shop_id} and id = ${order_id} for update`;
  const order = await firstRow(tx, locking);
  if (!order) throw Problem.about('not_found', { what: 'order_id' });
  return order;
}

async function admitOwed(tx: Tx, order: DeliveredOrder, amount_fils: number): Promise<void> {
  const { owed_fils } = await balanceOf(tx, order);
  if (amount_fils > owed_fils) throw new Problem('more_than_open', undefined, undefined, owed_fils);
}

/** Returns the user who delivered the order. Throws `order_not_completed`. */
async function deliveredBy(tx: Tx, shop_id: number, order_id: string): Promise<string> {
  const finding = sql<{ user_id: string }>`
    select user_id from delivery_confirmations
    where shop_id = ${shop_id} and order_id = ${order_id} and outcome = 'delivered'`;
  const delivery = await firstRow(tx, finding);
  if (!delivery) throw new Problem('order_not_completed');
  return delivery.user_id;
}

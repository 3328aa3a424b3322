import type { PaymentStatus } from '../../../contract/rules/orders/tender.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow, firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';

export type DeliveredOrder = {
  shop_id: number;
  id: string;
  order_number: string;
  driver_id: number | null;
  status: string;
  payment_status: PaymentStatus;
};

/** The amounts that an order has open after its delivery. */
export type Balance = { owed_fils: number; unmatched_fils: number; refund_fils: number };

/**
 * Locks an order of the shop, for a driver one with a delivery of their own. Throws `order_not_assigned` for
 * any other visible order, `not_found` otherwise.
 */
export async function lockDeliveredOrder(tx: Tx, order_id: string): Promise<DeliveredOrder> {
  const locking = sql<DeliveredOrder>`
    select shop_id, id, order_number, driver_id, status, payment_status from lock_delivered_order(${order_id}::uuid)`;
  const locked = await firstRow(tx, locking);
  if (locked) return locked;
  const visible = await findRow(tx, 'orders', { id: order_id }, ['id']);
  throw visible ? new Problem('order_not_assigned') : Problem.about('not_found', { what: 'order_id' });
}

/** Reads what an order has open; nothing if its delivery took what was due. */
export async function balanceOf(
  tx: Tx,
  { shop_id, id: order_id }: Pick<DeliveredOrder, 'shop_id' | 'id'>,
): Promise<Balance> {
  const columns = ['owed_fils', 'unmatched_fils', 'refund_fils'] as const;
  const balance = await findRow(tx, 'order_balances', { shop_id, order_id }, columns);
  return balance ?? { owed_fils: 0, unmatched_fils: 0, refund_fils: 0 };
}

/** Returns the payment status to which this balance sets a completed order. */
export function statusAfter(order: DeliveredOrder, balance: Balance): PaymentStatus {
  if (order.status !== 'completed') return order.payment_status;
  return balance.owed_fils + balance.unmatched_fils === 0 ? 'paid' : 'pending';
}

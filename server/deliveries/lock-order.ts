import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../platform/database/database.ts';
import { findRow, firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

export type LockedOrder = Pick<
  Selectable<Tables['orders']>,
  | 'shop_id'
  | 'id'
  | 'order_number'
  | 'driver_id'
  | 'status'
  | 'payment_method'
  | 'pays_either'
  | 'waits_because'
  | 'payment_status'
  | 'due_amount_fils'
  | 'created_at'
  | 'dispatching_started_at'
  | 'actual_delivery_time'
  | 'delivery_duration_seconds'
  | 'open_attempt_id'
>;

/**
 * Locks an order that the actor was ever assigned. Throws `order_not_assigned` for any other visible order,
 * `not_found` otherwise.
 */
export async function lockOrder(tx: Tx, order_id: string): Promise<LockedOrder> {
  const locking = sql<LockedOrder>`
    select shop_id, id, order_number, driver_id, status, payment_method, pays_either, waits_because, payment_status, due_amount_fils, created_at,
      dispatching_started_at, actual_delivery_time, delivery_duration_seconds, open_attempt_id
    from lock_order(${order_id}::uuid)`;
  const locked = await firstRow(tx, locking);
  if (locked) return locked;
  // Row-level security shows only orders of the actor's shop.
  const visible = await findRow(tx, 'orders', { id: order_id }, ['id']);
  throw new Problem(visible ? 'order_not_assigned' : 'not_found');
}

/** Returns true if the order had this amount due at some time since it was first assigned to this driver. */
export async function wasDue(
  tx: Tx,
  { shop_id, id: order_id }: LockedOrder,
  driver_id: number,
  due_amount_fils: number,
): Promise<boolean> {
  const former = await firstRow(
    tx,
    sql`
      select from order_amounts
      where shop_id = ${shop_id} and order_id = ${order_id} and due_amount_fils = ${due_amount_fils}
        and replaced_at >= (select min(assigned_at) from order_assignments
          where shop_id = ${shop_id} and order_id = ${order_id} and driver_id = ${driver_id})`,
  );
  return former !== undefined;
}

import { type Selectable, sql } from 'kysely';
import type { Staff } from '../platform/actor.ts';
import type { Tables, Tx } from '../platform/database/database.ts';
import { findRow, firstRow } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';

export type LockedOrder = Selectable<Tables['orders']>;

/** Locks an order the actor was ever given. Throws `order_not_assigned` for one that may only be seen, `not_found` otherwise. */
export async function lockOrder(tx: Tx, actor: Staff, order_id: string): Promise<LockedOrder> {
  const locked = await firstRow(tx, sql<LockedOrder>`select * from lock_order(${order_id}::uuid)`);
  if (locked) return locked;
  const visible = await findRow(tx, 'orders', { shop_id: actor.shop_id, id: order_id }, ['id']);
  throw new Problem(visible ? 'order_not_assigned' : 'not_found');
}

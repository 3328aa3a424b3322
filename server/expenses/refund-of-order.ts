import type { Tx } from '../platform/database/database.ts';
import { findRow, firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

/**
 * Locks an order until the transaction ends, and returns what is owed to its customer, in fils. Throws
 * `not_found`.
 */
export async function lockRefundOf(tx: Tx, shop_id: number, order_id: string): Promise<number> {
  const locking = sql<{ id: string }>`
    select id from orders where shop_id = ${shop_id} and id = ${order_id}::uuid for no key update`;
  if (!(await firstRow(tx, locking))) throw new Problem('not_found');
  const balance = await findRow(tx, 'order_balances', { shop_id, order_id }, ['refund_fils']);
  return balance?.refund_fils ?? 0;
}

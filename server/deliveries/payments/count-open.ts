import type { OpenCounts } from '../../../contract/schemas/takings.ts';
import type { Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** Counts a shop's orders with an amount owed, a payment to match, and an amount owed to the customer. */
export function countOpenPayments(tx: Tx, shop_id: number): Promise<OpenCounts> {
  // Each condition is that of a partial index.
  const counting = (column: string) =>
    sql`(select count(*)::int from order_balances where shop_id = ${shop_id} and ${sql.ref(column)} > 0)`;
  return oneRow(
    tx,
    sql<OpenCounts>`select ${counting('owed_fils')} as owed, ${counting('unmatched_fils')} as to_match,
      ${counting('refund_fils')} as refunds`,
  );
}

import { postMovement } from '../cash/movements.ts';
import type { Tx } from '../platform/database/database.ts';
import { addUnlessThere } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';
import { lockRefundOf } from './refund-of-order.ts';

/** A requested expense, as its row has it. */
export type Expense = {
  id: string;
  reference: string;
  user_id: string;
  kind: string;
  amount_fils: number;
  note: string | null;
  /** The order whose customer was paid back. */
  order_id: string | null;
  slip_url: string;
  slip_file_id: string;
  /** The command of the request. */
  command_id: string;
  /** When the money was spent, ISO 8601. */
  occurred_at: string;
};

/**
 * Adds an approved expense and moves its amount from the person's cash to their expenses. Throws
 * `more_than_open` with what is owed to the customer by now, `reference_taken`.
 */
export async function addExpense(
  tx: Tx,
  shop_id: number,
  expense: Expense & { approval_id: string },
  { command_id, now }: { command_id: string; now: Date },
): Promise<void> {
  const { id, user_id, amount_fils, order_id, occurred_at } = expense;
  if (order_id !== null) await admitRefund(tx, shop_id, order_id, amount_fils);
  const row = { shop_id, ...expense, occurred_at: new Date(occurred_at), recorded_at: now };
  if (!(await addUnlessThere(tx, 'expenses', row, ['shop_id', 'user_id', 'reference']))) {
    throw new Problem('reference_taken');
  }
  await postMovement(tx, {
    shop_id,
    from: { holder: 'staff', user_id },
    to: { holder: 'expense', of_user_id: user_id },
    amount_fils,
    reason: 'expense',
    source_type: 'expense',
    source_id: id,
    command_id,
    occurred_at: now,
    may_wait: false,
  });
}

async function admitRefund(tx: Tx, shop_id: number, order_id: string, amount_fils: number): Promise<void> {
  const owed_fils = await lockRefundOf(tx, shop_id, order_id);
  if (amount_fils > owed_fils) throw new Problem('more_than_open', undefined, undefined, owed_fils);
}

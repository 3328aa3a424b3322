import type { ProposeSalary } from '../../contract/operations/desk/differences/propose-salary.schema.ts';
import type { Command } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addRow } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';
import { readReason } from '../platform/read-reason.ts';
import { findDifference, lockOpen } from './open-differences.ts';

/**
 * Proposes a shortage for the salary list; 0 withdraws the proposal. Nothing is deducted by it, and the
 * shortage stays open: the shop decides, because labour law limits deductions. Throws `not_found`, also for
 * an over, `own_cash`, `more_than_open` with what is open.
 */
export async function proposeSalary(
  tx: Tx,
  actor: Staff,
  { difference_id, amount_fils, reason: given }: ProposeSalary,
  { command_id, now, changed }: Command,
): Promise<{ difference_id: string; amount_fils: number }> {
  const { shop_id, user_id: proposed_by } = actor;
  const { account, user_id } = await findDifference(tx, shop_id, difference_id);
  if (account === 'over') throw new Problem('not_found');
  if (user_id === proposed_by) throw new Problem('own_cash');
  await lockOpen(tx, shop_id, { difference_id, amount_fils });
  const reason = given === null ? null : readReason(given);
  const proposal = { difference_id, amount_fils, reason, proposed_by, command_id, recorded_at: now };
  await addRow(tx, 'salary_proposals', { shop_id, id: tx.newId(), ...proposal });
  changed({
    what: 'propose_salary',
    subject_id: difference_id,
    after: { user_id, amount_fils },
    personal_fields: reason === null ? [] : ['reason'],
    touched: [{ topic: 'cash', audience: 'desk' }],
  });
  return { difference_id, amount_fils };
}

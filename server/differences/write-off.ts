import type { RequestWriteOff } from '../../contract/operations/desk/differences/request-write-off.schema.ts';
import type { ApprovalRequested } from '../../contract/schemas/approvals.ts';
import { type Holder, postMovement } from '../cash/movements.ts';
import { requestApproval } from '../cash/request-approval.ts';
import type { Command } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addRow } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';
import { readReason } from '../platform/read-reason.ts';
import { findDifference, lockOpen } from './open-differences.ts';

/** A write-off, as the row of its settlement has it. */
export type WriteOff = {
  id: string;
  difference_id: string;
  user_id: string;
  kind: RequestWriteOff['ground'];
  amount_fils: number;
  reason: string;
};

/**
 * Requests the approval to write off a shortage or an over, or to record that the shop has deducted a
 * shortage from the salary. Throws `invalid_amount`, `invalid_input`, `not_found`, `own_cash`,
 * `more_than_open` with what is open.
 */
export async function requestWriteOff(
  tx: Tx,
  actor: Staff,
  { difference_id, amount_fils, ground, reason: given }: RequestWriteOff,
  command: Command,
): Promise<ApprovalRequested> {
  const { shop_id } = actor;
  if (amount_fils === 0) throw new Problem('invalid_amount');
  const reason = readReason(given);
  const { account, user_id } = await findDifference(tx, shop_id, difference_id);
  if (user_id === actor.user_id) throw new Problem('own_cash');
  if (ground === 'salary' && account === 'over') {
    throw Problem.ofInput('ground', 'an over is not deducted from a salary');
  }
  await lockOpen(tx, shop_id, { difference_id, amount_fils });
  const record: WriteOff = { id: tx.newId(), difference_id, user_id, kind: ground, amount_fils, reason };
  const request = { kind: 'write_off', user_id, amount_fils, reason, record } as const;
  const requested = await requestApproval(tx, actor, request, command);
  command.changed({
    what: 'request_write_off',
    subject_id: requested.approval_id,
    after: { user_id, account, amount_fils, ground },
    personal_fields: ['reason'],
    touched: [{ topic: 'cash', audience: 'desk' }],
  });
  return requested;
}

/** Writes off an approved amount. Throws `not_found`, `more_than_open` with what is open by now. */
export async function addWriteOff(
  tx: Tx,
  shop_id: number,
  write_off: WriteOff & { approval_id: string },
  { command_id, now }: { command_id: string; now: Date },
): Promise<void> {
  const { difference_id, user_id, amount_fils, id } = write_off;
  const { account } = await findDifference(tx, shop_id, difference_id);
  await lockOpen(tx, shop_id, write_off);
  await addRow(tx, 'cash_settlements', {
    shop_id,
    ...write_off,
    command_id,
    completed_at: now,
    recorded_at: now,
  });
  const theirs: Holder = { holder: account, of_user_id: user_id };
  const loss: Holder = { holder: 'adjustment' };
  await postMovement(tx, {
    shop_id,
    ...(account === 'shortage' ? { from: theirs, to: loss } : { from: loss, to: theirs }),
    amount_fils,
    reason: 'write_off',
    source_type: 'cash_settlement',
    source_id: id,
    command_id,
    occurred_at: now,
    may_wait: false,
  });
}

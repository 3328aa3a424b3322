import type { RequestAdjustment } from '../../contract/operations/desk/approvals/request-adjustment.schema.ts';
import type { ApprovalRequested } from '../../contract/schemas/approvals.ts';
import { assertBookable } from '../cash/operator-bookings.ts';
import { requestApproval } from '../cash/request-approval.ts';
import type { Command } from '../operations/operation.ts';
import type { Operator, Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import { readReason } from '../platform/read-reason.ts';

/**
 * Requests the approval to correct a person's cash; the person may be disabled. Throws `invalid_amount`,
 * `invalid_input`, `not_found`.
 */
export async function requestAdjustment(
  tx: Tx,
  actor: Staff | Operator,
  { user_id, amount_fils, reason: given }: RequestAdjustment,
  command: Command,
): Promise<ApprovalRequested> {
  assertBookable(Math.abs(amount_fils));
  const reason = readReason(given);
  await assertMember(tx, actor.shop_id, user_id);
  const record = { id: tx.newId(), user_id, amount_fils, reason };
  const request = { kind: 'adjustment', user_id, amount_fils, reason, record } as const;
  const requested = await requestApproval(tx, actor, request, command);
  command.changed({
    what: 'request_adjustment',
    subject_id: requested.approval_id,
    after: { user_id, amount_fils },
    personal_fields: ['reason'],
    touched: [{ topic: 'cash', audience: 'desk' }],
  });
  return requested;
}

/** Throws `not_found` unless the user is a member of the shop's staff. */
async function assertMember(tx: Tx, shop_id: number, user_id: string): Promise<void> {
  const finding = sql<{ id: string }>`select id from profiles where shop_id = ${shop_id} and id = ${user_id}`;
  if (!(await firstRow(tx, finding))) throw Problem.about('not_found', { what: 'staff_id' });
}

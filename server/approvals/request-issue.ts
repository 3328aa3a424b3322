import type { ApprovalRequested } from '../../contract/schemas/approvals.ts';
import { assertBookable } from '../cash/operator-bookings.ts';
import { requestApproval } from '../cash/request-approval.ts';
import { staffOf } from '../identity/find-staff.ts';
import type { Command } from '../operations/operation.ts';
import type { Operator } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';

/**
 * * Requests the approval of cash from the safe above the shop's limit of floats. Throws `invalid_amount`,
 * `not_found`, `staff_disabled`.
 */
export async function requestIssue(
  tx: Tx,
  operator: Operator,
  { user_id, amount_fils }: { user_id: string; amount_fils: number },
  command: Command,
): Promise<ApprovalRequested> {
  assertBookable(amount_fils);
  const { email, disabled_at } = await staffOf(tx, operator.shop_id, user_id);
  if (disabled_at !== null) throw Problem.about('staff_disabled', { email });
  const record = { id: tx.newId(), user_id, amount_fils };
  const request = { kind: 'issue', user_id, amount_fils, reason: null, record } as const;
  const requested = await requestApproval(tx, operator, request, command);
  command.changed({
    what: 'request_issue',
    subject_id: requested.approval_id,
    after: { user_id, amount_fils },
    touched: [{ topic: 'cash', audience: 'desk' }],
  });
  return requested;
}

import type { ApprovalRequested } from '../../contract/schemas/approvals.ts';
import { assertBookable, type Booked, issueCash } from '../cash/operator-bookings.ts';
import { requestApproval } from '../cash/request-approval.ts';
import { readFloatLimit } from '../floats/float-queries.ts';
import { staffOf } from '../identity/find-staff.ts';
import type { Command } from '../operations/operation.ts';
import type { Operator } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';

type Issue = { user_id: string; amount_fils: number };

/**
 * Books cash from the safe up to the shop's limit of floats, and requests an approval above it. Throws
 * `invalid_amount`, `not_found`, `staff_disabled`.
 */
export async function issueOrRequest(
  tx: Tx,
  operator: Operator,
  issue: Issue,
  command: Command,
): Promise<Booked | ApprovalRequested> {
  const limit_fils = await readFloatLimit(tx, operator.shop_id);
  const exceeds_limit = limit_fils !== null && issue.amount_fils > limit_fils;
  return exceeds_limit ? requestIssue(tx, operator, issue, command) : issueCash(tx, operator, issue, command);
}

/**
 * Requests the approval of cash from the safe, whatever the limit. Throws `invalid_amount`, `not_found`,
 * `staff_disabled`.
 */
export async function requestIssue(
  tx: Tx,
  operator: Operator,
  { user_id, amount_fils }: Issue,
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

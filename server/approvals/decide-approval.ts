import type {
  ApprovalDecided,
  DecideApproval,
} from '../../contract/operations/desk/approvals/decide-approval.schema.ts';
import type { Command } from '../operations/operation.ts';
import type { Operator, Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addUnlessThere } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';
import { readReason } from '../platform/read-reason.ts';
import { accountChanges, lockAccounts } from './account-changes.ts';
import { carryOut, touchedByDecision } from './carry-out.ts';
import { type ApprovalRow, approvalRefusal, findUndecided, isOwnRequest } from './find-approval.ts';

/**
 * Approves, refuses or withdraws a request. An approval makes the change in the same transaction (ruling
 * H7). Throws `not_found`, `approval_decided`, `approval_expired`, `own_request`, `own_account_change`,
 * `not_own_request`, and the errors of the change by the present book.
 */
export async function decideApproval(
  tx: Tx,
  actor: Staff | Operator,
  { approval_id, outcome, reason: given }: DecideApproval,
  { command_id, now, changed }: Command,
): Promise<ApprovalDecided> {
  const { shop_id } = actor;
  const reason = given === null ? null : readReason(given);
  const approval = await findUndecided(tx, shop_id, approval_id);
  admitDecision(actor, approval, outcome, now);
  if (outcome === 'approved') await lockAccounts(tx, shop_id, approval);
  const changes = outcome === 'approved' ? await accountChanges(tx, shop_id, approval) : [];
  const decision = {
    shop_id,
    approval_id,
    outcome,
    decided_by: actor.kind === 'staff' ? actor.user_id : null,
    operator: actor.kind === 'operator' ? actor.account : null,
    reason,
    changes: JSON.stringify(changes.map(({ full_name: _, ...change }) => change)),
    command_id,
    decided_at: now,
  };
  if (!(await addUnlessThere(tx, 'approval_decisions', decision, ['shop_id', 'approval_id']))) {
    throw new Problem('approval_decided');
  }
  const touched =
    outcome === 'approved'
      ? await carryOut({ tx, actor, approval, command_id, now })
      : touchedByDecision(approval);
  changed({
    what: 'decide_approval',
    subject_id: approval_id,
    before: { outcome: 'pending' },
    after: { outcome, kind: approval.kind, user_id: approval.user_id, amount_fils: approval.amount_fils },
    personal_fields: reason === null ? [] : ['reason'],
    touched,
  });
  return { approval_id, outcome, changes };
}

function admitDecision(
  actor: Staff | Operator,
  approval: ApprovalRow,
  outcome: DecideApproval['outcome'],
  now: Date,
): void {
  const is_own = isOwnRequest(actor, approval);
  if (outcome === 'withdrawn' && !is_own) throw new Problem('not_own_request');
  if (outcome !== 'withdrawn' && is_own) throw new Problem('own_request');
  if (now > approval.expires_at) throw new Problem('approval_expired');
  const refusal = outcome === 'approved' ? approvalRefusal(actor, approval) : null;
  if (refusal) throw new Problem(refusal);
}

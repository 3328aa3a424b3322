import type { ApprovalKind, ApprovalOutcome } from '../../contract/rules/approvals.ts';
import type { Operator, Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

/** A request for approval, with its decision if there is one. */
export type ApprovalRow = {
  id: string;
  kind: ApprovalKind;
  user_id: string;
  full_name: string;
  amount_fils: number;
  reason: string | null;
  record: { id: string } & Record<string, unknown>;
  requested_by: string | null;
  operator: string | null;
  requested_at: Date;
  expires_at: Date;
  outcome: ApprovalOutcome | null;
};

/** Finds a request without a decision. Throws `not_found`, `approval_decided`. */
export async function findUndecided(tx: Tx, shop_id: number, id: string): Promise<ApprovalRow> {
  const finding = sql<ApprovalRow>`
    select a.*, p.full_name, d.outcome from approvals a
    join profiles p on p.id = a.user_id
    left join approval_decisions d on d.shop_id = a.shop_id and d.approval_id = a.id
    where a.shop_id = ${shop_id} and a.id = ${id}`;
  const approval = await firstRow(tx, finding);
  if (!approval) throw Problem.about('not_found', { what: 'approval' });
  if (approval.outcome !== null) throw new Problem('approval_decided');
  return approval;
}

/** True if the actor made the request; operators count as one user. */
export function isOwnRequest(actor: Staff | Operator, { requested_by }: ApprovalRow): boolean {
  return actor.kind === 'operator' ? requested_by === null : requested_by === actor.user_id;
}

/**
 * Returns why the actor cannot approve a request (ruling H7); null if they can. A user whose account
 * changes cannot, unless the operator requested it; nor can a signer of a float. A void is approved by its
 * other signer too.
 */
export function approvalRefusal(
  actor: Staff | Operator,
  approval: ApprovalRow,
): 'own_request' | 'own_account_change' | null {
  if (isOwnRequest(actor, approval)) return 'own_request';
  if (actor.kind === 'operator' || approval.kind === 'void') return null;
  const { admin_id, manager_id } = approval.record;
  const is_of_own = approval.user_id === actor.user_id && approval.requested_by !== null;
  return is_of_own || [admin_id, manager_id].includes(actor.user_id) ? 'own_account_change' : null;
}

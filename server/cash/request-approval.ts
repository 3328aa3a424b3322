import { type ApprovalKind, approvalExpiresAfterMs } from '../../contract/rules/approvals.ts';
import type { ApprovalRequested } from '../../contract/schemas/approvals.ts';
import type { Operator, Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addRow } from '../platform/database/rows.ts';

export type ApprovalRequest = {
  kind: ApprovalKind;
  /** The person whose account changes. */
  user_id: string;
  /** Negative if the person's cash decreases. */
  amount_fils: number;
  reason: string | null;
  /** The row that the approval adds, with its id. */
  record: { id: string } & Record<string, unknown>;
  /** The files that the request has pinned. */
  file_ids?: readonly string[];
};

/**
 * Stores a request for the approval of a second person (ruling H7). Nothing changes until another user
 * approves it; it expires after 24 hours, or after 90 days if it is about what was done already.
 */
export async function requestApproval(
  tx: Tx,
  actor: Staff | Operator,
  { record, file_ids = [], ...request }: ApprovalRequest,
  { command_id, now }: { command_id: string; now: Date },
): Promise<ApprovalRequested> {
  const id = tx.newId();
  const expires_at = new Date(now.getTime() + approvalExpiresAfterMs(request.kind));
  await addRow(tx, 'approvals', {
    shop_id: actor.shop_id,
    id,
    ...request,
    requested_by: actor.kind === 'staff' ? actor.user_id : null,
    operator: actor.kind === 'operator' ? actor.account : null,
    record: JSON.stringify(record),
    file_ids: [...file_ids],
    command_id,
    requested_at: now,
    expires_at,
  });
  return { approval_id: id, expires_at: expires_at.toISOString() };
}

import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { ApprovalKind } from '../../../contract/rules/approvals.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import type { AccountChange, Approval, ApprovalRequested } from '../../../contract/schemas/approvals.ts';
import { readApproval } from '../../approvals/list-approvals.ts';
import type { Operator } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { machineNow } from '../../platform/machine.ts';
import { chosenShop } from '../operate.ts';

/** The kinds of requests, for the command line. */
export const KINDS: { readonly [Kind in ApprovalKind]: string } = {
  adjustment: 'adjustment',
  issue: 'cash from the safe',
  float: 'float',
  write_off: 'write-off',
  void: 'void',
  expense: 'expense',
  unpaid: 'delivery without payment',
  waiver: 'waiver',
  correction: 'correction',
};

/** Describes a request that was just made, or its decision if a repeated command finds it decided. */
export async function requestText(
  tx: Tx,
  operator: Operator,
  { approval_id }: ApprovalRequested,
): Promise<string> {
  const { time_zone } = await chosenShop(tx, operator.shop_id);
  const approval = await readApproval(tx, operator, approval_id, machineNow());
  const { kind, full_name, amount_fils, expires_at, decision } = approval;
  const requested = `Requested as ${approval_id}: ${KINDS[kind]} of ${formatMoney(amount_fils)} for ${full_name}.`;
  if (decision) return `${requested}\n${sentenceCase(decidedText(decision))}`;
  return [
    requested,
    `If approved, it changes ${changesText(approval.changes)}.`,
    `Nothing has changed yet: another Manager or Admin must approve it within 24 hours, until ${formatDateTime(expires_at, time_zone)}.`,
  ].join('\n');
}

/** Formats changed accounts, before and after. */
export function changesText(changes: readonly AccountChange[]): string {
  return changes
    .map(
      ({ account, full_name, before_fils, after_fils }) =>
        `${account} of ${full_name}: ${formatMoney(before_fils)} -> ${formatMoney(after_fils)}`,
    )
    .join('; ');
}

export function decidedText({ outcome, by }: NonNullable<Approval['decision']>): string {
  return by === null ? outcome : `${outcome} by ${by.full_name}`;
}

function sentenceCase(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

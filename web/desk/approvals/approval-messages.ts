import { t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { ProblemBody } from '../../../contract/rules/problems.ts';
import type { AccountChange, Approval } from '../../../contract/schemas/approvals.ts';
import { voidBlockedText } from '../../commands/cash/void-blocked-text.ts';

export function approvalKindText({ kind, ground }: Pick<Approval, 'kind' | 'ground'>): string {
  switch (kind) {
    case 'adjustment':
      return t`Adjustment`;
    case 'issue':
      return t`Cash from the safe`;
    case 'float':
      return t`Float`;
    case 'write_off':
      return ground === 'salary' ? t`Deducted from salary` : t`Write-off`;
    case 'void':
      return t`Void`;
    case 'expense':
      return t`Expense`;
    case 'unpaid':
      return t`Delivery without payment`;
    case 'waiver':
      return t`Waiver`;
    case 'correction':
      return t`Correction`;
  }
}

/** Returns false for requests that change what customers owe, and no account of a person. */
export function changesAccounts({ kind }: Pick<Approval, 'kind'>): boolean {
  return kind !== 'unpaid' && kind !== 'waiver';
}

/** States what an approval does. */
export function effectText({ kind, amount_fils, order, changes }: Approval): string {
  const order_number = order?.order_number ?? '';
  if (kind === 'waiver') {
    return t`The customer of order #${order_number} no longer owes ${formatMoney(amount_fils)}.`;
  }
  if (kind === 'correction' && changes.length === 0) {
    return t`The delivery is corrected at once. No cash moves.`;
  }
  if (kind !== 'unpaid') return t`The cash is booked at once.`;
  return t`Order #${order_number} may be handed over without payment. The customer owes ${formatMoney(amount_fils)} after the delivery.`;
}

/** Names the account that a request changes. */
export function accountText({ account, full_name }: Pick<AccountChange, 'account' | 'full_name'>): string {
  return {
    cash: t`Cash of ${full_name}`,
    shortage: t`Shortage of ${full_name}`,
    over: t`Over of ${full_name}`,
  }[account];
}

export function outcomeText(outcome: NonNullable<Approval['decision']>['outcome']): string {
  return {
    approved: t`Approved`,
    refused: t`Refused`,
    withdrawn: t`Withdrawn`,
    expired: t`Expired`,
  }[outcome];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns the time that is left until a request expires: `in 5 h`, `in 89 days`. */
export function expiresText(expires_at: string, now_ms: number): string {
  const left_ms = Date.parse(expires_at) - now_ms;
  if (left_ms <= 0) return t`Expired`;
  if (left_ms < HOUR_MS) return t`in ${Math.ceil(left_ms / MINUTE_MS)} min`;
  if (left_ms < 2 * DAY_MS) return t`in ${Math.round(left_ms / HOUR_MS)} h`;
  return t`in ${Math.round(left_ms / DAY_MS)} days`;
}

/** Returns why the reader cannot approve a request; undefined if they can. */
export function notApprovableText(approval: Approval, own_id: string): string | undefined {
  if (approval.may_approve) return undefined;
  if (approval.is_own)
    return t`Another Manager or Admin approves this. In a shop with one, the operator does.`;
  if (approval.user_id === own_id)
    return t`This changes your own account. Another Manager or Admin approves it.`;
  return t`You have signed this. Another Manager or Admin approves it.`;
}

/** Returns why a decision was refused, if the problem's title is not enough. */
export function decisionProblemText({ blocked, code, current_fils }: ProblemBody): string | null {
  if (blocked) return voidBlockedText(blocked);
  if (code === 'more_than_open' && current_fils !== undefined)
    return t`Only ${formatMoney(current_fils)} is still open.`;
  return null;
}

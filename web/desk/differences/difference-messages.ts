import { t } from '@lingui/core/macro';
import type { Difference } from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { Account, DifferenceBlocker } from '../../../contract/rules/differences.ts';
import type { ProblemBody } from '../../../contract/rules/problems.ts';

export function accountTitle(account: Account): string {
  return account === 'shortage' ? t`Short` : t`Over`;
}

export function settlementText(kind: Difference['settlements'][number]['kind'], account: Account): string {
  switch (kind) {
    case 'payment':
      return account === 'shortage' ? t`Paid` : t`Paid back`;
    case 'salary':
      return t`Deducted from salary`;
    case 'loss':
      return t`Written off`;
    case 'late_delivery':
      return t`Late delivery`;
  }
}

/** Describes what must arrive before a difference can be booked. */
export function blockerText(blocker: DifferenceBlocker): string {
  return {
    unsent: t`Work on this person's device is not sent yet.`,
    missing: t`Work of this person's device has not arrived.`,
    waiting: t`Cash of this person is waiting to be posted.`,
    expenses: t`Expenses of this person wait for approval.`,
    corrections: t`Corrections of this person's deliveries wait for approval.`,
  }[blocker];
}

/** The same in one or two words, for a list. */
export function blockerTitle(blocker: DifferenceBlocker): string {
  return {
    unsent: t`Unsent work`,
    missing: t`Missing work`,
    waiting: t`Cash not posted`,
    expenses: t`Expenses`,
    corrections: t`Corrections`,
  }[blocker];
}

/** The reason why a user cannot settle their own account. */
export function ownAccountText(): string {
  return t`This is your own account. Another Manager or Admin settles it.`;
}

/** Returns why a step was refused, if the problem's title is not enough. */
export function differenceProblemText({ code, current_fils }: ProblemBody): string | null {
  if (code === 'more_than_open' && current_fils !== undefined)
    return t`Only ${formatMoney(current_fils)} is still open.`;
  if (code === 'balance_changed' && current_fils !== undefined)
    return t`The amount is now ${formatMoney(current_fils)}. Check it and confirm again.`;
  return null;
}

import { t } from '@lingui/core/macro';
import { EXPENSE_KIND_LABELS } from '../../../contract/labels/expense-labels.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { ProblemBody } from '../../../contract/rules/problems.ts';
import { failure, plainFailure, refusalText, type ToastText } from '../../api/problem-messages.ts';
import { unknownOutcomeText } from '../../api/unknown-outcome.ts';
import { label } from '../../messages/label.ts';
import { isDeviceFull } from '../../offline/device-records.ts';
import type { Command } from '../command.ts';
import { resentNotices } from '../notices/resent-notices.ts';
import type { Expense } from './prepare-expense.ts';

/**
 * A person has spent cash of the shop. The money is gone, so the command is kept and sent automatically; each
 * one is its own subject.
 */
export const expense: Command<'request_expense', Expense> = {
  endpoint: 'request_expense',
  subject: ({ expense_id }) => expense_id,
  prepare: async (given, press) => (await import('./prepare-expense.ts')).prepareExpense(given, press),
  messages: {
    about: ({ input: { kind, amount_fils }, about_order }) => ({
      what: t`Expense: ${expenseText(kind, about_order?.order_number)}`,
      who: null,
      amount_fils,
    }),
    failed: (stage, problem) => (stage === 'photo' ? slipFailed() : refused(problem)),
    notMade: (error) =>
      plainFailure(
        isDeviceFull(error)
          ? t`This device has no storage left for the expense. Free some space and try again.`
          : t`The expense could not be saved.`,
      ),
    done: ({ input: { amount_fils } }) => [
      {
        kind: 'success',
        title: t`Expense Requested`,
        description: t`${formatMoney(amount_fils)} counts once another user approves it.`,
      },
    ],
    notices: ({ problem }) => ({
      ...resentNotices({
        sign_in: t`This expense is kept on this device and is sent once you have signed in.`,
      }),
      needs_manager: unknownOutcomeText('manager'),
      refused: { title: t`This expense was not recorded`, text: refusedText(problem) },
    }),
  },
};

/** Names the kind of an expense, and the order of a refund. */
export function expenseText(kind: string, order_number?: string | null): string {
  const name = label(EXPENSE_KIND_LABELS, kind);
  return order_number == null ? name : t`${name}, #${order_number}`;
}

function slipFailed(): ToastText {
  return plainFailure(
    t`The photo of the slip could not be uploaded. It is kept on this device and sent again.`,
  );
}

/** A failed attempt is sent again, so only a refusal has a toast. */
function refused(problem: ProblemBody | null): ToastText | null {
  if (!problem || problem.status >= 500) return null;
  return failure(t`This expense was not recorded`, refusedText(problem) ?? '');
}

function refusedText(problem: ProblemBody | null): string | null {
  if (problem?.code === 'more_than_open' && problem.current_fils !== undefined) {
    return t`Only ${formatMoney(problem.current_fils)} is still owed to this customer.`;
  }
  return refusalText(problem);
}

import { t } from '@lingui/core/macro';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { needsNote } from '../../../contract/rules/expenses.ts';
import { amountAboveCap } from '../../api/cash-messages.ts';
import { failure, type ToastText } from '../../api/problem-messages.ts';
import { amountErrorText, enterAboveZero, enterAtMost } from '../../components/amount/amount-messages.ts';
import { localProblemTitle } from '../../messages/server-messages.ts';
import type { Missing } from '../../ui/use-missing.ts';

export type ExpenseFields = {
  kind: string;
  /** The amount as typed. */
  typed: string;
  note: string;
  /** The shrunk photo that will be sent. */
  slip: Blob | null;
};

export type ExpensePart = 'kind' | 'amount' | 'note' | 'slip';

type Input = {
  fields: ExpenseFields;
  /** The largest amount in fils: what is owed to the customer of a refund; null without a limit. */
  max_fils: number | null;
  /** True while the slip chosen last is being shrunk. */
  preparing: boolean;
};

/** Returns the missing parts of an expense in the order of its form. */
export function missingOf({ fields, max_fils, preparing }: Input): Missing<ExpensePart>[] {
  const { kind, typed, note, slip } = fields;
  const found = [
    kind === '' ? missing('kind', t`Choose the kind of expense`) : null,
    amountMissing(typed, max_fils),
    needsNote(kind) && note.trim() === '' ? missing('note', t`Enter what was paid`) : null,
    slipMissing(slip !== null, preparing),
  ];
  return found.filter((one) => one !== null);
}

function amountMissing(typed: string, max_fils: number | null): Missing<ExpensePart> | null {
  const read = parseAmount(typed);
  const invalid = () => failure(t`Invalid Amount`, localProblemTitle('invalid_amount'));
  if (!read.ok) {
    const toast = read.reason === 'too_high' ? amountAboveCap() : invalid();
    const words = amountErrorText(read.reason);
    return read.reason === 'empty' ? missing('amount', words) : { part: 'amount', words, toast };
  }
  if (read.amount_fils === 0) return { part: 'amount', words: enterAboveZero(), toast: invalid() };
  if (max_fils === null || read.amount_fils <= max_fils) return null;
  const words = enterAtMost(max_fils);
  return { part: 'amount', words, toast: failure(t`Amount Too High`, words) };
}

function slipMissing(has_slip: boolean, preparing: boolean): Missing<ExpensePart> | null {
  if (preparing) return missing('slip', t`The photo is still being prepared. Try again in a moment.`);
  return has_slip ? null : missing('slip', t`Take or choose a photo of the slip`);
}

function missing(part: ExpensePart, words: string): Missing<ExpensePart> {
  return { part, words, toast: incomplete(words) };
}

function incomplete(words: string): ToastText {
  return failure(t`Missing Information`, words);
}

import { t } from '@lingui/core/macro';
import { type DateText, FIRST_DEPOSIT_DATE } from '../../../contract/rules/dates.ts';
import { amountAboveCap } from '../../api/cash-words.ts';
import { failure, type ToastWords } from '../../api/problem-words.ts';
import { readAmount, type TypedAmount } from '../../components/amount/typed-amount.ts';
import { problemTitle } from '../../words/server-words.ts';

export type DepositFields = {
  typed: TypedAmount;
  deposit_date: DateText;
  notes: string;
  /** As it will be sent, and what the chosen file was called. */
  image: { blob: Blob; file_name: string } | null;
};

/** The slip that was chosen last is still being made smaller. */
export function imageNotReady(): ToastWords {
  return failure(
    t`Missing Invoice`,
    t`The invoice image is still being prepared. Please try again in a moment.`,
  );
}

/** The first rule that is not met (specification section 5, rulings D7 and F3). `today` in the shop's time zone. */
export function checkDeposit(fields: DepositFields, signed: boolean, today: DateText) {
  const read = readAmount(fields.typed);
  const empty = !read.ok && read.reason === 'empty';
  if (empty || fields.deposit_date === '' || !signed) {
    return refused(t`Missing Information`, t`Please fill in all required fields and provide a signature`);
  }
  if (!read.ok && read.reason === 'too_high') return { ok: false as const, toast: amountAboveCap() };
  if (!read.ok || read.amount_fils === 0) return refused(t`Invalid Amount`, problemTitle('invalid_amount'));
  if (fields.deposit_date < FIRST_DEPOSIT_DATE) {
    return refused(t`Invalid Date`, t`Please enter the year of the deposit date in full`);
  }
  if (fields.deposit_date > today) return refused(t`Invalid Date`, problemTitle('deposit_date_in_future'));
  if (!fields.image) return refused(t`Missing Invoice`, t`Please upload an invoice image`);
  return { ok: true as const, amount_fils: read.amount_fils, image: fields.image.blob };
}

/** By how much the deposit is more than its manager holds; null when it is not, or nobody knows (ruling A7). */
export function aboveOwnCash(typed: TypedAmount, own_fils: number | null): number | null {
  const read = readAmount(typed);
  if (!read.ok || own_fils === null || read.amount_fils <= own_fils) return null;
  return read.amount_fils - own_fils;
}

function refused(title: string, description: string) {
  return { ok: false as const, toast: failure(title, description) };
}

import { type DateText, FIRST_DEPOSIT_DATE } from '../../../contract/rules/dates.ts';
import { formatMoney, MAX_AMOUNT_FILS } from '../../../contract/rules/money.ts';
import { PROBLEMS } from '../../../contract/rules/problems.ts';
import { failure, type ToastWords } from '../../api/problem-words.ts';
import { readAmount, type TypedAmount } from '../../components/amount/typed-amount.ts';

export type DepositFields = {
  typed: TypedAmount;
  deposit_date: DateText;
  notes: string;
  /** As it will be sent, and what the chosen file was called. */
  image: { blob: Blob; file_name: string } | null;
};

const MISSING_INFORMATION = failure(
  'Missing Information',
  'Please fill in all required fields and provide a signature',
);
const MISSING_INVOICE = failure('Missing Invoice', 'Please upload an invoice image');
/** The slip that was chosen last is still being made smaller. */
export const IMAGE_NOT_READY = failure(
  'Missing Invoice',
  'The invoice image is still being prepared. Please try again in a moment.',
);
const INVALID_AMOUNT = failure('Invalid Amount', PROBLEMS.invalid_amount.title);
const DATE_IN_FUTURE = failure('Invalid Date', PROBLEMS.deposit_date_in_future.title);
const DATE_TOO_OLD = failure('Invalid Date', 'Please enter the year of the deposit date in full');
const TOO_HIGH = failure('Amount Too High', `Amount cannot exceed ${formatMoney(MAX_AMOUNT_FILS)}`);

export type CheckedDeposit =
  | { ok: true; amount_fils: number; image: Blob }
  | { ok: false; toast: ToastWords };

/** The first rule that is not met (specification section 5, rulings D7 and F3). `today` in the shop's time zone. */
export function checkDeposit(fields: DepositFields, signed: boolean, today: DateText): CheckedDeposit {
  const read = readAmount(fields.typed);
  const empty = !read.ok && read.reason === 'empty';
  if (empty || fields.deposit_date === '' || !signed) return refused(MISSING_INFORMATION);
  if (!read.ok) return refused(read.reason === 'too_high' ? TOO_HIGH : INVALID_AMOUNT);
  if (read.amount_fils === 0) return refused(INVALID_AMOUNT);
  if (fields.deposit_date < FIRST_DEPOSIT_DATE) return refused(DATE_TOO_OLD);
  if (fields.deposit_date > today) return refused(DATE_IN_FUTURE);
  if (!fields.image) return refused(MISSING_INVOICE);
  return { ok: true, amount_fils: read.amount_fils, image: fields.image.blob };
}

/** By how much the deposit is more than its manager holds; null when it is not, or nobody knows (ruling A7). */
export function aboveOwnCash(typed: TypedAmount, own_fils: number | null): number | null {
  const read = readAmount(typed);
  if (!read.ok || own_fils === null || read.amount_fils <= own_fils) return null;
  return read.amount_fils - own_fils;
}

function refused(toast: ToastWords): CheckedDeposit {
  return { ok: false, toast };
}

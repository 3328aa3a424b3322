import { t } from '@lingui/core/macro';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { type DateText, FIRST_DEPOSIT_DATE } from '../../../contract/rules/dates/dates.ts';
import { amountAboveCap } from '../../api/cash-messages.ts';
import { failure, type ToastText } from '../../api/problem-messages.ts';
import { amountErrorText, enterAboveZero } from '../../components/amount/amount-messages.ts';
import { unconfirmedAmount } from '../../components/amount/unconfirmed-amount.ts';
import { localProblemTitle } from '../../messages/server-messages.ts';
import type { Missing } from '../../ui/use-missing.ts';

export type DepositFields = {
  /** The amount as typed. */
  typed: string;
  deposit_date: DateText;
  notes: string;
  /** The shrunk image that will be sent, with the name of the chosen file. */
  image: { blob: Blob; file_name: string } | null;
};

export type DepositPart = 'amount' | 'look' | 'date' | 'invoice' | 'signature';

type Input = {
  fields: DepositFields;
  /** See `useSecondLook`. */
  unseen_fils: number | null;
  /** True while the slip chosen last is being shrunk. */
  preparing_image: boolean;
  signed: boolean;
  /** Today's date in the shop's time zone. */
  today: DateText;
};

/** Returns the missing parts of a deposit in form order, the signature last. */
export function missingOf({
  fields,
  unseen_fils,
  preparing_image,
  signed,
  today,
}: Input): Missing<DepositPart>[] {
  const found = [
    amountMissing(fields.typed),
    unseen_fils === null ? null : unconfirmedAmount('look', unseen_fils),
    dateMissing(fields.deposit_date, today),
    invoiceMissing(fields.image !== null, preparing_image),
    signed ? null : missing('signature', incomplete(), t`You sign here`),
  ];
  return found.filter((one) => one !== null);
}

function amountMissing(text: string): Missing<DepositPart> | null {
  const read = parseAmount(text);
  const invalid = () => failure(t`Invalid Amount`, localProblemTitle('invalid_amount'));
  if (read.ok) return read.amount_fils > 0 ? null : missing('amount', invalid(), enterAboveZero());
  const toasts = { empty: incomplete, too_high: amountAboveCap, unclear: invalid, unparsable: invalid };
  return missing('amount', toasts[read.reason](), amountErrorText(read.reason));
}

function dateMissing(date: DateText, today: DateText): Missing<DepositPart> | null {
  const invalid = (description: string, words: string) =>
    missing('date', failure(t`Invalid Date`, description), words);
  if (date === '') return missing('date', incomplete(), t`Choose the deposit date`);
  if (date < FIRST_DEPOSIT_DATE) {
    return invalid(t`Please enter the year of the deposit date in full`, t`Enter a four-digit year`);
  }
  if (date > today)
    return invalid(localProblemTitle('deposit_date_in_future'), t`Choose today or an earlier date`);
  return null;
}

function invoiceMissing(has_image: boolean, preparing: boolean): Missing<DepositPart> | null {
  if (preparing) {
    const toast = t`The invoice image is still being prepared. Please try again in a moment.`;
    return missing('invoice', failure(t`Missing Invoice`, toast), t`Still being prepared`);
  }
  if (has_image) return null;
  const toast = failure(t`Missing Invoice`, t`Please upload an invoice image`);
  return missing('invoice', toast, t`Take or choose a picture of the bank's slip`);
}

function incomplete(): ToastText {
  return failure(t`Missing Information`, t`Please fill in all required fields and provide a signature`);
}

function missing(part: DepositPart, toast: ToastText, words: string): Missing<DepositPart> {
  return { part, toast, words };
}

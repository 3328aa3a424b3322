import { t } from '@lingui/core/macro';
import { formatMoney, MAX_AMOUNT_FILS } from '../../../contract/rules/amounts/money.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { failure, type ToastText } from '../../api/problem-messages.ts';
import { amountErrorText, enterAboveZero, enterAtMost } from '../../components/amount/amount-messages.ts';

export function missingSignatures(): ToastText {
  return failure(t`Missing Signatures`, t`Both manager and user signatures are required`);
}

/** Returns the message next to an unsigned pad. */
export function signHere(signer: 'manager' | 'user'): string {
  return signer === 'manager' ? t`You sign here` : t`The staff member signs here`;
}

/** Checks an amount to collect: above 0 and at most the available cash. */
export function checkAmount(text: string, available_fils: number) {
  const limit_fils = Math.min(available_fils, MAX_AMOUNT_FILS);
  const read = parseAmount(text);
  const too_high = read.ok ? read.amount_fils > limit_fils : read.reason === 'too_high';
  if (too_high) {
    const description = t`Amount cannot exceed ${formatMoney(limit_fils)}`;
    return refused(failure(t`Amount Too High`, description), enterAtMost(limit_fils));
  }
  if (read.ok && read.amount_fils > 0) return read;
  const description = t`Please enter a valid amount greater than 0`;
  const words = read.ok || read.reason === 'empty' ? enterAboveZero() : amountErrorText(read.reason);
  return refused(failure(t`Invalid Amount`, description), words);
}

function refused(toast: ToastText, words: string) {
  return { ok: false as const, toast, words };
}

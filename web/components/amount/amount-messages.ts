import { t } from '@lingui/core/macro';
import { formatMoney, MAX_AMOUNT_FILS } from '../../../contract/rules/amounts/money.ts';
import type { AmountFailure } from '../../../contract/rules/amounts/parse-amount.ts';

/** Returns the message next to an amount field whose text is not an amount. */
export function amountErrorText(reason: AmountFailure): string {
  switch (reason) {
    case 'empty':
      return t`Enter the amount`;
    case 'unclear':
      return t`This can be read in two ways. Enter thousands as 12,500 and fils as 12.50.`;
    case 'unparsable':
      return t`Enter digits, with at most two decimals`;
    case 'too_high':
      return enterAtMost(MAX_AMOUNT_FILS);
  }
}

export function enterAboveZero(): string {
  return t`Enter an amount above AED 0.00`;
}

export function enterAtMost(limit_fils: number): string {
  return t`Enter at most ${formatMoney(limit_fils)}`;
}

import { formatAmount } from '../../../contract/rules/amounts/money.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';

/**
 * Returns the content that a signature covers: the parsed amount in fils, or the text if it is not an amount.
 */
export function signedAmount(text: string): number | string {
  const read = parseAmount(text);
  return read.ok ? read.amount_fils : text;
}

/** Formats an amount as a user would type it: 125050 is `1250.50`. */
export function typedAmountOf(amount_fils: number): string {
  return formatAmount(amount_fils).replaceAll(',', '');
}

/**
 * Returns true if more typing can make the text an amount: it has no digit yet, or needs another one (`12,`).
 */
export function isUnfinished(text: string): boolean {
  return !/\p{Nd}/u.test(text) || parseAmount(`${text}0`).ok;
}

import { formatAmount } from '../../../contract/rules/amounts/money.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';

/** Returns what a signature covers: the amount however it is spelled; the text as long as it is not an amount (ruling G7). */
export function signedAmount(text: string): number | string {
  const read = parseAmount(text);
  return read.ok ? read.amount_fils : text;
}

/** Formats an amount as a user would type it: 125050 is `1250.50`. */
export function typedAmountOf(amount_fils: number): string {
  return formatAmount(amount_fils).replaceAll(',', '');
}

/** Returns whether a text may still become an amount: it has no digit yet, or is readable once another digit follows (`12,`). */
export function isUnfinished(text: string): boolean {
  return !/\p{Nd}/u.test(text) || parseAmount(`${text}0`).ok;
}

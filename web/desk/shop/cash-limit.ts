import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { amountErrorText, enterAboveZero } from '../../components/amount/amount-messages.ts';

/** Returns a typed limit in fils, null if the field is empty, undefined if it is not an amount above 0. */
export function limitIn(typed: string): number | null | undefined {
  const read = parseAmount(typed);
  if (!read.ok) return read.reason === 'empty' ? null : undefined;
  return read.amount_fils > 0 ? read.amount_fils : undefined;
}

/** Returns the message next to a field whose text is not a limit. */
export function limitErrorText(typed: string): string {
  const read = parseAmount(typed);
  return read.ok ? enterAboveZero() : amountErrorText(read.reason);
}

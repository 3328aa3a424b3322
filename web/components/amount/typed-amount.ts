import { formatAmount, type ParsedAmount, parseAmount } from '../../../contract/rules/money.ts';

/** What stands in an amount field. A browser keeps to itself what it cannot read as a number: then there is no text. */
export type TypedAmount = { text: string; unreadable: boolean };

export const NOTHING_TYPED: TypedAmount = { text: '', unreadable: false };

export function isTyped({ text, unreadable }: TypedAmount): boolean {
  return unreadable || text !== '';
}

/** The amount in fils; never rounded. */
export function readAmount({ text, unreadable }: TypedAmount): ParsedAmount {
  return unreadable ? { ok: false, reason: 'unparsable' } : parseAmount(text);
}

/** What a signature stands for: the amount, however it is written; what is typed only while it cannot be read (ruling G7). */
export function signedAmount(typed: TypedAmount): number | TypedAmount {
  const read = readAmount(typed);
  return read.ok ? read.amount_fils : typed;
}

/** As somebody would have typed it: 125050 is `1250.50`. */
export function typedAmountOf(amount_fils: number): TypedAmount {
  return { text: formatAmount(amount_fils).replaceAll(',', ''), unreadable: false };
}

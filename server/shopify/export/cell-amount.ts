import { decimalText, latinDigits } from '../../../contract/rules/amounts/number-text.ts';
import { type ParsedAmount, parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';

/** A comma before three digits: where commas may be decimal signs, it may separate thousands or decimals. */
const UNCLEAR_COMMA = /^\D*\d{1,3},\d{3}\D*$/;
/**
 * The tail of a binary number that a program wrote. Three decimals may be a group of thousands, more cannot.
 */
const BINARY_TAIL = /^\d+\.\d{4,}$/;

/**
 * Reads an amount in AED from a cell as fils, like a typed amount. It drops the tail of a binary number:
 * `145.10000000000002`. `decimal_comma`: the file does not use commas as separators, so they may be decimal
 * signs.
 */
export function readCellAmount(text: string, decimal_comma: boolean): ParsedAmount {
  const number = latinDigits(text).trim();
  if (decimal_comma && UNCLEAR_COMMA.test(number)) return { ok: false, reason: 'unclear' };
  return parseAmount(BINARY_TAIL.test(number) ? decimalText(number) : text);
}

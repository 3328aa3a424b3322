import { decimalText, latinDigits } from '../../../contract/rules/amounts/number-text.ts';
import { type ParsedAmount, parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';

/** In a file whose commas are decimal signs: a comma before three digits may separate thousands or decimals. */
const UNCLEAR_COMMA = /^\D*\d{1,3},\d{3}\D*$/;
/** Written by a program from a binary number: three decimals may be a group of thousands, more cannot. */
const BINARY_TAIL = /^\d+\.\d{4,}$/;

/**
 * Reads an amount of a cell in AED as fils, like a typed one, and drops the binary tail of a program's number:
 * `145.10000000000002`. `decimal_comma`: the commas of the file separate no cells, so they may be decimal signs.
 */
export function readCellAmount(text: string, decimal_comma: boolean): ParsedAmount {
  const number = latinDigits(text).trim();
  if (decimal_comma && UNCLEAR_COMMA.test(number)) return { ok: false, reason: 'unclear' };
  return parseAmount(BINARY_TAIL.test(number) ? decimalText(number) : text);
}

import { type ParsedAmount, parseAmount } from '../../../contract/rules/money.ts';
import { decimalText, latinDigits } from '../../../contract/rules/number-text.ts';

/** As people write it before or after an amount; any other currency is no amount of ours. */
const CURRENCY = /^(?:AED|Dhs?\.?|د\.?\s?إ\.?|درهم)\s*|\s*(?:AED|Dhs?\.?|د\.?\s?إ\.?|درهم)$/giu;
/** A comma that may stand before decimals or between thousands, and a point likewise. */
const UNCLEAR_COMMA = /^\d{1,3},\d{3}$/;
const POINTED_THOUSANDS = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/;
const DECIMAL_COMMA = /^\d+,\d{1,2}$/;

export type ListAmount = ParsedAmount | { ok: false; reason: 'unclear' };

/**
 * An amount of a list in AED as fils: with or without the currency, in any digits, the binary tail of a spreadsheet dropped. Where commas separate
 * no cells they may stand before decimals; what may be meant either way is unclear, and never guessed.
 */
export function readListAmount(text: string, decimal_comma: boolean): ListAmount {
  const bare = latinDigits(text)
    .replace(/[\u00A0\u202F\s]+/g, ' ')
    .trim()
    .replace(CURRENCY, '')
    .trim();
  if (!decimal_comma) return parseAmount(withoutTail(bare));
  if (UNCLEAR_COMMA.test(bare)) return { ok: false, reason: 'unclear' };
  if (POINTED_THOUSANDS.test(bare)) return parseAmount(bare.replaceAll('.', '').replace(',', '.'));
  return parseAmount(withoutTail(DECIMAL_COMMA.test(bare) ? bare.replace(',', '.') : bare));
}

/** Exponents are typed by nobody who means an amount (ruling A1); a spreadsheet's own are written out where it is read. */
function withoutTail(text: string): string {
  return /^\d+\.\d+$/.test(text) ? decimalText(text) : text;
}

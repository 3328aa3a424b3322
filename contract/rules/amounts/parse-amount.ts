import { MAX_AMOUNT_FILS } from './money.ts';
import { latinDigits } from './number-text.ts';

/** `unclear`: the text has two possible readings. */
export type AmountFailure = 'empty' | 'unclear' | 'unparsable' | 'too_high';

export type ParsedAmount = { ok: true; amount_fils: number } | { ok: false; reason: AmountFailure };

/** Whitespace and direction marks, which Arabic keyboards and spreadsheets add around amounts. */
const EDGES =
  /^[\s\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+|[\s\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+$/g;

/**
 * AED in its spellings, before or after the number. A point directly before a digit may be a decimal
 * separator: `Dh.50`.
 */
const CURRENCY = /^(?:AED|Dhs?(?:\.(?!\d))?|د\.?\s?إ(?:\.(?!\d))?|درهم)|(?:AED|Dhs?\.?|د\.?\s?إ\.?|درهم)$/i;

/** The suffix in `45/-`, which means 45.00. */
const NO_FILS = /\/[-=]$/;

/**
 * The unambiguous spellings (ruling H1); each captures dirhams and fils. U+066B is the Arabic decimal
 * separator, U+066C the Arabic thousands separator.
 */
const SPELLINGS = [
  // 12 · 12.5 · 12,50 · 12٫50
  /^(\d+)(?:[.,\u066B](\d{1,2}))?$/,
  // 1,250 · 1,250.50
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:[.\u066B](\d{1,2}))?$/,
  // 1٬250 · 1٬250٫50
  /^([1-9]\d{0,2}(?:\u066C\d{3})+)(?:[.,\u066B](\d{1,2}))?$/,
  // 1.250,50: a point separates groups only before a decimal comma.
  /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{1,2})$/,
] as const;

/** `12.500`, `0,500` and `1.250.000`: the marks may separate groups or decimals. */
const UNCLEAR = /^\d+(?:[.,\u066B\u066C]\d{3})+$/;

/**
 * The maximum length, more than any amount has: the patterns above take quadratic time for long runs of
 * spaces.
 */
const LENGTH_MAX = 100;
/**
 * The maximum number of digits before the decimals: more exceed the limit, and may exceed the precision of a
 * number.
 */
const DIRHAM_DIGITS_MAX = 8;

/**
 * Parses an amount in AED to fils if its spelling is unambiguous: `1250.5`, `1,250.50`, `12,50`, `AED 12.50`,
 * `١٢٫٥`. Rejects signs, exponents, other characters and more than two decimals; never rounds.
 */
export function parseAmount(text: string): ParsedAmount {
  if (text.trim() === '') return { ok: false, reason: 'empty' };
  if (text.length > LENGTH_MAX) return { ok: false, reason: 'unparsable' };
  const number = latinDigits(text)
    .replace(EDGES, '')
    .replace(CURRENCY, '')
    .replace(EDGES, '')
    .replace(NO_FILS, '');
  for (const spelling of SPELLINGS) {
    const [, dirhams, fils = ''] = spelling.exec(number) ?? [];
    if (dirhams !== undefined) return amountOf(dirhams.replace(/\D/g, ''), fils.padEnd(2, '0'));
  }
  return { ok: false, reason: UNCLEAR.test(number) ? 'unclear' : 'unparsable' };
}

function amountOf(dirhams: string, fils: string): ParsedAmount {
  const too_long = dirhams.replace(/^0+/, '').length > DIRHAM_DIGITS_MAX;
  const amount_fils = too_long ? Number.POSITIVE_INFINITY : Number(dirhams + fils);
  return amount_fils > MAX_AMOUNT_FILS ? { ok: false, reason: 'too_high' } : { ok: true, amount_fils };
}

/** Money is an integer number of fils; 1 AED = 100 fils (ruling A1). Here are the product's only parser and its only formatter. */

/** Nothing above AED 10,000,000.00 is ever typed, imported or moved. */
export const MAX_AMOUNT_FILS = 1_000_000_000;

/** Sums of many amounts may exceed the cap of one; they still have to be exact integers. */
export function isFils(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

export type ParsedAmount =
  | { ok: true; amount_fils: number }
  | { ok: false; reason: 'empty' | 'unparsable' | 'too_high' };

const AMOUNT = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

/**
 * Reads an amount in AED, such as `1250.5` or `1,250.50`, as fils. Signs, exponents, letters, other digits and more
 * than two decimals are refused, never rounded.
 */
export function parseAmount(text: string): ParsedAmount {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, reason: 'empty' };
  const match = AMOUNT.exec(trimmed);
  if (!match?.[1]) return { ok: false, reason: 'unparsable' };
  const dirhams = match[1].replaceAll(',', '');
  const fils = (match[2] ?? '').padEnd(2, '0');
  if (dirhams.replace(/^0+/, '').length > 8) return { ok: false, reason: 'too_high' };
  const amount_fils = Number(dirhams + fils);
  return amount_fils > MAX_AMOUNT_FILS ? { ok: false, reason: 'too_high' } : { ok: true, amount_fils };
}

/** Where en-AE puts a comma: what the platform has for it takes a slow phone longer to load than the first screen. */
const THOUSANDS = /\B(?=(\d{3})+$)/g;

/** Formats fils as digits alone: 125050 is `1,250.50`, -5000 is `-50.00`. Throws a RangeError unless it is an integer. */
export function formatAmount(amount_fils: number): string {
  if (!isFils(amount_fils)) throw new RangeError(`Not an amount in fils: ${amount_fils}`);
  const absolute = Math.abs(amount_fils);
  const decimals = String(absolute % 100).padStart(2, '0');
  const dirhams = String(Math.trunc(absolute / 100)).replace(THOUSANDS, ',');
  return `${amount_fils < 0 ? '-' : ''}${dirhams}.${decimals}`;
}

/** Formats fils with the currency: `AED 1,250.50`, negative `-AED 50.00`. */
export function formatMoney(amount_fils: number): string {
  const digits = formatAmount(amount_fils);
  return digits.startsWith('-') ? `-AED ${digits.slice(1)}` : `AED ${digits}`;
}

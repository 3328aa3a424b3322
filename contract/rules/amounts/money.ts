/**
 * Money is an integer number of fils; 1 AED = 100 fils. This is its only formatter; the parser is
 * `parse-amount.ts`.
 */

/** AED 10,000,000.00: the highest amount that can be entered, imported or moved (ruling A1). */
export const MAX_AMOUNT_FILS = 1_000_000_000;

/** True for a safe integer. Sums of many amounts may exceed `MAX_AMOUNT_FILS`, but must be exact. */
export function isFils(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/**
 * The positions of commas in en-AE. `Intl.NumberFormat` takes longer to load on a slow phone than the first
 * screen.
 */
const THOUSANDS = /\B(?=(\d{3})+$)/g;

/**
 * Formats fils without the currency: 125050 is `1,250.50`, -5000 is `-50.00`. Throws a RangeError unless
 * `amount_fils` is a safe integer.
 */
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

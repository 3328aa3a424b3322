/** Money is an integer number of fils; 1 AED = 100 fils (ruling A1). This is its only formatter; the parser is `parse-amount.ts`. */

/** AED 10,000,000.00: the highest amount that is typed, imported or moved. */
export const MAX_AMOUNT_FILS = 1_000_000_000;

/** Sums of many amounts may exceed the cap of one; they still have to be exact integers. */
export function isFils(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
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

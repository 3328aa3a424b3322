/** Numbers in lists and spreadsheets, as text: no floating-point number is involved. */

const ARABIC_DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;

/** Replaces Arabic-Indic and Persian digits by Latin ones: `١٢٫٥` becomes `12٫5`. */
export function latinDigits(text: string): string {
  return text.replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) % 16));
}

/** Writes a number with Latin digits and marks: `١٬٢٥٠٫٥` becomes `1,250.5`. */
export function latinNumber(text: string): string {
  return latinDigits(text).replaceAll('\u066B', '.').replaceAll('\u066C', ',');
}

/** What a spreadsheet shows and sums by: beyond these digits there is only what binary numbers leave over. */
const DIGITS_MAX = 12;
/** Longer than any number in a spreadsheet; converting a million digits takes seconds. */
const NUMBER_MAX = 400;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * A spreadsheet's number as the shortest decimal text: its exponent written out, and of its decimals the binary tail dropped, rounded where
 * more than 12 digits count: `145.10000000000002` is `145.1`. Whole digits always stay. What is no such number is answered as it is.
 */
export function decimalText(text: string): string {
  const found = text.length <= NUMBER_MAX ? NUMBER.exec(text.trim()) : null;
  if (!found) return text;
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = found;
  const [left, right] = shifted(whole, decimals, Number(exponent));
  const [integer, fraction] = rounded(left, right);
  const kept = fraction.replace(/0+$/, '');
  return `${sign}${integer}${kept === '' ? '' : `.${kept}`}`;
}

/** The digits before and after the point, once it has moved. */
function shifted(whole: string, decimals: string, by: number): [whole: string, decimals: string] {
  const digits = `${'0'.repeat(Math.max(0, -by))}${whole}${decimals}${'0'.repeat(Math.max(0, by))}`;
  const point = Math.max(0, -by) + whole.length + by;
  return [digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0', digits.slice(point)];
}

/** At most 12 digits that count, the last one rounded; but all that stand before the point. */
function rounded(whole: string, decimals: string): [whole: string, decimals: string] {
  const digits = `${whole}${decimals}`;
  const leading = /^0*/.exec(digits)?.[0].length ?? 0;
  const end = Math.max(whole.length, leading + DIGITS_MAX);
  if (digits.length <= end) return [whole, decimals];
  const up = digits.charAt(end) >= '5' ? 1n : 0n;
  const kept = (BigInt(digits.slice(0, end)) + up).toString().padStart(end, '0');
  const point = kept.length - (end - whole.length);
  return [kept.slice(0, point), kept.slice(point)];
}

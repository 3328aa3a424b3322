/** Converts numbers of lists and spreadsheets as text, without floating-point arithmetic. */

const ARABIC_DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;

/** Replaces Arabic-Indic and Persian digits with Latin ones: `١٢٫٥` becomes `12٫5`. */
export function latinDigits(text: string): string {
  return text.replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) % 16));
}

/** Writes a number with Latin digits and marks: `١٬٢٥٠٫٥` becomes `1,250.5`. */
export function latinNumber(text: string): string {
  return latinDigits(text).replaceAll('\u066B', '.').replaceAll('\u066C', ',');
}

/**
 * The significant digits that a spreadsheet displays and sums; further digits are rounding errors of binary
 * numbers.
 */
const DIGITS_MAX = 12;
/**
 * The maximum length, more than any number in a spreadsheet has: converting a million digits takes seconds.
 */
const NUMBER_MAX = 400;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Converts a spreadsheet's number to its shortest decimal text. Expands the exponent and rounds to 12
 * significant digits, which removes binary rounding errors: `145.10000000000002` becomes `145.1`. Keeps all
 * digits before the point. Returns any other text unchanged.
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

/** Moves the decimal point right by `by` places; returns the digits before and after it. */
function shifted(whole: string, decimals: string, by: number): [whole: string, decimals: string] {
  const digits = `${'0'.repeat(Math.max(0, -by))}${whole}${decimals}${'0'.repeat(Math.max(0, by))}`;
  const point = Math.max(0, -by) + whole.length + by;
  return [digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0', digits.slice(point)];
}

/** Rounds to 12 significant digits, but keeps all digits before the point. */
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

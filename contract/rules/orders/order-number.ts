import { latinNumber } from '../amounts/number-text.ts';

/** Soft hyphens, direction marks and zero-width characters, which programs add and no page shows. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** Returns the order number to store and show: without invisible characters and the leading '#'. */
export function orderNumberOf(name: string): string {
  return name
    .replace(INVISIBLE, '')
    .trim()
    .replace(/^[#\uFF03]\s*/, '');
}

/** Most numbers match this and skip normalization, which takes ten times as long. */
const PLAIN = /^[\x20-\x7E]*$/;

/**
 * Returns the key by which order numbers are compared: in lower case and one width, without invisible
 * characters. The database computes the same key (`order_number_key`) for each order.
 */
export function orderNumberKey(number: string): string {
  if (PLAIN.test(number)) return number.toLowerCase();
  return number.replace(INVISIBLE, '').normalize('NFKC').toLowerCase();
}

/**
 * Returns an identifying number of a list with Latin digits, without the additions of spreadsheets and
 * programs.
 */
export function plainCode(text: string): string {
  return latinNumber(text.replace(INVISIBLE, '').trim())
    .replace(/^'(?=[+\d])/, '')
    .replace(/^(\d+)\.0+$/, '$1');
}

import { latinNumber } from '../amounts/number-text.ts';

/** Soft hyphens, direction marks and zero-width characters: programs add them, and no page shows them. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** The order's number as it is stored and shown: as received, without invisible characters and the leading '#' (ruling B8). */
export function orderNumberOf(name: string): string {
  return name
    .replace(INVISIBLE, '')
    .trim()
    .replace(/^[#\uFF03]\s*/, '');
}

/** Most numbers have only such characters, and their keys need no normalization, which takes ten times as long. */
const PLAIN = /^[\x20-\x7E]*$/;

/**
 * An order number as it is compared: in small letters, in one width, without invisible characters. The database computes the
 * same key (`order_number_key`) for each order.
 */
export function orderNumberKey(number: string): string {
  if (PLAIN.test(number)) return number.toLowerCase();
  return number.replace(INVISIBLE, '').normalize('NFKC').toLowerCase();
}

/** A number that names something, as lists write it: in any digits, and without what spreadsheets and programs add to it. */
export function plainCode(text: string): string {
  return latinNumber(text.replace(INVISIBLE, '').trim())
    .replace(/^'(?=[+\d])/, '')
    .replace(/^(\d+)\.0+$/, '$1');
}

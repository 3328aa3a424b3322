import { latinNumber } from './number-text.ts';

/** The order's number as the product knows it: without the leading '#' (ruling B8). */
export function orderNumberOf(name: string): string {
  return name.trim().replace(/^#\s*/, '');
}

/** A number that names something, as lists write it: in any digits, and without what spreadsheets and programs add to it. */
export function plainCode(text: string): string {
  return latinNumber(text.trim())
    .replace(/^'(?=[+\d])/, '')
    .replace(/^(\d+)\.0+$/, '$1');
}

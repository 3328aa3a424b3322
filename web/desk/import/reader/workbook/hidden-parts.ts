import type { Attribute } from './xml-elements.ts';

/** Each column of a sheet is in at most one range. */
const RANGES_MAX = 16_384;

/** The columns of a sheet that users have hidden. */
export class HiddenColumns {
  readonly #ranges: [from: number, to: number][] = [];

  /** Reads an element `col`, whose columns are counted from 1. */
  add(attribute: Attribute): void {
    const from = Number(attribute('min')) - 1;
    const to = Number(attribute('max')) - 1;
    if (isHidden(attribute, 'width') && this.#ranges.length < RANGES_MAX) this.#ranges.push([from, to]);
  }

  has(column: number): boolean {
    return this.#ranges.some(([from, to]) => from <= column && column <= to);
  }
}

/** Returns true for a row or column that is hidden, or whose height or width is zero. */
export function isHidden(attribute: Attribute, size: 'width' | 'ht'): boolean {
  const measured = attribute(size);
  return isTrue(attribute('hidden')) || (measured !== undefined && Number(measured) === 0);
}

/** Returns true for the spellings of true in XML. */
export function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}

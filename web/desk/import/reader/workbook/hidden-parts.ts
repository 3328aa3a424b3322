import type { Attribute } from './xml-elements.ts';

/** The limit of a valid sheet: each of its columns is in at most one range. */
const RANGES_MAX = 16_384;

/** The hidden columns of a sheet. */
export class HiddenColumns {
  readonly #ranges: [from: number, to: number][] = [];

  /** Reads a `col` element, which counts columns from 1. */
  add(attribute: Attribute): void {
    const from = Number(attribute('min')) - 1;
    const to = Number(attribute('max')) - 1;
    if (isHidden(attribute, 'width') && this.#ranges.length < RANGES_MAX) this.#ranges.push([from, to]);
  }

  has(column: number): boolean {
    return this.#ranges.some(([from, to]) => from <= column && column <= to);
  }
}

/** Reports whether a row or column is hidden, or has a height or width of zero. */
export function isHidden(attribute: Attribute, size: 'width' | 'ht'): boolean {
  const measured = attribute(size);
  return isTrue(attribute('hidden')) || (measured !== undefined && Number(measured) === 0);
}

/** Reports whether a text is one of XML's spellings of true. */
export function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}

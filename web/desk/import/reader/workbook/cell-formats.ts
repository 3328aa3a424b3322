import { format, getFormatInfo } from 'numfmt';
import { isDirham } from '../../../../../contract/rules/amounts/currency.ts';
import type { WorkbookBudget } from './workbook-budget.ts';
import { readXml } from './xml-elements.ts';

/** The number formats that workbooks use without a definition (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00' },
  ...{ 9: '0%', 10: '0.00%', 11: '0.00E+00', 12: '# ?/?', 13: '# ??/??' },
  // The order of day and month of 14 and 22 follows the computer's settings: these patterns spell out the
  // month.
  ...{ 14: 'd mmm yyyy', 22: 'd mmm yyyy h:mm' },
  ...{ 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy' },
  ...{ 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss' },
  ...{ 37: '#,##0;(#,##0)', 38: '#,##0;(#,##0)', 39: '#,##0.00;(#,##0.00)', 40: '#,##0.00;(#,##0.00)' },
  ...{ 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0', 48: '##0.0E+0', 49: '@' },
};
const BUILT_IN_DATE = 'd mmm yyyy';
/** Built-in East Asian and Thai formats that show a date or a time. */
const OTHER_DATES: readonly [from: number, to: number][] = [
  [27, 36],
  [50, 58],
  [71, 81],
];
/**
 * Built-in dates whose order of day and month follows the computer's settings, even if a file defines them.
 */
const LOCAL_DATES: readonly number[] = [14, 22];
/** The longest format that Excel accepts. */
const FORMAT_MAX = 255;
const GENERAL = 'General';
/** The style of a date that is stored as ISO 8601 and whose format does not show dates. */
export const ISO_DATE_STYLE = -2;

/**
 * `number` includes amounts, percentages and fractions: everything that is neither a date nor a time of day.
 */
export type FormatKind = 'general' | 'number' | 'date' | 'time';

type CellFormat = { pattern: string; kind: FormatKind; is_share: boolean; units: readonly string[] };

/** The number formats of a workbook's cells, by cell style. */
export class CellFormats {
  readonly #patterns: readonly string[];
  readonly #formats = new Map<string, CellFormat>();

  constructor(patterns: readonly string[] = []) {
    this.#patterns = patterns;
  }

  kindOf(style: number): FormatKind {
    return this.#of(style).kind;
  }

  /**
   * Reports whether a style shows a number as something other than an amount in AED: with `%`, `$` or `days`.
   */
  hasOtherUnit(style: number): boolean {
    const { is_share, units } = this.#of(style);
    return is_share || units.some((unit) => unit !== '' && !isDirham(unit));
  }

  /** Returns a number as the spreadsheet shows it; `serial` counts days from 1900. */
  shown(style: number, serial: number): string {
    return format(this.#of(style).pattern, serial, { throws: false }).trim();
  }

  #of(style: number): CellFormat {
    const pattern = style === ISO_DATE_STYLE ? BUILT_IN_DATE : (this.#patterns[style] ?? GENERAL);
    let found = this.#formats.get(pattern);
    if (!found) {
      found = formatOf(pattern);
      this.#formats.set(pattern, found);
    }
    return found;
  }
}

/** Formats may have sections for negative and for large numbers: each sample selects another section. */
const SAMPLES = [1, 1_000, 1_000_000, -1];

function formatOf(pattern: string): CellFormat {
  const general = { pattern: GENERAL, kind: 'general', is_share: false, units: [] } as const;
  if (pattern === GENERAL || pattern.length > FORMAT_MAX) return general;
  const { type, isDate, isText, isPercent } = getFormatInfo(pattern);
  if (type === 'error' || isText) return general;
  if (isDate) return { ...general, pattern, kind: type === 'time' ? 'time' : 'date' };
  const units = SAMPLES.map((sample) => unitOf(format(pattern, sample, { throws: false })));
  const kind = type === 'general' ? 'general' : 'number';
  return { pattern, kind, is_share: isPercent, units };
}

/** Returns the part of a shown number that is not digits, separators or signs: `AED` of `AED 1.00`. */
function unitOf(shown: string): string {
  return shown.replace(/[\p{Nd}\p{Zs}\p{Cf}+\-−()]|[.,٫٬](?=\p{Nd})/gu, '');
}

/** Reads the number format of each cell style. Throws UnreadableFile. */
export async function readCellFormats(
  part: AsyncIterable<Uint8Array>,
  budget: WorkbookBudget,
): Promise<CellFormats> {
  const defined = new Map<number, string>();
  const base: number[] = [];
  const own: number[] = [];
  const list: { now: number[] | null } = { now: null };
  await readXml(part, budget, {
    open: (name, attribute) => {
      if (name === 'numFmt') defined.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      if (name === 'cellStyleXfs') list.now = base;
      if (name === 'cellXfs') list.now = own;
      if (name === 'xf')
        list.now?.push(Number(attribute('numFmtId') ?? base[Number(attribute('xfId'))] ?? 0));
    },
    close: (name) => {
      if (name === 'cellStyleXfs' || name === 'cellXfs') list.now = null;
    },
  });
  return new CellFormats(own.map((id) => patternOf(id, defined)));
}

function patternOf(id: number, defined: ReadonlyMap<number, string>): string {
  const own = LOCAL_DATES.includes(id) ? undefined : defined.get(id);
  if (own) return own;
  if (OTHER_DATES.some(([from, to]) => from <= id && id <= to)) return BUILT_IN_DATE;
  return BUILT_IN[id] ?? GENERAL;
}

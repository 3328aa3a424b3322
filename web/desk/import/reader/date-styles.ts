import type { WorkbookBudget } from './workbook-budget.ts';
import { readXml } from './xml-elements.ts';

/** Built-in formats that show a date or a time, those of East Asia and Thailand included. */
const DATE_FORMATS: readonly [from: number, to: number][] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];
/** Smaller numbers are built-in formats, also if a file defines them. */
const OWN_FORMATS_FROM = 100;

/** Reads for each style of cells if it shows a date, by the style's number. Throws UnreadableFile. */
export async function readDateStyles(
  part: AsyncIterable<Uint8Array>,
  budget: WorkbookBudget,
): Promise<boolean[]> {
  const formats = new Map<number, boolean>();
  const base: number[] = [];
  const own: number[] = [];
  const list: { now: number[] | null } = { now: null };
  await readXml(part, budget, {
    open: (name, attribute) => {
      if (name === 'numFmt') {
        formats.set(Number(attribute('numFmtId')), isDateFormat(attribute('formatCode') ?? ''));
      }
      if (name === 'cellStyleXfs') list.now = base;
      if (name === 'cellXfs') list.now = own;
      if (name === 'xf')
        list.now?.push(Number(attribute('numFmtId') ?? base[Number(attribute('xfId'))] ?? 0));
    },
    close: (name) => {
      if (name === 'cellStyleXfs' || name === 'cellXfs') list.now = null;
    },
  });
  return own.map((format) =>
    format >= OWN_FORMATS_FROM
      ? formats.get(format) === true
      : DATE_FORMATS.some(([from, to]) => from <= format && format <= to),
  );
}

/** The longest format that Excel accepts. */
const FORMAT_MAX = 255;

/** The parts of a format that represent a date or a time. */
const DATE_PART = /^(?:s{1,2}|m{1,5}|h{1,2}|am|pm|a|p|a{3,5}|d{1,4}|y{1,2}|y{4}|e{1,2}|e{4})$/;

/** Reports whether a format like `dd/mm/yyyy` shows a date or a time: one section has only parts of dates. */
export function isDateFormat(format: string): boolean {
  if (format.length > FORMAT_MAX) return false;
  const bare = format.toLowerCase().replace(/;@$/, '').replace(/\\./g, ' ');
  return bare.split(';').some((section) => {
    const parts = section
      .replace(/"[^"]*"/g, ' ')
      // Remove fractions of seconds, and the brackets of durations like "[h]".
      .replace(/(\[?[smhd]{1,2}\]?)[.,]00?0?/g, '$1')
      .replace(/\[([smhd]{1,2})\]/g, '$1')
      .replace(/\[[^[\]]*\]/g, '')
      .split(/[^a-z0#?%]+/)
      .filter((part) => part !== '');
    return parts.length > 0 && parts.every((part) => DATE_PART.test(part));
  });
}

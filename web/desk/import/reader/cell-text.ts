import { decimalText } from '../../../../contract/rules/number-text.ts';
import { storable } from './read-row.ts';
import { unescaped } from './text-runs.ts';

/** The parts of a workbook that cells refer to. */
export type CellContext = {
  shared_texts: readonly string[];
  date_styles: readonly boolean[];
  is_1904: boolean;
};

/** A cell as stored: `value` is a number, a result or a reference, `inline` a text of its own. */
export type RawCell = { type: string; style: number; value: string; inline: string };

/**
 * Returns the text of a cell: a number as a decimal, a date without a time zone, '' for a failed formula.
 * Undefined means that the cell refers to a shared text that does not exist.
 */
export function cellText(cell: RawCell, context: CellContext): string | undefined {
  const { type, style, value } = cell;
  switch (type) {
    case 's':
      return value === '' ? '' : context.shared_texts[Number(value)];
    case 'inlineStr':
      return storable(cell.inline.trim());
    case 'b':
      return { '1': 'yes', '0': 'no' }[value] ?? '';
    case 'e':
      return '';
    case 'd':
      return isoText(value.trim()) ?? storable(value);
    case 'str':
      return storable(unescaped(value).trim());
    default:
      return (context.date_styles[style] && dayText(value, context.is_1904)) || storable(numberText(value));
  }
}

/** `1E999` would become a thousand characters in each cell. Windows pads exponents: `1.5E+003`. */
const HUGE = /[eE][+-]?0*[1-9]\d{2}/;

function numberText(value: string): string {
  return HUGE.test(value) ? value.trim() : decimalText(value).trim();
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Days from day 0 of a spreadsheet to 1970, and from day 0 to day 0 of the 1904 system. */
const DAYS_TO_1970 = 25_569;
const DAYS_TO_1904 = 1_462;

/** Formats a date that is stored as a number of days. */
function dayText(value: string, is_1904: boolean): string | undefined {
  if (value.trim() === '') return undefined;
  return momentText((Number(value) + (is_1904 ? DAYS_TO_1904 : 0) - DAYS_TO_1970) * DAY_MS);
}

const ISO_DATE = /^(\d{4}-\d{2}-\d{2})(?:(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Formats a date that is stored as ISO 8601, without its offset; undefined if it is not a date. */
function isoText(value: string): string | undefined {
  const [, day, time = 'T00:00'] = ISO_DATE.exec(value) ?? [];
  return day && momentText(Date.parse(`${day}${time}Z`));
}

/** Formats a sheet's date, which has no time zone; undefined if it is not a date. */
function momentText(time_ms: number): string | undefined {
  const date = new Date(Math.round(time_ms / MINUTE_MS) * MINUTE_MS);
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return text.slice(11, 16) === '00:00' ? text.slice(0, 10) : text.slice(0, 16);
}

import { decimalText, latinDigits } from '../../../../../contract/rules/amounts/number-text.ts';
import { DAYS_TO_1904, serialText } from '../../../../../contract/rules/dates/serial-date.ts';
import { cellFault, type RowFault } from '../../../../../contract/rules/import/cell-faults.ts';
import type { CellKind } from '../../../../../contract/rules/import/import-fields.ts';
import { storable } from '../read-row.ts';
import type { CellContext } from './cell-text.ts';

/** The text of a cell, and a fault if a spreadsheet has converted it to another type. */
export type TypedCell = { text: string; fault?: RowFault };

/**
 * Reads a number of a sheet according to the kind of its column: an amount as a decimal, a date without a
 * time zone, a text as shown in the spreadsheet, with leading zeros. Without a kind, dates are read as dates
 * and other numbers as decimals.
 */
export function readNumberCell(
  text: string,
  style: number,
  kind: CellKind | undefined,
  context: CellContext,
): TypedCell {
  const { formats, is_1904 } = context;
  const format = formats.kindOf(style);
  if (format === 'date' || format === 'time') return readDate(text, style, kind, context);
  if (kind === 'date' && is_1904 && text !== '')
    return { text: decimalText(String(Number(text) + DAYS_TO_1904)) };
  if (kind === 'amount' && formats.hasOtherUnit(style))
    return faulty('other_unit', formats.shown(style, Number(text)));
  if (kind !== 'text' || (format === 'general' && EXACT.test(text))) return { text };
  return readCode(text, formats.shown(style, Number(text)));
}

/**
 * Reads a date or a time, which is a fault outside a date column. A time without a day has a value below 1.
 */
function readDate(
  text: string,
  style: number,
  kind: CellKind | undefined,
  { formats, is_1904 }: CellContext,
): TypedCell {
  const days = Number(text);
  if (Number.isNaN(days)) return { text };
  const serial = days + (is_1904 ? DAYS_TO_1904 : 0);
  if (kind !== undefined && kind !== 'date') return faulty('became_date', formats.shown(style, serial));
  return { text: (days >= 1 && serialText(serial)) || formats.shown(style, serial) };
}

function faulty(code: RowFault['code'], text: string): TypedCell {
  const shown = storable(text.slice(0, SHOWN_MAX));
  return { text: shown, fault: cellFault(code, { text: shown }) };
}

/** The number of characters of a cell that its fault shows. */
const SHOWN_MAX = 100;
/** Whole numbers of up to 15 digits, which spreadsheets store exactly. */
const EXACT = /^-?\d{1,15}$/;

/**
 * Reads a number in a text column. The shown text must have all of its digits and no others, except leading
 * zeros.
 */
function readCode(text: string, shown: string): TypedCell {
  if (!EXACT.test(text) || significantDigits(shown) !== significantDigits(text))
    return faulty('became_number', shown);
  const is_grouped_only = shown.replace(/[\s,٬]|[.٫]0+$/g, '') === text;
  return { text: is_grouped_only ? text : shown };
}

function significantDigits(text: string): string {
  return latinDigits(text)
    .replace(/[.٫]0+(?=\D*$)/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
}

import { decimalText, latinDigits } from '../../../../../contract/rules/amounts/number-text.ts';
import { DAYS_TO_1904, serialText } from '../../../../../contract/rules/dates/serial-date.ts';
import { cellFault, type RowFault } from '../../../../../contract/rules/import/cell-faults.ts';
import type { CellKind } from '../../../../../contract/rules/import/import-fields.ts';
import { storable } from '../read-row.ts';
import type { CellContext } from './cell-text.ts';

/** The text of a cell, and the fault of one that a spreadsheet has turned into something else. */
export type TypedCell = { text: string; fault?: RowFault };

/**
 * Reads a number of a sheet for a column of a kind: an amount as a decimal, a date without a time zone, a code as
 * people see it, with leading zeros. Without a kind, dates are dates and other numbers decimals.
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

/** A date or a time belongs in a column of dates only. A time without a day is before the first day. */
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

/** Characters of a cell that its fault shows. */
const SHOWN_MAX = 100;
/** The largest whole numbers of which a spreadsheet keeps each digit. */
const EXACT = /^-?\d{1,15}$/;

/** Reads a number where a text belongs. It must show all of its digits and no others, apart from leading zeros. */
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

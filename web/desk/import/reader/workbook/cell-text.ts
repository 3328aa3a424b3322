import { decimalText } from '../../../../../contract/rules/amounts/number-text.ts';
import { DAYS_TO_1904, serialOf } from '../../../../../contract/rules/dates/serial-date.ts';
import { storable } from '../read-row.ts';
import { type CellFormats, ISO_DATE_STYLE } from './cell-formats.ts';
import { unescaped } from './text-runs.ts';

/** The parts of a workbook to which cells refer. */
export type CellContext = {
  shared_texts: readonly string[];
  formats: CellFormats;
  is_1904: boolean;
};

/** A cell of the file: `value` is a number, a result or a reference; `inline` is the cell's own text. */
export type RawCell = { type: string; style: number; value: string; inline: string };

/** A cell in memory: a number as a decimal with its style, or a text without a style. */
export type StoredCell = { text: string; style: number | null };

/**
 * Returns the value of a cell. A date is a number of days in the workbook's date system; a failed formula is
 * ''. Returns undefined if the cell refers to a shared text that does not exist.
 */
export function storedCell(cell: RawCell, context: CellContext): StoredCell | undefined {
  const { type, style, value } = cell;
  switch (type) {
    case 's':
      return textCell(value === '' ? '' : context.shared_texts[Number(value)]);
    case 'inlineStr':
      return textCell(storable(cell.inline.trim()));
    case 'b':
      return textCell({ '1': 'TRUE', '0': 'FALSE' }[value] ?? '');
    case 'e':
      return textCell('');
    case 'd':
      return isoCell(value.trim(), style, context) ?? textCell(storable(value));
    case 'str':
      return textCell(storable(unescaped(value).trim()));
    default:
      return { text: storable(numberText(value)), style };
  }
}

function textCell(text: string | undefined): StoredCell | undefined {
  return text === undefined ? undefined : { text, style: null };
}

/** `1E999` would become a thousand characters in each cell. Windows pads exponents: `1.5E+003`. */
const HUGE = /[eE][+-]?0*[1-9]\d{2}/;

function numberText(value: string): string {
  return HUGE.test(value) ? value.trim() : decimalText(value).trim();
}

/** Converts an ISO 8601 date to a number of days, as other dates are stored. Its UTC offset is ignored. */
function isoCell(value: string, style: number, { formats, is_1904 }: CellContext): StoredCell | undefined {
  const serial = serialOf(value);
  if (serial === undefined) return undefined;
  const is_shown_as_date = ['date', 'time'].includes(formats.kindOf(style));
  return {
    text: String(serial - (is_1904 ? DAYS_TO_1904 : 0)),
    style: is_shown_as_date ? style : ISO_DATE_STYLE,
  };
}

/** Comes first in a file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Positions at which a spreadsheet may find the start of a formula: at the start of a cell, and behind each character at
 * which it may split a line. Quotation marks in the middle of a cell do not stop it. Signs include full-width forms.
 */
const UNGUARDED = /(?<=^|[;\t\r\n])(?=(?:['"]|[^\S\t\r\n])*[=+\-@−＝＋－＠﹦﹢﹣﹫])|^(?='*[\t\r\n])/g;

const TO_QUOTE = /[",;\t\r\n]/;

/**
 * Puts an apostrophe before everything that a spreadsheet may run as a formula. Text that has one there already gets
 * a second one, so that removing one always restores the text.
 */
export function guarded(text: string): string {
  return text.replace(UNGUARDED, "'");
}

/** One line, by RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return TO_QUOTE.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Comes first in a file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets take what begins like this for a formula, and may run it. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const GUARDED = /^''*[=+\-@\t\r\n]/;

const TO_QUOTE = /[",\r\n]/;

/** With its country: digits, in groups. */
const PHONE = /^\+\d(?:[ ().-]{0,2}\d){6,14}$/;
/** Digits and dashes alone are a sum to a spreadsheet, which would show what they come to. */
const SUBTRACTION = /^\+\d+(?:-\d+)+$/;

export function isPhone(text: string): boolean {
  return PHONE.test(text) && !SUBTRACTION.test(text);
}

/** An apostrophe before what would be taken for a formula, and before what looks as if it had got one: so `unguarded` finds what it was. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

export function unguarded(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}

/** One line, by RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return TO_QUOTE.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

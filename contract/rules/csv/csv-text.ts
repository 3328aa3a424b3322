/** The first character of a file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Positions at which a spreadsheet may find the start of a formula: at the start of a cell, and after each
 * character at which it may split a line. Quotation marks in the middle of a cell do not prevent it, nor do
 * spaces, control and invisible characters before the sign. Signs include full-width forms.
 */
const UNGUARDED =
  /(?<=^|[;|\t\r\n\v\f\u0085\u2028\u2029])(?=(?:(?![\t\r\n\v\f\u0085\u2028\u2029])[\s\p{Cc}\p{Cf}\p{DI}'"])*[=+\-@−＝＋－＠﹦﹢﹣﹫])|^(?='*[\t\r\n])/gu;

/** Matches each apostrophe that `guarded` adds. */
const GUARD =
  /(?<=^|[;|\t\r\n\v\f\u0085\u2028\u2029])'(?=(?:(?![\t\r\n\v\f\u0085\u2028\u2029])[\s\p{Cc}\p{Cf}\p{DI}'"])*[=+\-@−＝＋－＠﹦﹢﹣﹫])|^'(?='*[\t\r\n])/gu;

const TO_QUOTE = /[",;|\t\r\n\v\f\u0085\u2028\u2029]/;

/**
 * Puts an apostrophe before everything that a spreadsheet may run as a formula. A text with an apostrophe
 * there gets a second one, so that removing one always restores the text.
 */
export function guarded(text: string): string {
  return text.replace(UNGUARDED, "'");
}

/**
 * Removes the apostrophes that `guarded` adds, and those of other programs that guard cells in the same way.
 */
export function unguarded(text: string): string {
  return text.includes("'") ? text.replace(GUARD, '') : text;
}

/** Returns one line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return TO_QUOTE.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

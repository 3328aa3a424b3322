/** Comes first in a file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Where a cell may begin as a formula, which a spreadsheet may run: with a sign, in its full-width and small forms too, as those of East Asia take them. That
 * is at the start of a text, and behind whatever a spreadsheet may split a line at, quotation marks or not: those count at the start of a cell only.
 */
const UNGUARDED =
  /^(?='*\s*[=+\-@−＝＋－＠﹦﹢﹣﹫\t\r\n])|(?<=[;\t\r\n])(?='*[^\S\t\r\n]*[=+\-@−＝＋－＠﹦﹢﹣﹫])/g;
/** The same places, once an apostrophe is there. */
const GUARDED =
  /^'(?='*\s*[=+\-@−＝＋－＠﹦﹢﹣﹫\t\r\n])|(?<=[;\t\r\n])'(?='*[^\S\t\r\n]*[=+\-@−＝＋－＠﹦﹢﹣﹫])/g;

const TO_QUOTE = /[",;\t\r\n]/;

/** An apostrophe before what would be taken for a formula, and before what looks as if it had got one: so `unguarded` finds what it was. */
export function guarded(text: string): string {
  return text.replace(UNGUARDED, "'");
}

export function unguarded(text: string): string {
  return text.replace(GUARDED, '');
}

/** One line, by RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return TO_QUOTE.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

import { cellWords } from './cell-words.ts';
import type { PreviewRow } from './run-import.ts';

/** What a spreadsheet would take for a formula, and run. */
const FORMULA = /^[=+\-@\t\r]/;

/** A cell of a CSV file, never a formula. */
function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The errors of a preview as a file: the row, the order, the column, what stands there and what is wrong with it. With a mark, so that Excel reads its letters. */
export function faultList(
  rows: readonly PreviewRow[],
  titles: readonly string[],
  reasonOf: (row: PreviewRow) => string,
): string {
  const lines = rows.flatMap((row): string[][] => {
    const head = [String(row.line), row.order_number];
    if (row.faults.length === 0) return [[...head, '', '', reasonOf(row)]];
    return row.faults.map((fault) => [
      String(fault.line),
      row.order_number,
      fault.column,
      fault.value,
      cellWords(fault),
    ]);
  });
  return `\uFEFF${[titles, ...lines].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
}

import { BYTE_ORDER_MARK, csvLine, guarded } from '../../../../contract/rules/csv/csv-text.ts';
import type { PreviewRow } from '../run-import.ts';
import { cellText } from './cell-messages.ts';

/**
 * Returns the errors of a preview as CSV: row, order, column, value and reason. It begins with a byte order
 * mark, so that Excel reads it as UTF-8.
 */
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
      cellText(fault),
    ]);
  });
  return BYTE_ORDER_MARK + [titles, ...lines].map((cells) => csvLine(cells.map(guarded))).join('');
}

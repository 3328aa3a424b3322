import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { BYTE_ORDER_MARK, csvLine, guarded } from '../../../contract/rules/csv-text.ts';
import { TOTAL } from '../../../contract/rules/exports.ts';
import { formatAmount } from '../../../contract/rules/money.ts';
import { cellWord } from './cell-words.ts';
import { columnTitle } from './column-titles.ts';
import { isPhone } from './is-phone.ts';
import { fewRows, type Sheet, type SheetColumn } from './sheet.ts';
import { secondsWriter, shownIn } from './shown-time.ts';

type Cell = ReportRow[string];

/** A sheet as CSV, piece by piece as its rows are read: titles, rows, and what they come to. */
export async function* csvOf(sheet: Sheet): AsyncGenerator<string> {
  const { name, columns, time_zone } = sheet;
  const [shown, written] = [shownIn(time_zone), secondsWriter()];
  const timeText = (at: string) => written(shown(at));
  yield BYTE_ORDER_MARK + csvLine(columns.map((column) => guarded(columnTitle(name, column, time_zone))));
  for await (const rows of fewRows(sheet)) {
    const lines = rows.map((row) =>
      csvLine(columns.map((column) => cellText(column, row[column.id], timeText))),
    );
    yield lines.join('');
  }
  yield csvLine(totalCells(sheet));
  if (sheet.as_of) yield csvLine([asOfText(sheet.as_of, time_zone)]);
}

/** `As of 2026-11-23 14:05:09`. */
export function asOfText(as_of: Date, time_zone: string): string {
  return `As of ${secondsWriter()(shownIn(time_zone)(as_of.toISOString()))}`;
}

/** Throws a TypeError for what its column does not hold. */
function cellText(
  { id, kind }: SheetColumn,
  cell: Cell | undefined,
  timeText: (at: string) => string,
): string {
  if (cell === null || cell === undefined) return '';
  switch (kind) {
    case 'amount':
      return amountText(numberOf(id, cell));
    case 'count':
      return String(numberOf(id, cell));
    case 'flag':
      return cell ? 'Yes' : 'No';
    case 'time':
      return timeText(String(cell));
    case 'phone':
      return isPhone(String(cell)) ? String(cell) : guarded(String(cell));
    case 'word':
      return guarded(cellWord(id, String(cell)));
    default:
      return guarded(String(cell));
  }
}

/** Digits that spreadsheets read as a number: `1250.50`. */
export function amountText(amount_fils: number): string {
  return formatAmount(amount_fils).replaceAll(',', '');
}

export function numberOf(id: string, cell: Cell): number {
  if (typeof cell !== 'number') throw new TypeError(`${id} is no number`);
  return cell;
}

function totalCells({ columns, totals }: Sheet): string[] {
  return columns.map(({ id, kind }, at) => {
    const total = totals[id];
    if (total !== undefined) return kind === 'amount' ? amountText(total) : String(total);
    return at === 0 ? TOTAL : '';
  });
}

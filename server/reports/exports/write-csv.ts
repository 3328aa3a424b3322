import { FILE_LABELS, FLAG_LABELS } from '../../../contract/labels/file-labels.ts';
import { inEnglish, labelIn, type Translate } from '../../../contract/labels/label-list.ts';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { formatAmount } from '../../../contract/rules/amounts/money.ts';
import { BYTE_ORDER_MARK, csvLine, guarded } from '../../../contract/rules/csv/csv-text.ts';
import { cellLabel } from './cell-labels.ts';
import { columnTitle } from './column-titles.ts';
import { isPhone } from './is-phone.ts';
import { rowChunks, type Sheet, type SheetColumn } from './sheet.ts';
import { secondsWriter, shownIn } from './shown-time.ts';

type Cell = ReportRow[string];

/** Writes a sheet as CSV in chunks while its rows are read: titles, rows and totals. */
export async function* csvOf(sheet: Sheet, translate: Translate = inEnglish): AsyncGenerator<string> {
  const { name, columns, time_zone } = sheet;
  const [shown, written] = [shownIn(time_zone), secondsWriter()];
  const timeText = (at: string) => written(shown(at));
  yield BYTE_ORDER_MARK +
    csvLine(columns.map((column) => guarded(columnTitle(translate, name, column, time_zone))));
  for await (const rows of rowChunks(sheet)) {
    const lines = rows.map((row) =>
      csvLine(columns.map((column) => cellText(translate, column, row[column.id], timeText))),
    );
    yield lines.join('');
  }
  yield csvLine(totalCells(translate, sheet));
}

/** Formats a cell. Throws a TypeError for a value that does not match its column. */
function cellText(
  translate: Translate,
  { id, kind }: SheetColumn,
  cell: Cell | undefined,
  timeText: (at: string) => string,
): string {
  if (cell === null || cell === undefined) return '';
  switch (kind) {
    case 'amount':
      return amountText(numberOf(id, cell));
    case 'count':
    case 'share':
      return String(numberOf(id, cell));
    case 'flag':
      return labelIn(translate, FLAG_LABELS, cell ? 'yes' : 'no');
    case 'time':
      return timeText(String(cell));
    case 'phone':
      return isPhone(String(cell)) ? String(cell) : guarded(String(cell));
    case 'word':
      return guarded(cellLabel(translate, id, String(cell)));
    default:
      return guarded(String(cell));
  }
}

/** Formats an amount as digits that spreadsheets read as a number: `1250.50`. */
export function amountText(amount_fils: number): string {
  return formatAmount(amount_fils).replaceAll(',', '');
}

export function numberOf(id: string, cell: Cell): number {
  if (typeof cell !== 'number') throw new TypeError(`${id} is not a number`);
  return cell;
}

function totalCells(translate: Translate, { columns, totals }: Sheet): string[] {
  return columns.map(({ id, kind }, at) => {
    const total = totals[id];
    if (total !== undefined) return kind === 'amount' ? amountText(total) : String(total);
    return at === 0 ? labelIn(translate, FILE_LABELS, 'total') : '';
  });
}

import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx';
import { FILE_LABELS, FLAG_LABELS } from '../../../contract/labels/file-labels.ts';
import { inEnglish, labelIn, type Translate } from '../../../contract/labels/label-list.ts';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import type { CellKind } from '../../../contract/rules/reports/reports.ts';
import { cellLabel } from './cell-labels.ts';
import { columnTitle } from './column-titles.ts';
import { rowChunks, type Sheet, type SheetColumn } from './sheet.ts';
import { shownIn } from './shown-time.ts';
import { numberOf } from './write-csv.ts';

/** The xlsx writer emits many small chunks, which are sent together in chunks of this size. */
const PIECE_BYTES = 64 * 1024;
/** The largest length of a sheet name. */
const NAME_MAX = 31;
/** The largest number of characters in a cell; Excel reports a workbook with more as corrupt. */
const CELL_MAX = 32_767;

/** Text format, so that a text that begins with `=` stays a text when edited. */
const TEXT = { width: 20, numFmt: '@' };
const SHAPES: Record<CellKind, { width: number; numFmt: string }> = {
  text: { width: 32, numFmt: '@' },
  name: { width: 24, numFmt: '@' },
  phone: { width: 18, numFmt: '@' },
  reference: TEXT,
  order_number: { width: 14, numFmt: '@' },
  word: { width: 16, numFmt: '@' },
  amount: { width: 16, numFmt: '#,##0.00' },
  count: { width: 12, numFmt: '0' },
  time: { width: 20, numFmt: 'yyyy-mm-dd hh:mm:ss' },
  day: { width: 12, numFmt: 'yyyy-mm-dd' },
  flag: { width: 10, numFmt: '@' },
  share: { width: 12, numFmt: '0' },
};

/**
 * Writes a sheet as an Excel workbook in chunks while its rows are read. Numbers are numbers, days and times
 * are local dates, and all other cells are texts.
 */
export async function* xlsxOf(sheet: Sheet, translate: Translate = inEnglish): AsyncGenerator<Uint8Array> {
  const { columns, time_zone, name } = sheet;
  const described = columns.map(
    (column): ColumnDef => ({
      header: columnTitle(translate, name, column, time_zone),
      ...SHAPES[column.kind],
    }),
  );
  const stream = writeXlsxStream(rowsOf(translate, sheet), {
    name: name.replaceAll('_', ' ').slice(0, NAME_MAX),
    columns: described,
    freezePane: { rows: 1 },
  });
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    waiting.push(piece);
    bytes += piece.byteLength;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  yield Buffer.concat(waiting);
}

async function* rowsOf(translate: Translate, sheet: Sheet): AsyncGenerator<CellValue[]> {
  const { columns, time_zone, totals } = sheet;
  const shown = shownIn(time_zone);
  for await (const rows of rowChunks(sheet)) {
    for (const row of rows)
      yield columns.map((column) => cellValue(translate, column, row[column.id], shown));
  }
  yield columns.map(({ id, kind }, at) => {
    const total = totals[id];
    if (total !== undefined) return kind === 'amount' ? dirhams(total) : total;
    return at === 0 ? labelIn(translate, FILE_LABELS, 'total') : null;
  });
}

function cellValue(
  translate: Translate,
  { id, kind }: SheetColumn,
  cell: ReportRow[string] | undefined,
  shown: (at: string) => number,
): CellValue {
  if (cell === null || cell === undefined) return null;
  switch (kind) {
    case 'amount':
      return dirhams(numberOf(id, cell));
    case 'count':
    case 'share':
      return numberOf(id, cell);
    case 'flag':
      return labelIn(translate, FLAG_LABELS, cell ? 'yes' : 'no');
    case 'time':
      return new Date(shown(String(cell)));
    case 'day':
      return new Date(`${cell}T00:00:00Z`);
    case 'word':
      return cellLabel(translate, id, String(cell));
    default:
      return cut(String(cell));
  }
}

/** Shortens a text to the cell limit, which bulk actions exceed in the audit. CSV has no such limit. */
function cut(text: string): string {
  return text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text;
}

/**
 * Converts fils to dirhams. Spreadsheets store doubles: for whole fils below 2^53 the quotient is the nearest
 * double and displays the right two decimals. Amounts are summed in fils, never as quotients.
 */
function dirhams(amount_fils: number): number {
  return amount_fils / 100;
}

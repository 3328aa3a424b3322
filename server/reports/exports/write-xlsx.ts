import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx';
import { FILE_LABELS, FLAG_LABELS } from '../../../contract/labels/file-labels.ts';
import { inEnglish, labelIn, type Translate } from '../../../contract/labels/label-list.ts';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import type { CellKind } from '../../../contract/rules/reports/reports.ts';
import { cellWord } from './cell-words.ts';
import { columnTitle } from './column-titles.ts';
import { fewRows, type Sheet, type SheetColumn } from './sheet.ts';
import { shownIn } from './shown-time.ts';
import { numberOf } from './write-csv.ts';

/** What writes the bytes makes many small pieces: so many go out together. */
const PIECE_BYTES = 64 * 1024;
/** A sheet's name has 31 characters at most. */
const NAME_MAX = 31;
/** A cell has so many characters at most; a workbook with more is taken for a broken one. */
const CELL_MAX = 32_767;

/** As text whoever types over it, too: what begins with `=` stays what it is. */
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
};

/** A sheet as an Excel workbook, piece by piece as its rows are read. Numbers are numbers, days and times dates as the shop's clocks show them, all else text. */
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
  for await (const rows of fewRows(sheet)) {
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
      return numberOf(id, cell);
    case 'flag':
      return labelIn(translate, FLAG_LABELS, cell ? 'yes' : 'no');
    case 'time':
      return new Date(shown(String(cell)));
    case 'day':
      return new Date(`${cell}T00:00:00Z`);
    case 'word':
      return cellWord(translate, id, String(cell));
    default:
      return cut(String(cell));
  }
}

/** What is done to many orders at once has long words in the audit. CSV has them whole. */
function cut(text: string): string {
  return text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text;
}

/**
 * Spreadsheets keep numbers as doubles. Of whole fils below 2^53 the hundredth part is the double next to it, which shows the right two decimals: they never
 * come of a sum of parts.
 */
function dirhams(amount_fils: number): number {
  return amount_fils / 100;
}

import { t } from '@lingui/core/macro';
import type {
  ReportRow,
  ReportTotals,
} from '../../../contract/operations/desk/reports/read-report.schema.ts';
import {
  type CellKind,
  REPORTS,
  type ReportColumn,
  type ReportDescription,
} from '../../../contract/rules/reports/reports.ts';
import { columnTitle } from '../../words/column-title.ts';
import type { Column } from '../table/columns.ts';
import { amountLength, ReportCell } from './report-cells.tsx';
import { cellPath, type Open, statementPath } from './report-links.ts';
import { StatementLink } from './StatementLink.tsx';

/** Stand in the column of a name, where there is none. */
const INSTEAD: Record<string, string> = { from_name: 'from_beyond', to_name: 'to_beyond' };
const MERGED = Object.values(INSTEAD);

/** How wide a column is at least, in px, and how much of what is left it takes. */
const WIDTHS: Record<Exclude<CellKind, 'amount'>, readonly [px: number, share: number]> = {
  text: [120, 2],
  name: [112, 2],
  reference: [128, 2],
  order_number: [80, 1],
  phone: [136, 0],
  word: [112, 1],
  count: [88, 0],
  time: [146, 0],
  day: [104, 0],
  flag: [100, 0],
};
const NUMBERS: readonly CellKind[] = ['amount', 'count'];
const DIGIT_PX = 7.6;
const LETTER_PX = 7.8;

/** What is left out first where there is little room; what is not named here always stands. */
const LEFT_OUT = [
  'phone',
  'adjusted_fils',
  'opened_fils',
  'card_machine',
  'notes',
  'outcome',
  'recorded_at',
  'completed_at',
  'occurred_at',
  'role',
  'returned_fils',
  'issued_fils',
  'difference_fils',
  'customer_name',
  'tender',
  'admin_name',
  'late',
  'collected_fils',
  'late_deliveries',
  'cash_fils',
  'card_machine_fils',
  'reference',
];

/** By what a report's rows are sorted: the clock that it counts by. */
export function clockColumn(columns: readonly ReportColumn[]): string | null {
  return columns.find(({ kind }) => kind === 'time' || kind === 'day')?.id ?? null;
}

/** The columns that a screen shows of a report: of two where one stands in place of the other, one. */
export function shownColumns({ columns }: ReportDescription): readonly ReportColumn[] {
  return columns.filter(({ id }) => !MERGED.includes(id));
}

/** What stands in a column, and of which column it is. */
export function cellOf(
  column: ReportColumn,
  row: ReportRow,
): { column: ReportColumn; cell: ReportRow[string] } {
  const instead = INSTEAD[column.id];
  const own = row[column.id] ?? null;
  if (own !== null || instead === undefined) return { column, cell: own };
  return { column: { id: instead, kind: 'word' }, cell: row[instead] ?? null };
}

export function reportColumns(
  open: Open,
  { rows, totals, time_zone }: { rows: readonly ReportRow[]; totals: ReportTotals | null; time_zone: string },
): Column<ReportRow>[] {
  const columns = shownColumns(REPORTS[open.report]);
  const clock = clockColumn(columns);
  const titles = new Map(columns.map(({ id }) => [id, columnTitle(open.report, id)]));
  const widths = new Map(
    columns.map((column) => [column.id, widthOf(column, titles.get(column.id) ?? '', rows, totals)]),
  );
  const has_statement = rows.some((row) => statementPath(open, row));
  const needed = neededPx(columns, open, widths, has_statement ? STATEMENT_PX : 0);
  const shown = columns.map((column): Column<ReportRow> => {
    const { id, kind } = column;
    const [px = 0, share = 0] = widths.get(id) ?? [];
    return {
      id,
      title: titles.get(id) ?? '',
      width: share === 0 ? `${px}px` : `minmax(${px}px,${share}fr)`,
      number: NUMBERS.includes(kind),
      needs_px: needed.get(id) ?? 0,
      // The server sorts.
      ...(id === clock && { sort: () => null }),
      cell: (row) => (
        <ReportCell {...cellOf(column, row)} row={row} time_zone={time_zone} path={cellPath(open, row, id)} />
      ),
    };
  });
  return has_statement ? [...shown, statementColumn(open)] : shown;
}

const STATEMENT_PX = 124;

/** To the day's statement of each driver. */
function statementColumn(open: Open): Column<ReportRow> {
  return {
    id: 'statement',
    title: t`Statement`,
    width: `${STATEMENT_PX}px`,
    screen_only: true,
    cell: (row) => <StatementLink path={statementPath(open, row)} />,
  };
}

/** Neither a title nor an amount is cut: its column is as wide as the widest of them. */
function widthOf(
  { id, kind, sum }: ReportColumn,
  title: string,
  rows: readonly ReportRow[],
  totals: ReportTotals | null,
): readonly [px: number, share: number] {
  const title_px = Math.ceil(title.length * LETTER_PX) + 18;
  if (kind !== 'amount') {
    const [px, share] = WIDTHS[kind];
    return [Math.max(px, title_px), share];
  }
  const amounts = sum && totals ? [totals.sums[id] ?? 0] : [];
  const longest = [...rows.map((row) => Number(row[id] ?? 0)), ...amounts]
    .map((amount) => amountLength(id, amount))
    .reduce((most, length) => Math.max(most, length), 10);
  return [Math.max(Math.ceil(longest * DIGIT_PX) + 18, title_px), 0];
}

/** From which width on each column is shown: those that are left out first need all others to have room. */
function neededPx(
  columns: readonly ReportColumn[],
  { filters }: Open,
  widths: ReadonlyMap<string, readonly number[]>,
  besides_px: number,
): ReadonlyMap<string, number> {
  const pxOf = (id: string) => widths.get(id)?.[0] ?? 0;
  // What a report is narrowed to by a column stays in sight.
  const left_out = LEFT_OUT.filter(
    (id) => columns.some((column) => column.id === id) && !(id === 'difference_fils' && filters.differs),
  );
  let px = columns.reduce((sum, { id }) => sum + (left_out.includes(id) ? 0 : pxOf(id)), besides_px);
  const needed = new Map<string, number>();
  for (const id of left_out.toReversed()) {
    px += pxOf(id);
    needed.set(id, px);
  }
  return needed;
}

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
  type ReportName,
} from '../../../contract/rules/reports/reports.ts';
import { columnTitle } from '../../messages/column-title.ts';
import { accountText } from '../cash-path/movement-messages.ts';
import type { Column } from '../table/columns.ts';
import { amountLength, ReportCell } from './report-cells.tsx';
import { cellPath, type Open, statementPath } from './report-links.ts';
import { StatementLink } from './StatementLink.tsx';

/** The columns that replace an empty name. */
const INSTEAD: Record<string, string> = { from_name: 'from_beyond', to_name: 'to_beyond' };
const MERGED = Object.values(INSTEAD);

/** The minimum width of each column, in px, and its share of the remaining width. */
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
  share: [88, 0],
};
/** Wider than other words, but narrow enough for "Undone" next to it at 1280 px. */
const REASON_WIDTH = [140, 2] as const;
const NUMBERS: readonly CellKind[] = ['amount', 'count', 'share'];
const DIGIT_PX = 7.6;
const LETTER_PX = 7.8;

/** Columns in the order in which they are hidden on a narrow screen; any other column is always shown. */
const HIDDEN_FIRST = [
  'phone',
  'hour',
  'rounding_fils',
  'transfer_fils',
  'link_fils',
  'reason_text',
  'adjusted_fils',
  'opened_fils',
  'card_machine',
  'notes',
  'conflict',
  'outcome',
  'recorded_at',
  'completed_at',
  'occurred_at',
  'role',
  'returned_fils',
  'issued_fils',
  'difference_fils',
  'note',
  'undone',
  'number',
  'area',
  'attempted_orders',
  'customer_name',
  'refund_fils',
  'tender',
  'admin_name',
  'by_name',
  'late',
  'collected_fils',
  'late_deliveries',
  'matched_fils',
  'pending_fils',
  'cash_fils',
  'card_machine_fils',
  'reference',
];

/** Columns without which a report's rows cannot be distinguished; they are always shown. */
const NEVER_HIDDEN: Partial<Record<ReportName, string>> = {
  attempts: 'occurred_at',
  attempt_areas: 'area',
  attempt_hours: 'hour',
};

/** Returns the column that a report is sorted by: that of its timestamp or day. */
export function clockColumn(columns: readonly ReportColumn[]): string | null {
  return columns.find(({ kind }) => kind === 'time' || kind === 'day')?.id ?? null;
}

/** The rows and totals that a report shows. */
export type Shown = { rows: readonly ReportRow[]; totals: ReportTotals | null };

/** Returns the columns for the screen: a column that few shops use is hidden while it has no amount. */
export function shownColumns(report: ReportName, { rows, totals }: Shown): readonly ReportColumn[] {
  const hasAmount = (id: string) =>
    (totals?.sums[id] ?? 0) !== 0 || rows.some((row) => Number(row[id] ?? 0) !== 0);
  return mergedColumns(report).filter(({ id, when_used }) => !when_used || hasAmount(id));
}

/** Returns all columns of a report, except those that are merged into others. */
export function mergedColumns(report: ReportName): readonly ReportColumn[] {
  const { columns }: ReportDescription = REPORTS[report];
  return columns.filter(({ id }) => !MERGED.includes(id));
}

/** Returns a cell's value with the column that it comes from. A person's account needs both columns. */
export function cellOf(
  column: ReportColumn,
  row: ReportRow,
): { column: ReportColumn; cell: ReportRow[string] } {
  const instead = INSTEAD[column.id];
  const own = row[column.id] ?? null;
  const account = instead === undefined ? null : (row[instead] ?? null);
  if (own !== null && account !== null) {
    return { column, cell: accountText(String(account), String(own)) };
  }
  if (own !== null || instead === undefined) return { column, cell: own };
  return { column: { id: instead, kind: 'word' }, cell: row[instead] ?? null };
}

export function reportColumns(
  open: Open,
  { rows, totals, time_zone }: Shown & { time_zone: string },
): Column<ReportRow>[] {
  const columns = shownColumns(open.report, { rows, totals });
  const clock = clockColumn(columns);
  const titles = new Map(columns.map(({ id }) => [id, columnTitle(open.report, id)]));
  const widths = new Map(
    columns.map((column) => [column.id, widthOf(column, titles.get(column.id) ?? '', rows, totals)]),
  );
  const has_statement = rows.some((row) => statementPath(open, row));
  const hideable = hideableOf(open, rows);
  const needed = neededPx(columns, hideable, widths, has_statement ? STATEMENT_PX : 0);
  const shown = columns.map((column): Column<ReportRow> => {
    const { id, kind } = column;
    const [px = 0, share = 0] = widths.get(id) ?? [];
    return {
      id,
      title: titles.get(id) ?? '',
      width: share === 0 ? `${px}px` : `minmax(${px}px,${share}fr)`,
      number: NUMBERS.includes(kind),
      needs_px: needed.get(id) ?? 0,
      // Sorting is done by the server.
      ...(id === clock && { sort: () => null }),
      cell: (row) => (
        <ReportCell {...cellOf(column, row)} row={row} time_zone={time_zone} path={cellPath(open, row, id)} />
      ),
    };
  });
  return has_statement ? [...shown, statementColumn(open)] : shown;
}

const STATEMENT_PX = 124;

/** The column with links to each driver's statement of the day. */
function statementColumn(open: Open): Column<ReportRow> {
  return {
    id: 'statement',
    title: t`Statement`,
    width: `${STATEMENT_PX}px`,
    screen_only: true,
    cell: (row) => <StatementLink path={statementPath(open, row)} />,
  };
}

/** Makes a column wide enough for its title and for its widest amount, so that neither is cut off. */
function widthOf(
  { id, kind, sum }: ReportColumn,
  title: string,
  rows: readonly ReportRow[],
  totals: ReportTotals | null,
): readonly [px: number, share: number] {
  const title_px = Math.ceil(title.length * LETTER_PX) + 18;
  if (kind !== 'amount') {
    const [px, share] = id === 'attempt_reason' ? REASON_WIDTH : WIDTHS[kind];
    return [Math.max(px, title_px), share];
  }
  const amounts = sum && totals ? [totals.sums[id] ?? 0] : [];
  const longest = [...rows.map((row) => Number(row[id] ?? 0)), ...amounts]
    .map((amount) => amountLength(id, amount))
    .reduce((most, length) => Math.max(most, length), 10);
  return [Math.max(Math.ceil(longest * DIGIT_PX) + 18, title_px), 0];
}

/** The column that a filter selects by. */
const COLUMN_OF_TENDER: Partial<Record<string, string>> = {
  card_machine: 'card_machine_fils',
  payment_link: 'link_fils',
  bank_transfer: 'transfer_fils',
};

/** Returns the columns in the order in which they are hidden, without those that a filter selects by. */
function hideableOf({ report, filters }: Open, rows: readonly ReportRow[]): readonly string[] {
  const kept = [
    COLUMN_OF_TENDER[filters.tender ?? ''],
    filters.differs && 'difference_fils',
    NEVER_HIDDEN[report],
  ];
  // The outcome distinguishes corrections and later payments from deliveries.
  if (rows.some(({ outcome }) => outcome === 'correction' || outcome === 'payment')) kept.push('outcome');
  // In the list, it follows from the amounts collected and the cash.
  const hidden_first = report === 'deliveries' ? ['card_machine_fils', ...HIDDEN_FIRST] : HIDDEN_FIRST;
  return [...new Set(hidden_first)].filter((id) => !kept.includes(id));
}

/** Returns the table width in px from which each column is shown, after all more important ones. */
function neededPx(
  columns: readonly ReportColumn[],
  hideable: readonly string[],
  widths: ReadonlyMap<string, readonly number[]>,
  statement_px: number,
): ReadonlyMap<string, number> {
  const pxOf = (id: string) => widths.get(id)?.[0] ?? 0;
  const hidden_first = hideable.filter((id) => columns.some((column) => column.id === id));
  let px = columns.reduce((sum, { id }) => sum + (hidden_first.includes(id) ? 0 : pxOf(id)), statement_px);
  const needed = new Map<string, number>();
  for (const id of hidden_first.toReversed()) {
    px += pxOf(id);
    needed.set(id, px);
  }
  return needed;
}

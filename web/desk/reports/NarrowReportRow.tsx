import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { REPORTS, type ReportColumn, type ReportName } from '../../../contract/rules/reports/reports.ts';
import { shortTime } from '../../components/short-time.ts';
import { columnTitle } from '../../messages/column-title.ts';
import { classNames } from '../../ui/class-names.ts';
import { ReportCell } from './report-cells.tsx';
import { cellOf, mergedColumns } from './report-columns.tsx';
import { cellPath, type Open, rowPath, statementPath } from './report-links.ts';
import { StatementLink } from './StatementLink.tsx';

/** The columns of a row on a narrow screen: its subject, its amount, and a second line. */
type Narrow = { lead: readonly string[]; amount: string; below: readonly string[]; end?: string };

const TRIED = ['attempts', 'attempted_orders', 'delivered', 'delivered_first'];
const DELIVERED = [
  'deliveries',
  'late_deliveries',
  'cash_fils',
  'card_machine_fils',
  'link_fils',
  'transfer_fils',
  'owed_fils',
];
const NARROW: Record<ReportName, Narrow> = {
  deliveries: {
    lead: ['customer_name'],
    amount: 'collected_fils',
    below: ['outcome', 'order_number', 'driver_name'],
    end: 'delivered_at',
  },
  order_changes: {
    lead: ['customer_name'],
    amount: 'owed_fils',
    below: ['change', 'order_number', 'by_name'],
    end: 'recorded_at',
  },
  expenses: {
    lead: ['full_name'],
    amount: 'amount_fils',
    below: ['expense_kind', 'reference'],
    end: 'recorded_at',
  },
  movements: {
    lead: ['from_name', 'to_name'],
    amount: 'amount_fils',
    below: ['reason', 'source'],
    end: 'recorded_at',
  },
  handovers: {
    lead: ['driver_name'],
    amount: 'amount_fils',
    below: ['handover_type', 'difference_fils'],
    end: 'recorded_at',
  },
  collections: {
    lead: ['staff_name'],
    amount: 'amount_fils',
    below: ['manager_name'],
    end: 'recorded_at',
  },
  deposits: { lead: ['manager_name'], amount: 'amount_fils', below: ['reference'], end: 'deposit_date' },
  floats: { lead: ['admin_name'], amount: 'issued_fils', below: ['direction'], end: 'recorded_at' },
  holders: { lead: ['full_name'], amount: 'closing_fils', below: ['opening_fils', 'in_fils', 'out_fils'] },
  drivers: {
    lead: ['driver_name'],
    amount: 'collected_fils',
    below: DELIVERED,
  },
  days: {
    lead: ['day'],
    amount: 'collected_fils',
    below: DELIVERED,
  },
  book: {
    lead: ['day'],
    amount: 'closing_fils',
    below: [
      'collected_fils',
      'banked_fils',
      'issued_fils',
      'returned_fils',
      'adjusted_fils',
      'spent_fils',
      'differences',
    ],
  },
  attempts: {
    lead: ['customer_name'],
    amount: 'attempt_reason',
    below: ['order_number', 'driver_name'],
    end: 'occurred_at',
  },
  attempt_reasons: { lead: ['attempt_reason'], amount: 'attempts', below: ['attempted_orders'] },
  attempt_drivers: { lead: ['driver_name'], amount: 'first_share', below: TRIED },
  attempt_areas: { lead: ['area'], amount: 'first_share', below: TRIED },
  attempt_hours: { lead: ['hour'], amount: 'first_share', below: TRIED },
};

/** In px: the width of a row on a narrow screen, of a character, and of the gap between two figures. */
const [LINE_PX, LETTER_PX, GAP_PX] = [326, 7.3, 16];
const [ONE_LINE_PX, TWO_LINES_PX] = [64, 92];
/** The width of the link to the day's statement, in px. It comes first, so that it is never cut off. */
const STATEMENT_PX = 15 * LETTER_PX + GAP_PX;

/** Returns the row height on a narrow screen, in px: that of the row with the most figures. */
export function narrowPx(open: Open, rows: readonly ReportRow[]): number {
  const { report } = open;
  if (REPORTS[report].shape === 'list') return ONE_LINE_PX;
  const columns = mergedColumns(report).filter(({ id }) => NARROW[report].below.includes(id));
  const widthOf = (row: ReportRow, { id, kind }: ReportColumn) => {
    const figure = kind === 'amount' ? formatMoney(Number(row[id] ?? 0)) : `${row[id]}`;
    return (columnTitle(report, id).length + figure.length) * LETTER_PX + GAP_PX;
  };
  const isWide = (row: ReportRow) =>
    columns.reduce(
      (px, column) => px + (row[column.id] === 0 ? 0 : widthOf(row, column)),
      statementPath(open, row) ? STATEMENT_PX : 0,
    ) > LINE_PX;
  return rows.some(isWide) ? TWO_LINES_PX : ONE_LINE_PX;
}

export function NarrowReportRow({ open, row, time_zone }: { open: Open; row: ReportRow; time_zone: string }) {
  const { lead, amount, below, end } = NARROW[open.report];
  const columns = mergedColumns(open.report);
  const cell = (id: string) => {
    const column = columns.find((one) => one.id === id);
    if (!column) return null;
    return <ReportCell {...cellOf(column, row)} row={row} time_zone={time_zone} path={null} />;
  };
  const path = rowPath(open, row);
  const is_returned = open.report === 'floats' && row.issued_fils === null;
  const title = <Joined ids={lead} cell={cell} mark="→" />;
  return (
    <span className="flex flex-col leading-tight">
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="min-w-0 flex-1 font-medium">
          {path ? (
            <Link to={path} className="flex min-w-0 hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </span>
        <span className="shrink-0">{cell(is_returned ? 'returned_fils' : amount)}</span>
      </span>
      <span className="flex min-w-0 items-baseline gap-2 text-muted">
        {REPORTS[open.report].shape === 'list' ? (
          <Joined ids={below.filter((id) => row[id] !== null && !isImplied(id, row))} cell={cell} mark="·" />
        ) : (
          <Figures open={open} row={row} columns={columns.filter(({ id }) => below.includes(id))} />
        )}
        {end && <span className="ms-auto shrink-0">{endOf(row, end, time_zone) ?? cell(end)}</span>}
      </span>
    </span>
  );
}

function Joined({
  ids,
  cell,
  mark,
}: {
  ids: readonly string[];
  cell: (id: string) => ReactNode;
  mark: string;
}) {
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-1.5">
      {ids.map((id, at) => (
        <span
          key={id}
          className={classNames(
            'flex items-baseline gap-1.5',
            ids.length === 1 || at > 0 ? 'min-w-0' : 'max-w-3/5 shrink-0',
          )}
        >
          {at > 0 && <span aria-hidden="true">{mark}</span>}
          <span className="min-w-0 truncate">{cell(id)}</span>
        </span>
      ))}
    </span>
  );
}

/** Shows the figures that are not zero, each with its name and a link to the rows that it counts. */
function Figures({ open, row, columns }: { open: Open; row: ReportRow; columns: readonly ReportColumn[] }) {
  const path = statementPath(open, row);
  return (
    <span className="flex max-h-14 flex-wrap gap-x-3 overflow-hidden text-sm">
      {path && (
        <span className="inline-flex min-h-7 items-center">
          <StatementLink path={path} />
        </span>
      )}
      {columns
        .filter(({ id }) => row[id] !== 0)
        .map((column) => (
          <span key={column.id} className="inline-flex min-h-7 items-center gap-1 whitespace-nowrap">
            {columnTitle(open.report, column.id)}
            <ReportCell
              column={column}
              cell={row[column.id]}
              row={row}
              time_zone=""
              path={cellPath(open, row, column.id)}
            />
          </span>
        ))}
    </span>
  );
}

/** True for a value that the rest of the row shows. */
function isImplied(id: string, row: ReportRow): boolean {
  if (id === 'outcome') return row.outcome === 'delivered' || row.outcome === 'recorded_with_conflict';
  return id === 'source' && row.reason === 'collection';
}

function endOf(row: ReportRow, id: string, time_zone: string): string | null {
  const at = row[id];
  return id.endsWith('_at') && typeof at === 'string' ? shortTime(at, time_zone) : null;
}

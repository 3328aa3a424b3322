import { t } from '@lingui/core/macro';
import { CalendarX, SearchX } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import type {
  ReportRow,
  ReportTotals,
} from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { totalOf } from '../../../contract/rules/reports/report-totals.ts';
import { REPORTS } from '../../../contract/rules/reports/reports.ts';
import { messageOf } from '../../api/problem-messages.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { columnTitle } from '../../messages/column-title.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCount } from '../figures/format-count.ts';
import { DeskTable } from '../table/DeskTable.tsx';
import { ListFrame } from '../table/ListFrame.tsx';
import { NextPageFailure } from '../table/NextPageFailure.tsx';
import type { TableFootParts } from '../table/TableFoot.tsx';
import { useChangedRows } from '../table/use-changed-rows.ts';
import { useSteadyRows } from '../table/use-steady-rows.ts';
import { NarrowReportRow, narrowPx } from './NarrowReportRow.tsx';
import { periodFaultText, periodText } from './period-messages.ts';
import { type ReportAddress, reportPath } from './report-address.ts';
import { ReportCell } from './report-cells.tsx';
import { clockColumn, reportColumns, type Shown, shownColumns } from './report-columns.tsx';
import { cellPath, type Open, rowPath } from './report-links.ts';
import { reportTitle } from './report-messages.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import type { OpenReport } from './use-report.ts';

const NO_ROWS: readonly ReportRow[] = [];
const keyOf = ({ id }: ReportRow) => String(id);
const versionOf = (row: ReportRow) => JSON.stringify(row);

type Props = {
  address: ReportAddress;
  report: OpenReport;
  /** All rows of the report while it is being printed. */
  printed: readonly ReportRow[] | null;
};

/** The rows of a report with their totals, including the states loading, failed and empty. */
export function ReportTable({ address, report, printed }: Props) {
  const { open, fault, read } = report;
  if (fault) {
    return (
      <EmptyState
        icon={CalendarX}
        title={t`Invalid dates`}
        description={t`${periodFaultText(fault)}. Correct the dates to see the report.`}
      />
    );
  }
  return (
    <ListFrame
      read={read}
      failed={t`The report could not be loaded`}
      isEmpty={({ rows }) => rows.length === 0}
      empty={{ icon: SearchX, ...emptyText(open) }}
    >
      {(data) => (
        <>
          <Rows
            address={address}
            open={open}
            rows={data.rows}
            totals={data.totals}
            printed={printed}
            showMore={data.showMore}
          />
          {data.failed && (
            <NextPageFailure
              words={t`More rows could not be loaded: ${messageOf(data.failed.error)}`}
              failed={data.failed}
            />
          )}
        </>
      )}
    </ListFrame>
  );
}

function emptyText({ filters, days }: Open): { title: string; description: string } {
  const period = periodText(days);
  const is_narrowed = Object.values(filters).some((value) => value !== undefined);
  return {
    title: t`No rows for ${period}`,
    description: is_narrowed
      ? t`Choose other days or remove filters.`
      : t`Choose other days. New records appear here automatically.`,
  };
}

type RowsProps = {
  address: ReportAddress;
  open: Open;
  rows: readonly ReportRow[];
  totals: ReportTotals | null;
  printed: readonly ReportRow[] | null;
  showMore: (() => void) | null;
};

function Rows({ address, open, rows: read_rows, totals, printed, showMore }: RowsProps) {
  const time_zone = useTimeZone();
  const [, navigate] = useLocation();
  const scope = `${reportPath(address)} ${open.days.from} ${open.days.to}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `scope` covers everything in `open`
  const columns = useMemo(
    () => reportColumns(open, { rows: read_rows, totals, time_zone }),
    [scope, read_rows, totals, time_zone],
  );
  const rows = useSteadyRows(read_rows.length > 0 ? read_rows : NO_ROWS, {
    columns,
    sort: null,
    keyOf,
    scope,
  });
  const changed = useChangedRows(rows, { keyOf, versionOf, scope });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `scope` covers everything in `open`
  const narrow = useCallback(
    (row: ReportRow) => <NarrowReportRow open={open} row={row} time_zone={time_zone} />,
    [scope, time_zone],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `scope` covers everything in `open`
  const row_px = useMemo(() => narrowPx(open, read_rows), [scope, read_rows]);
  const box = useKeptScroll(scope, rows.length);
  const clock = clockColumn(REPORTS[open.report].columns);
  const all = totals?.rows ?? 0;
  const foot = footOf(open, { rows: read_rows, totals }, time_zone);
  const table = (
    <DeskTable
      fill
      key={open.report}
      label={reportTitle(open.report)}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      sort={clock === null ? null : { column: clock, down: address.way === 'down' }}
      onSort={({ down }) =>
        navigate(reportPath({ ...address, way: down ? 'down' : 'up' }), { replace: true })
      }
      changed={changed}
      narrow={narrow}
      narrow_px={row_px}
      onOpen={(row) => {
        const path = rowPath(open, row);
        if (path) navigate(path);
      }}
      {...(foot && { foot })}
      printed_rows={printed ?? undefined}
      box={box}
      hiddenColumns={hiddenColumns}
      {...(showMore && { onEnd: showMore })}
    />
  );
  return (
    <>
      {table}
      {!printed && rows.length < all && (
        <p className="hidden print:block">{t`Only the first ${formatCount(rows.length)} of ${formatCount(all)} rows.`}</p>
      )}
    </>
  );
}

/** Names the columns that do not fit, and the actions that include them. */
function hiddenColumns(titles: readonly string[]) {
  const names = titles.join(', ');
  return (
    <p className="text-muted text-sm print:hidden">{t`These columns do not fit: ${names}. Print and Export include them.`}</p>
  );
}

/** The totals of the whole period, including rows that are not loaded. Null if no column has a total. */
function footOf(open: Open, shown: Shown, time_zone: string): TableFootParts | null {
  const { totals } = shown;
  const columns = shownColumns(open.report, shown);
  const added = columns.filter(({ sum, share }) => sum || share);
  if (added.length === 0) return null;
  const figure = (id: string) => {
    const column = added.find((one) => one.id === id);
    if (!column) return null;
    if (!totals) return <span className="text-muted">…</span>;
    const cell = totalOf(column, totals.sums);
    return (
      <ReportCell
        column={column}
        cell={cell}
        row={null}
        time_zone={time_zone}
        path={cellPath(open, null, id)}
      />
    );
  };
  return {
    cell: (id) => (id === columns[0]?.id ? t`Total` : figure(id)),
    narrow: (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
        {t`Total`}
        {added
          .filter(({ id }) => totals?.sums[id] !== 0)
          .map(({ id }) => (
            <span key={id} className="inline-flex items-baseline gap-1 whitespace-nowrap">
              <span className="font-normal text-muted">{columnTitle(open.report, id)}</span>
              {figure(id)}
            </span>
          ))}
      </span>
    ),
  };
}

import { t } from '@lingui/core/macro';
import { ChartColumn, FileDown, FileQuestionMark, Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useRoute, useSearch } from 'wouter';
import { REPORTS } from '../../../contract/rules/reports/reports.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';
import { hasChart } from '../charts/report-bars.ts';
import type { Exportable } from '../export/export-store.ts';
import { useExport } from '../export/use-export.tsx';
import { FilterDisclosure } from './FilterDisclosure.tsx';
import { PeriodPicker } from './PeriodPicker.tsx';
import { clockText, periodText } from './period-messages.ts';
import { PrintedFilters, ReportFilters } from './ReportFilters.tsx';
import { ReportFoot } from './ReportFoot.tsx';
import { ReportTable } from './ReportTable.tsx';
import { ReportTabs } from './ReportTabs.tsx';
import { type ReportAddress, readReportAddress, reportPath } from './report-address.ts';
import { reportTitle } from './report-messages.ts';
import { usePrintReport } from './use-print-report.ts';
import { type OpenReport as Opened, useReport } from './use-report.ts';

/** Loaded when the first chart is opened. */
const ReportChart = lazy(async () => ({ default: (await import('../charts/ReportChart.tsx')).ReportChart }));

/** The shop's figures for any period, with the records behind them. */
export function Reports() {
  const [, params] = useRoute('/desk/reports/:report');
  const address = readReportAddress(params?.report, useSearch());
  return address ? <OpenReport address={address} /> : <NoReport />;
}

const PLACE = 'desk-fill flex min-w-0 flex-col gap-2';

function NoReport() {
  return (
    <div className={PLACE}>
      <PageHeading />
      <ReportTabs open={null} period={{ preset: 'this_month' }} filters={{}} />
      <EmptyState
        icon={FileQuestionMark}
        title={t`There is no such report`}
        description={t`Choose a report above.`}
      />
    </div>
  );
}

function OpenReport({ address }: { address: ReportAddress }) {
  const report = useReport(address);
  const [, navigate] = useLocation();
  const { fault, open } = report;
  const period = fault ? null : periodText(open.days);
  const clock = clockText(REPORTS[open.report].clock);
  const printing = usePrintReport(address, report);
  const [chart_open, setChartOpen] = useState(false);
  const chart_title = chart_open ? t`Hide the chart` : t`Chart`;
  const charting = hasChart(open.report)
    ? { id: 'chart', title: chart_title, key: 'c', run: () => setChartOpen(!chart_open) }
    : null;
  useDeskActions(t`Reports`, charting ? [printing.action, charting] : [printing.action]);
  const title = reportTitle(open.report);
  const exporting = useExport(title, exportableOf(address, report, title));
  const { data } = report.read;
  const all = data?.totals?.rows ?? 0;
  const chart = charting && chart_open && data && all > 0 && !fault && (
    <Suspense fallback={null}>
      <ReportChart open={open} rows={printing.rows ?? data.rows} all={all} />
    </Suspense>
  );
  const go = (change: Partial<ReportAddress>, replace = false) =>
    navigate(reportPath({ ...address, ...change }), { replace });
  return (
    // Next to a chart a narrow screen has no room for rows: the page scrolls, and the rows get most of the
    // screen.
    <div className={classNames(PLACE, chart && 'max-lg:h-auto!')}>
      <PageHeading
        title={title}
        action={
          <span className="flex flex-wrap gap-2">
            {charting && <ActionButton action={charting} icon={ChartColumn} variant="secondary" />}
            <ActionButton action={printing.action} icon={Printer} variant="secondary" busy={printing.busy} />
            <ActionButton action={exporting.action} icon={FileDown} variant="secondary" />
          </span>
        }
        {...(period !== null && { subtitle: t`${period}, ${clock}` })}
      />
      <ReportTabs open={open.report} period={address.period} filters={address.filters} />
      <PrintedFilters address={address} />
      <div className="flex min-w-0 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
        <PeriodPicker
          period={address.period}
          days={open.days}
          onPeriod={(next, again) => go({ period: next }, again)}
        />
        {REPORTS[address.report].filters.length > 0 && (
          <FilterDisclosure
            count={Object.values(address.filters).filter((value) => value !== undefined).length}
          >
            <ReportFilters
              report={address.report}
              filters={address.filters}
              onFilters={(filters) => go({ filters })}
            />
          </FilterDisclosure>
        )}
      </div>
      {chart}
      <div
        className={classNames(
          'flex min-h-0 min-w-0 flex-1 flex-col gap-2 print:block',
          chart && 'max-lg:h-[80dvh] max-lg:flex-none print:h-auto!',
        )}
      >
        <ReportTable address={address} report={report} printed={printing.rows} />
        <ReportFoot address={address} report={report} />
      </div>
      {exporting.dialog}
    </div>
  );
}

/** The whole report for an export, in the order shown. */
function exportableOf(
  { way }: ReportAddress,
  { fault, open, read }: Opened,
  title: string,
): Exportable | null {
  const { report, days, filters } = open;
  const totals = read.data?.totals;
  if (fault || !totals) return null;
  return { view: { report: { report, ...days, ...filters, way } }, title, rows: totals.rows };
}

import { plural, t } from '@lingui/core/macro';
import { Clock } from 'lucide-react';
import { Link } from 'wouter';
import { REPORTS, type ReportFilter, type ReportName } from '../../../contract/rules/reports/reports.ts';
import { formatCount } from '../figures/format-count.ts';
import { type ReportAddress, reportPath } from './report-address.ts';
import type { OpenReport } from './use-report.ts';

/** The report's last line: the number of rows, of rows shown, and of rows recorded late. */
export function ReportFoot({ address, report }: { address: ReportAddress; report: OpenReport }) {
  const { data } = report.read;
  if (report.fault) return null;
  const totals = data?.totals;
  const all = totals?.rows ?? 0;
  const shown = data?.rows.length ?? 0;
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 rounded-card border border-line bg-surface px-3 text-sm print:hidden">
      <p role="status" className="amount py-2 text-muted">
        {totals && rowsText(all)}
        {totals && shown < all && ` · ${t`${formatCount(shown)} shown`}`}
      </p>
      {totals && totals.late > 0 && address.filters.late === undefined && (
        <Link
          to={reportPath({ ...address, ...lateIn(address) })}
          className="inline-flex min-h-9 items-center gap-1.5 text-warn hover:underline pointer-coarse:min-h-12"
        >
          <Clock size={14} className="shrink-0" />
          <span className="max-sm:hidden">
            {t`${plural(totals.late, { one: '# recorded over an hour late', other: '# recorded over an hour late' })}`}
          </span>
          <span className="sm:hidden">
            {t`${plural(totals.late, { one: '# recorded late', other: '# recorded late' })}`}
          </span>
        </Link>
      )}
    </div>
  );
}

function rowsText(count: number): string {
  return count < 1000
    ? t`${plural(count, { one: '# row', other: '# rows' })}`
    : t`${formatCount(count)} rows`;
}

/** The list that contains the rows which a table counts. */
const LISTS: Partial<Record<ReportName, ReportName>> = {
  holders: 'movements',
  drivers: 'deliveries',
  days: 'deliveries',
  book: 'movements',
  attempt_reasons: 'attempts',
  attempt_drivers: 'attempts',
  attempt_areas: 'attempts',
  attempt_hours: 'attempts',
};

function lateIn({ report, filters, way }: ReportAddress): Pick<ReportAddress, 'report' | 'filters' | 'way'> {
  const list = LISTS[report] ?? report;
  const supported: readonly ReportFilter[] = REPORTS[list].filters;
  // The tables count the attempts that were not undone.
  const counted = list === 'attempts' && report !== list ? ({ undone: 'no' } as const) : {};
  return {
    report: list,
    filters: supported.includes('late') ? { ...filters, ...counted, late: 'yes' } : filters,
    way: list === report ? way : 'down',
  };
}

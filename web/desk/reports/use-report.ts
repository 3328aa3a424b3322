import { useMemo } from 'react';
import type {
  ReportRow,
  ReportTotals,
} from '../../../contract/operations/desk/reports/read-report.schema.ts';
import type { DateText } from '../../../contract/rules/dates/dates.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { type PeriodFault, periodFault } from '../../../contract/rules/reports/report-period.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { useNow } from '../../ui/use-now.ts';
import { type DeskPages, type PagesResult, useDeskPages } from '../reads/use-desk-pages.ts';
import { daysOf, type ReportAddress } from './report-address.ts';
import type { Open } from './report-links.ts';

const MINUTE_MS = 60_000;
/** The number of pages after which the report stops loading; the rest needs filters or an export. */
const PAGES_MAX = 20;

export type ReportRead = PagesResult<
  'read_report',
  Omit<DeskPages<unknown>, 'pages'> & {
    rows: readonly ReportRow[];
    totals: ReportTotals | null;
  }
>;

export type OpenReport = { open: Open; fault: PeriodFault | null; read: ReportRead };

/** Reads the report that an address names, for the days that it means today. */
export function useReport(address: ReportAddress): OpenReport {
  const today = useToday();
  const { report, period, filters, way } = address;
  const days = daysOf(period, today);
  const fault = periodFault(days);
  const pages = useDeskPages(
    'read_report',
    { report, ...days, ...filters, way },
    { enabled: fault === null, pages_max: PAGES_MAX },
  );
  const loaded = pages.data?.pages;
  const shown = useMemo(
    () =>
      loaded && {
        rows: loaded.flatMap(({ rows }) => rows),
        totals: loaded[0]?.totals ?? null,
      },
    [loaded],
  );
  const data = pages.data && shown && { ...pages.data, ...shown };
  return { open: { report, period, days, filters }, fault, read: { ...pages, data } };
}

/** The current day in the shop's time zone. */
export function useToday(): DateText {
  const time_zone = useTimeZone();
  return dayOf(new Date(useNow(MINUTE_MS)), time_zone);
}

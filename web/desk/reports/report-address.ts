import type { DateText } from '../../../contract/rules/dates/dates.ts';
import { UUID } from '../../../contract/rules/ids.ts';
import { SORT_WAYS, type SortWay } from '../../../contract/rules/orders/desk-orders.ts';
import {
  PERIOD_PRESETS,
  type Period,
  type PeriodPreset,
  periodOf,
} from '../../../contract/rules/reports/report-period.ts';
import {
  BEYOND_STAFF,
  CASH_FLOWS,
  DAY_HANDOVER_TYPES,
  MOVEMENT_REASONS,
  ORDER_CHANGES,
  REPORT_FILTERS,
  REPORT_NAMES,
  REPORT_TENDERS,
  REPORTS,
  type ReportFilter,
  type ReportName,
  UNDONE_CHOICES,
} from '../../../contract/rules/reports/reports.ts';
import type { ReportQuery } from '../../../contract/schemas/reports.ts';
import type { DeskPath } from '../shell/desk-places.ts';

export const REPORTS_PATH = '/desk/reports';

/**
 * A preset is kept as a preset: opened tomorrow, the address means tomorrow's days. Dates are kept as they
 * were typed and may be invalid.
 */
export type AddressPeriod = { preset: PeriodPreset } | Period;

export type ReportFilters = Partial<Pick<ReportQuery, ReportFilter>>;

/** The open report with its period, filters and sort order, as the address names them. */
export type ReportAddress = {
  report: ReportName;
  period: AddressPeriod;
  filters: ReportFilters;
  way: SortWay;
};

const FIRST_PERIOD: PeriodPreset = 'this_month';

const CHOICES: Record<Exclude<ReportFilter, 'user_id'>, readonly string[]> = {
  tender: [...REPORT_TENDERS, 'none'],
  change: ORDER_CHANGES,
  reason: MOVEMENT_REASONS,
  beyond: BEYOND_STAFF,
  flow: CASH_FLOWS,
  handover_type: DAY_HANDOVER_TYPES,
  differs: ['yes'],
  undone: UNDONE_CHOICES,
  late: ['yes'],
};

/** Parses an address. `report` is the last segment of its path; returns null if there is no such report. */
export function readReportAddress(report: string | undefined, search: string): ReportAddress | null {
  const name = report === undefined ? REPORT_NAMES[0] : oneOf(REPORT_NAMES, report);
  if (name === undefined) return null;
  const params = new URLSearchParams(search);
  return {
    report: name,
    period: readPeriod(params),
    filters: supportedFilters(name, readFilters(params)),
    way: oneOf(SORT_WAYS, params.get('way')) ?? wayOf(name),
  };
}

function readPeriod(params: URLSearchParams): AddressPeriod {
  const [from, to] = [params.get('from'), params.get('to')];
  if (from !== null || to !== null) return { from: from ?? '', to: to ?? '' };
  return { preset: oneOf(PERIOD_PRESETS, params.get('period')) ?? FIRST_PERIOD };
}

function readFilters(params: URLSearchParams): ReportFilters {
  const read = REPORT_FILTERS.flatMap((filter) => {
    const value = params.get(filter) ?? '';
    const is_known = filter === 'user_id' ? UUID.test(value) : CHOICES[filter].includes(value);
    return is_known ? [[filter, value] as const] : [];
  });
  return Object.fromEntries(read) as ReportFilters;
}

/** Returns those of the filters that the report supports. */
export function supportedFilters(report: ReportName, filters: ReportFilters): ReportFilters {
  return Object.fromEntries(textsOf(report, filters)) as ReportFilters;
}

function textsOf(report: ReportName, filters: ReportFilters): [filter: string, value: string][] {
  return REPORTS[report].filters.flatMap((filter) => {
    const value = filters[filter];
    return value === undefined ? [] : [[filter, value]];
  });
}

/** The default sort order: lists start with the newest record, tables with the first day. */
function wayOf(report: ReportName): SortWay {
  return REPORTS[report].shape === 'list' ? 'down' : 'up';
}

/** Returns the path of a report; the default sort order is omitted. */
export function reportPath(
  address: Pick<ReportAddress, 'report' | 'period'> & Partial<ReportAddress>,
): DeskPath {
  const { report, period, filters = {}, way = wayOf(report) } = address;
  const search = new URLSearchParams({
    ...('preset' in period ? { period: period.preset } : period),
    ...Object.fromEntries(textsOf(report, filters)),
    ...(way === wayOf(report) ? {} : { way }),
  });
  return `${REPORTS_PATH}/${report}?${search}`;
}

/** Returns the days that a period means on `today`. */
export function daysOf(period: AddressPeriod, today: DateText): Period {
  return 'preset' in period ? periodOf(period.preset, today) : period;
}

function oneOf<const T extends string>(all: readonly T[], text: string | null): T | undefined {
  return all.find((one) => one === text);
}

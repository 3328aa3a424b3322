import type {
  ReportResponse,
  ReportTotals,
} from '../../contract/operations/desk/reports/read-report.schema.ts';
import { REPORT_PAGE, REPORTS, type ReportFilter } from '../../contract/rules/reports/reports.ts';
import { type ReportQuery, reportFilters } from '../../contract/schemas/reports.ts';
import { readRoute } from '../operations/route.ts';
import { beginOfDay } from '../platform/database/business-day.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import type { Report, ResolvedQuery, Span } from './report.ts';

/**
 * Sets custom plans for the rest of the transaction. A generic plan would read years through an index, which
 * takes three times as long as a scan of the table.
 */
const CUSTOM_PLANS = sql`set_config('plan_cache_mode', 'force_custom_plan', true)`;

/** Resolves a query to its report and period. Throws `invalid_input` for a filter that the report lacks. */
export async function resolveReport(
  tx: Tx,
  shop_id: number,
  query: ReportQuery,
): Promise<{ asked: ResolvedQuery; report: Report }> {
  admitFilters(query);
  const { time_zone } = await oneRow(
    tx,
    sql<{ time_zone: string }>`select time_zone, ${CUSTOM_PLANS} from shops where id = ${shop_id}`,
  );
  const span = await spanOf(tx, query, time_zone);
  // Loaded on the first request, to keep the server's start short.
  const { REPORT_READERS: READ } = await import('./all-reports.ts');
  return { asked: { query, shop_id, time_zone, span }, report: READ[query.report] };
}

/**
 * Reads one page of a report; the first page includes the totals of the whole period. `page`: the largest
 * number of rows. Throws `invalid_input`.
 */
export async function readReport(
  tx: Tx,
  shop_id: number,
  query: ReportQuery,
  page: number = REPORT_PAGE,
): Promise<ReportResponse> {
  const { asked, report } = await resolveReport(tx, shop_id, query);
  const { time_zone, span } = asked;
  const rows = await report.rows(tx, asked, page + 1);
  const shown = rows.slice(0, page);
  return {
    time_zone,
    starts_at: span.starts_at.toISOString(),
    ends_at: span.ends_at.toISOString(),
    rows: shown,
    next: rows.length > shown.length ? String(shown.at(-1)?.id) : null,
    totals: query.after === undefined ? await report.totals(tx, asked) : null,
  };
}

export const readReportRoute = readRoute('read_report', ({ tx, actor, query }) =>
  readReport(tx, actor.shop_id, query),
);

/** Reads the totals of a whole period without its rows. Throws `invalid_input`. */
export async function readTotals(tx: Tx, shop_id: number, query: ReportQuery): Promise<ReportTotals> {
  const { asked, report } = await resolveReport(tx, shop_id, query);
  return report.totals(tx, asked);
}

/** Converts business days to instants: a day begins at local midnight, and some do not have 24 hours. */
export function spanOf(tx: Tx, { from, to }: Pick<ReportQuery, 'from' | 'to'>, time_zone: string) {
  const zone = sql`${time_zone}`;
  return oneRow(
    tx,
    sql<Span>`select ${beginOfDay(sql`${from}::timestamp`, zone)} as starts_at,
      ${beginOfDay(sql`${to}::timestamp + interval '1 day'`, zone)} as ends_at`,
  );
}

function admitFilters(query: ReportQuery): void {
  const taken: readonly ReportFilter[] = REPORTS[query.report].filters;
  for (const filter of Object.keys(reportFilters) as ReportFilter[]) {
    if (query[filter] !== undefined && !taken.includes(filter)) {
      throw Problem.ofInput(`query.${filter}`, `is not a filter of ${query.report}`);
    }
  }
}

import { sql } from 'kysely';
import { REPORT_PAGE, REPORTS, type ReportFilter, type ReportName } from '../../contract/rules/reports.ts';
import { type ReportAnswer, type ReportQuery, reportFilters } from '../../contract/schemas/reports.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { Problem } from '../platform/problem.ts';
import { DELIVERIES } from './deliveries-report.ts';
import { type ListReport, rowsOfList, type Span, totalsOfList } from './list-report.ts';
import { MOVEMENTS } from './movements-report.ts';

const LISTS: Partial<Record<ReportName, ListReport>> = { deliveries: DELIVERIES, movements: MOVEMENTS };

/** One page of a report, with the totals of its whole period when it is the first; `page` is how many rows it has at most. Throws `invalid_input` for a filter that the report does not have. */
export async function readReport(
  tx: Tx,
  shop_id: number,
  query: ReportQuery,
  page: number = REPORT_PAGE,
): Promise<ReportAnswer> {
  admitFilters(query);
  const { time_zone } = await readShop(tx);
  const span = await spanOf(tx, query, time_zone);
  const report = LISTS[query.report];
  if (!report) throw new Problem('not_found');
  const asked = { query, shop_id, span };
  const rows = await rowsOfList(tx, report, asked, page + 1);
  const shown = rows.slice(0, page);
  return {
    time_zone,
    starts_at: span.starts_at.toISOString(),
    ends_at: span.ends_at.toISOString(),
    rows: shown,
    next: rows.length > shown.length ? String(shown.at(-1)?.id) : null,
    totals: query.after === undefined ? await totalsOfList(tx, report, asked) : null,
  };
}

/** The days of the shop as instants: a day begins when its clocks show midnight, and not every day has 24 hours. */
export function spanOf(tx: Tx, { from, to }: Pick<ReportQuery, 'from' | 'to'>, time_zone: string) {
  return oneRow(
    tx,
    sql<Span>`select ${from}::timestamp at time zone ${time_zone} as starts_at,
      (${to}::timestamp + interval '1 day') at time zone ${time_zone} as ends_at`,
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

import { sql } from 'kysely';
import { REPORT_PAGE, REPORTS, type ReportFilter, type ReportName } from '../../contract/rules/reports.ts';
import {
  type ReportAnswer,
  type ReportQuery,
  type ReportTotals,
  reportFilters,
} from '../../contract/schemas/reports.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';
import { BOOK } from './book-report.ts';
import { DAYS } from './days-report.ts';
import { DELIVERIES } from './deliveries-report.ts';
import { DEPOSITS } from './deposits-report.ts';
import { DRIVERS } from './drivers-report.ts';
import { FLOATS } from './floats-report.ts';
import { COLLECTIONS, HANDOVERS } from './handovers-report.ts';
import { HOLDERS } from './holders-report.ts';
import { listReport } from './list-report.ts';
import { MOVEMENTS } from './movements-report.ts';
import type { Asked, Report, Span } from './report.ts';
import { tableOfDays, tableOfPeople } from './table-report.ts';

const READ: Record<ReportName, Report> = {
  deliveries: listReport(DELIVERIES),
  movements: listReport(MOVEMENTS),
  handovers: listReport(HANDOVERS),
  collections: listReport(COLLECTIONS),
  deposits: listReport(DEPOSITS),
  floats: listReport(FLOATS),
  holders: tableOfPeople(HOLDERS, 'full_name'),
  drivers: tableOfPeople(DRIVERS, 'driver_name'),
  days: tableOfDays(DAYS),
  book: tableOfDays(BOOK),
};

/** What a query asks for, and what reads it. Throws `invalid_input` for a filter that the report does not have. */
export async function askedOf(
  tx: Tx,
  shop_id: number,
  query: ReportQuery,
): Promise<{ asked: Asked; report: Report }> {
  admitFilters(query);
  const { time_zone } = await oneRow(
    tx,
    sql<{ time_zone: string }>`select time_zone from shops where id = ${shop_id}`,
  );
  const span = await spanOf(tx, query, time_zone);
  return { asked: { query, shop_id, time_zone, span }, report: READ[query.report] };
}

/** One page of a report, with the totals of its whole period when it is the first; `page` is how many rows it has at most. Throws `invalid_input`. */
export async function readReport(
  tx: Tx,
  shop_id: number,
  query: ReportQuery,
  page: number = REPORT_PAGE,
): Promise<ReportAnswer> {
  const { asked, report } = await askedOf(tx, shop_id, query);
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

/** What a whole period comes to, without its rows. Throws `invalid_input`. */
export async function readTotals(tx: Tx, shop_id: number, query: ReportQuery): Promise<ReportTotals> {
  const { asked, report } = await askedOf(tx, shop_id, query);
  return report.totals(tx, asked);
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

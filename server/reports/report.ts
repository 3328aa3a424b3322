import type { ReportRow, ReportTotals } from '../../contract/operations/desk/reports/read-report.schema.ts';
import type { ReportQuery } from '../../contract/schemas/reports.ts';
import type { Tx } from '../platform/database/database.ts';

/** The beginning of a period, and its exclusive end. */
export type Span = { starts_at: Date; ends_at: Date };

/** A resolved query: its shop, time zone and period. */
export type ResolvedQuery = { query: ReportQuery; shop_id: number; time_zone: string; span: Span };

export type Report = {
  /** Reads up to `limit` rows after `query.after`. Throws `invalid_input` if that is not a row's id. */
  rows(tx: Tx, asked: ResolvedQuery, limit: number): Promise<ReportRow[]>;
  /** Sums all rows of the period, independent of pages. */
  totals(tx: Tx, asked: ResolvedQuery): Promise<ReportTotals>;
};

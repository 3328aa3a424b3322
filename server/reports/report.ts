import type { ReportRow, ReportTotals } from '../../contract/operations/desk/reports/read-report.schema.ts';
import type { ReportQuery } from '../../contract/schemas/reports.ts';
import type { Tx } from '../platform/database/database.ts';

/** When a period begins, and when the next one would. */
export type Span = { starts_at: Date; ends_at: Date };

/** What a page of a report is asked for: the query, in the shop of whoever asks, whose days it is about. */
export type Asked = { query: ReportQuery; shop_id: number; time_zone: string; span: Span };

export type Report = {
  /** At most `limit` rows behind `query.after`; times are instants as text. Throws `invalid_input` where that is no id of a row. */
  rows(tx: Tx, asked: Asked, limit: number): Promise<ReportRow[]>;
  /** Of all rows of the period, however many pages they take. */
  totals(tx: Tx, asked: Asked): Promise<ReportTotals>;
};

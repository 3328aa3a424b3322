import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ColumnId } from '../../../contract/labels/column-labels.ts';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import type { Period } from '../../../contract/rules/reports/report-period.ts';
import type { CellKind } from '../../../contract/rules/reports/reports.ts';

export type SheetColumn = { id: string; kind: CellKind };

export const column = (id: ColumnId, kind: CellKind): SheetColumn => ({ id, kind });

/** The content of a file in any format: the rows and totals of a view of the desk. */
export type Sheet = {
  /** Used in the file's name. */
  name: string;
  /** The days that the sheet covers, or the day on which it was made. */
  period: Period;
  columns: readonly SheetColumn[];
  /** The time zone in which times are written. */
  time_zone: string;
  rows: number;
  /** The values of the last line, by column id. */
  totals: Readonly<Record<string, number>>;
  /** Reads the rows in order, in pages, as the consumer takes them. */
  pages: () => AsyncIterable<readonly ReportRow[]>;
  /** The filters that only reading determines: ids and references, for the audit. */
  narrowed?: readonly string[];
};

/** Rows formatted at once, so that other requests are served in between. */
const AT_A_TIME = 500;

export async function* rowChunks({ pages }: Sheet): AsyncGenerator<readonly ReportRow[]> {
  for await (const rows of pages()) {
    for (let at = 0; at < rows.length; at += AT_A_TIME) {
      yield rows.slice(at, at + AT_A_TIME);
      await nextTurn();
    }
  }
}

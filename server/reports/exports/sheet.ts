import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ColumnId } from '../../../contract/labels/column-labels.ts';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import type { Period } from '../../../contract/rules/reports/report-period.ts';
import type { CellKind } from '../../../contract/rules/reports/reports.ts';

export type SheetColumn = { id: string; kind: CellKind };

export const column = (id: ColumnId, kind: CellKind): SheetColumn => ({ id, kind });

/** What is written to a file, whatever its format: the rows of a view of the desk, and what they come to. */
export type Sheet = {
  /** In the file's name. */
  name: string;
  /** Which days it covers, or when it was made. */
  period: Period;
  columns: readonly SheetColumn[];
  /** Times are written as clocks of this zone show them. */
  time_zone: string;
  /** How many rows there will be. */
  rows: number;
  /** The last line, under the ids of columns. */
  totals: Readonly<Record<string, number>>;
  /** The rows in their order, some at a time. Reads on as they are taken. */
  pages: () => AsyncIterable<readonly ReportRow[]>;
  /** What it was narrowed to, where only reading tells: ids and references, for the audit. */
  narrowed?: readonly string[];
};

/** Put into text or bytes at a time: requests of others are answered in between. */
const AT_A_TIME = 500;

export async function* fewRows({ pages }: Sheet): AsyncGenerator<readonly ReportRow[]> {
  for await (const rows of pages()) {
    for (let at = 0; at < rows.length; at += AT_A_TIME) {
      yield rows.slice(at, at + AT_A_TIME);
      await nextTurn();
    }
  }
}

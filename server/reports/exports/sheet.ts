import type { CellKind } from '../../../contract/rules/reports.ts';
import type { ReportRow } from '../../../contract/schemas/reports.ts';

export type SheetColumn = { id: string; kind: CellKind };

/** What is written to a file, whatever its format: the rows of a view of the desk, and what they come to. */
export type Sheet = {
  /** In the file's name. */
  name: string;
  columns: readonly SheetColumn[];
  /** Times are written as clocks of this zone show them. */
  time_zone: string;
  /** How many rows there will be. */
  rows: number;
  /** The last line, under the ids of columns. */
  totals: Readonly<Record<string, number>>;
  /** The rows in their order, some at a time. Reads on as they are taken. */
  pages: () => AsyncIterable<readonly ReportRow[]>;
};

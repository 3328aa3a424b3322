import { UnreadableExport } from '../../orders/unreadable-export.ts';
import type { CsvRow } from './csv-rows.ts';
import type { OrderRows } from './exported-order.ts';

/** More lines than any order has; what is read of one order is held in memory. */
export const ORDER_LINES_MAX = 500;

export type ExportGroup = {
  rows: OrderRows;
  /** Why what is here may not be the whole order: nothing of it may be written then. */
  incomplete: { line: number; reason: string } | null;
};

/** Gathers the rows that belong to one order: those with the same Name that follow each other. Throws as `rows` does. */
export async function* groupByOrder(rows: AsyncIterable<CsvRow>): AsyncGenerator<ExportGroup> {
  let group: { rows: [CsvRow, ...CsvRow[]]; incomplete: ExportGroup['incomplete'] } | undefined;
  try {
    for await (const row of rows) {
      if (group && row.cell('Name') === group.rows[0].cell('Name')) {
        if (group.rows.length < ORDER_LINES_MAX) group.rows.push(row);
        else group.incomplete ??= { line: row.line, reason: `has more than ${ORDER_LINES_MAX} rows` };
      } else {
        if (group) yield group;
        group = { rows: [row], incomplete: null };
      }
    }
  } catch (error) {
    if (group && error instanceof UnreadableExport) {
      const reason = 'not imported, rows of it may be missing where the file is damaged';
      yield { rows: group.rows, incomplete: { line: group.rows[0].line, reason } };
    }
    throw error;
  }
  if (group) yield group;
}

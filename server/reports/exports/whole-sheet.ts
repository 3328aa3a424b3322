import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readShop } from '../../platform/database/shop-facts.ts';
import type { Sheet, SheetColumn } from './sheet.ts';

export type Now = { now: Date };

type Shape = {
  name: string;
  columns: readonly SheetColumn[];
  /** The columns with totals. */
  sums: readonly string[];
};

/** Returns a sheet of rows that have all been read, dated today. */
export async function wholeSheet(
  tx: Tx,
  now: Date,
  { name, columns, sums }: Shape,
  rows: readonly ReportRow[],
): Promise<Sheet> {
  const added = sums.map((id) => [id, rows.reduce((sum, row) => sum + Number(row[id] ?? 0), 0)]);
  return {
    ...(await todaysPeriod(tx, now)),
    name,
    columns,
    rows: rows.length,
    totals: Object.fromEntries(added),
    pages: async function* () {
      yield rows;
    },
  };
}

/** Returns the current business day as the period of a sheet without one. */
export async function todaysPeriod(tx: Tx, now: Date) {
  const { time_zone } = await readShop(tx);
  const day = dayOf(now, time_zone);
  return { time_zone, period: { from: day, to: day } };
}

import type { ReportQuery } from '../../../contract/schemas/reports.ts';
import type { Tx } from '../../platform/database/database.ts';
import { reportSheet } from './report-sheet.ts';
import { csvOf } from './write-csv.ts';

/**
 * Writes all of a report as CSV, waiting for each piece to be taken, and answers how many rows it has. `tx` is one of `inSnapshot`, or rows that come
 * meanwhile make it throw. Throws as `readReport` before anything is written.
 */
export async function writeReportCsv(
  tx: Tx,
  shop_id: number,
  query: ReportQuery,
  write: (text: string) => Promise<void> | void,
): Promise<number> {
  const sheet = await reportSheet(tx, shop_id, query);
  for await (const text of csvOf(sheet)) await write(text);
  return sheet.rows;
}

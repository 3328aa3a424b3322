import { headersAmong, isShopifyExport } from '../../columns/guess-columns.ts';
import { columnNames, headerCells, headerRowOf } from '../header-row.ts';
import { UnreadableFile } from '../read-row.ts';
import { readSheetRows, type Workbook } from './sheet-rows.ts';
import { visibleRows } from './visible-rows.ts';

/**
 * A visible sheet with at least one row below a header. `header` has its column names, and is empty if the
 * sheet cannot be read. `is_known` is true if the headers are known ones.
 */
export type SheetChoice = { name: string; header: string[]; is_known: boolean };

/** Fewer known headers may be coincidence. */
const KNOWN_MIN = 2;

/** Returns the sheets that may contain the orders; reads at most `rows_max` rows of each. */
export async function sheetChoices(workbook: Workbook, rows_max: number): Promise<SheetChoice[]> {
  const choices: SheetChoice[] = [];
  for (const { name, is_hidden } of workbook.index.sheets) {
    const choice = is_hidden ? null : await readChoice(workbook, name, rows_max);
    if (choice) choices.push(choice);
  }
  return choices;
}

async function readChoice(workbook: Workbook, name: string, rows_max: number): Promise<SheetChoice | null> {
  const rows = await readSheetRows(workbook, name, rows_max).then(
    (sheet) => visibleRows(sheet, rows_max),
    (error: unknown) => {
      if (error instanceof UnreadableFile) return null;
      throw error;
    },
  );
  // The user may mean this sheet: opening it reports why it cannot be read.
  if (rows === null) return { name, header: [], is_known: true };
  const found = headerRowOf(rows);
  if (!found || !rows.some(({ line }) => line > found.line)) return null;
  const header = columnNames(headerCells(found));
  return { name, header, is_known: headersAmong(header) >= KNOWN_MIN || isShopifyExport(header) };
}

import { headersAmong, isShopifyExport } from '../../columns/guess-columns.ts';
import { columnNames, headerCells, headerRowOf } from '../header-row.ts';
import { type FileRow, UnreadableFile } from '../read-row.ts';
import { readSheetRows, type Workbook } from './sheet-rows.ts';

/** A sheet that may have the orders; `header` has the names of its columns. */
export type SheetChoice = { name: string; header: string[] };

/** Fewer known headers may be a coincidence. */
const KNOWN_MIN = 2;

/**
 * Returns the visible sheets that may have the orders: those with known headers, otherwise those that have a row below
 * a header. Reads at most `rows_max` rows of each. A sheet that cannot be read is not among them.
 */
export async function sheetsWithOrders(workbook: Workbook, rows_max: number): Promise<SheetChoice[]> {
  const found: (SheetChoice & { is_known: boolean })[] = [];
  for (const { name, is_hidden } of workbook.index.sheets) {
    const header = is_hidden ? undefined : await readHeader(workbook, name, rows_max);
    if (header) found.push({ name, header, is_known: isKnown(header) });
  }
  const known = found.filter(({ is_known }) => is_known);
  return (known.length > 0 ? known : found).map(({ name, header }) => ({ name, header }));
}

async function readHeader(workbook: Workbook, name: string, rows_max: number): Promise<string[] | undefined> {
  const rows: FileRow[] = [];
  try {
    const { count, row } = await readSheetRows(workbook, name, rows_max);
    for (let at = 0; at < count; at += 1) rows.push(row(at));
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
  const header = headerRowOf(rows);
  const has_rows = header && rows.some(({ line }) => line > header.line);
  return has_rows ? columnNames(headerCells(header)) : undefined;
}

function isKnown(header: readonly string[]): boolean {
  return headersAmong(header) >= KNOWN_MIN || isShopifyExport(header);
}

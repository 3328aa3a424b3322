import { headersAmong, isShopifyExport } from '../columns/guess-columns.ts';
import type { FileRow } from './read-row.ts';
import { lettersOf, placeOf } from './workbook/cell-place.ts';

/** A title and some empty lines may stand above the names of columns; so many rows are looked through. */
export const HEADER_WITHIN = 20;

/** Which of the first rows names the columns: the one with the most names that are known, else the first with several cells. */
export function headerRowOf(rows: readonly FileRow[]): FileRow | undefined {
  const among = rows.slice(0, HEADER_WITHIN);
  const filled = (row: FileRow) => row.cells.filter((cell) => cell.trim() !== '').length;
  const exported = among.find(({ cells }) => isShopifyExport(cells.map((cell) => cell.trim())));
  if (exported) return exported;
  const scored = among.map((row) => ({ row, known: headersAmong(row.cells) }));
  const most = Math.max(...scored.map(({ known }) => known));
  if (most >= 2) return scored.find(({ known }) => known === most)?.row;
  return among.find((row) => filled(row) >= 2);
}

/** The cells of a header, with the name of merged ones for each of their columns. */
export function headerCells({ cells, faults }: FileRow): string[] {
  const names = [...cells];
  for (const { at, fault } of faults)
    if (fault.code === 'merged_columns') names[at] ||= cells[placeOf(fault.values.from ?? '')] ?? '';
  return names;
}

/** The name of each column once: an empty one by its letters, a second one of a name with a number. */
export function columnNames(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, at) => {
    const name = cell.trim().replace(/\s+/g, ' ').slice(0, 100) || `(${lettersOf(at)})`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

import { headersAmong, isShopifyExport } from '../columns/guess-columns.ts';
import type { FileRow } from './read-row.ts';
import { lettersOf, placeOf } from './workbook/cell-place.ts';

/** The number of rows that are searched for the header: there may be a title and empty rows above it. */
export const HEADER_WITHIN = 20;

/**
 * Returns the header: Shopify's, else the row with the most known headers, else the first with two filled
 * cells.
 */
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

/** Returns the cells of a header; merged cells repeat their text in each column. */
export function headerCells({ cells, faults }: FileRow): string[] {
  const names = [...cells];
  for (const { at, fault } of faults)
    if (fault.code === 'merged_columns') names[at] ||= cells[placeOf(fault.values.from ?? '')] ?? '';
  return names;
}

/** Makes column names unique: an empty one gets its column's letters, a repeated one the next free number. */
export function columnNames(cells: readonly string[]): string[] {
  const written = cells.map(
    (cell, at) => cell.trim().replace(/\s+/g, ' ').slice(0, 100) || `(${lettersOf(at)})`,
  );
  const taken = new Set<string>();
  return written.map((name) => {
    let unique = name;
    for (let times = 2; taken.has(unique); times += 1) unique = `${name} (${times})`;
    taken.add(unique);
    return unique;
  });
}

import type { FileRow } from '../read-row.ts';
import type { Sheet } from './sheet-cells.ts';

/** Returns the first `rows_max` visible rows. */
export function visibleRows({ count, row }: Sheet, rows_max: number): FileRow[] {
  const rows: FileRow[] = [];
  for (let at = 0; at < count && rows.length < rows_max; at += 1) {
    const next = row(at);
    if (!next.is_hidden) rows.push(next);
  }
  return rows;
}

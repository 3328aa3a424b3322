import { useRef } from 'react';
import { type Column, keepOrder, type Sort, sortedRows } from './columns.ts';

/**
 * Returns the rows as shown: sorted when the list or its sorting changes, afterwards each in its place
 * regardless of updates. `scope` identifies the list: its view, its search.
 */
export function useSteadyRows<Row>(
  rows: readonly Row[],
  {
    columns,
    sort,
    keyOf,
    scope,
  }: { columns: readonly Column<Row>[]; sort: Sort | null; keyOf: (row: Row) => string; scope: string },
): readonly Row[] {
  const wanted = `${scope} ${sort?.column} ${sort?.down}`;
  const last = useRef<{ wanted: string; of: readonly Row[]; shown: readonly Row[] } | null>(null);
  const before = last.current;
  if (before?.wanted === wanted && before.of === rows) return before.shown;
  const sorted = sortedRows(rows, columns, sort);
  const previous = before?.wanted === wanted && before.shown.length > 0 ? before.shown.map(keyOf) : null;
  const shown = previous ? keepOrder(sorted, keyOf, previous) : sorted;
  last.current = { wanted, of: rows, shown };
  return shown;
}

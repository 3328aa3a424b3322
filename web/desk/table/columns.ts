import type { ReactNode } from 'react';

/** One column of a list at the desk. */
export type Column<Row> = {
  id: string;
  title: string;
  /** How wide, as one track of a grid: `7rem`, `minmax(9rem,2fr)`. */
  width: string;
  /** Numbers stand at the end of their column, under one another. */
  number?: boolean;
  /** Left out where the list is narrower than so many px. */
  needs_px?: number;
  /** Leads somewhere and tells nothing: not on paper. */
  screen_only?: boolean;
  /** By what it is sorted; null goes last, whichever way. Without it the column is not sorted by. */
  sort?: (row: Row) => string | number | null;
  /** One line: what is too long is cut, and told whole by its `title`. */
  cell: (row: Row) => ReactNode;
};

export type Sort = { column: string; down: boolean };

const inOrder = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** By a column, else as they came; equal ones stay as they came. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const sortValue = sort && columns.find(({ id }) => id === sort.column)?.sort;
  if (!sortValue) return rows;
  const compare = comparison(sortValue, sort.down);
  return rows.toSorted(compare);
}

function comparison<Row>(sortValue: NonNullable<Column<Row>['sort']>, down: boolean) {
  return (one: Row, other: Row): number => {
    const [a, b] = [sortValue(one), sortValue(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : inOrder.compare(`${a}`, `${b}`);
    return down ? -order : order;
  };
}

/**
 * The same rows anew, in the order in which they stood: what changed by itself moves nothing. What is new stands behind the row that it follows in
 * `rows`.
 */
export function inSteadyOrder<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  stood: readonly string[],
): readonly Row[] {
  const by_key = new Map(rows.map((row) => [keyOf(row), row]));
  const known = new Set(stood);
  const steady: Row[] = stood.flatMap((key) => by_key.get(key) ?? []);
  if (steady.length === rows.length) return steady;
  const behind = new Map<string | null, Row[]>();
  let leader: string | null = null;
  for (const row of rows) {
    if (known.has(keyOf(row))) leader = keyOf(row);
    else behind.set(leader, [...(behind.get(leader) ?? []), row]);
  }
  return [...(behind.get(null) ?? []), ...steady.flatMap((row) => [row, ...(behind.get(keyOf(row)) ?? [])])];
}

import type { ReactNode } from 'react';

/** One column of a list at the desk. */
export type Column<Row> = {
  id: string;
  title: string;
  /** The width as a grid track: `7rem`, `minmax(9rem,2fr)`. */
  width: string;
  /** Aligns numbers at the end of the column. */
  number?: boolean;
  /** The minimal width of the list in px at which the column is shown. */
  needs_px?: number;
  /** Not printed: the column only contains links or actions. */
  screen_only?: boolean;
  /**
   * The sort value; null is last in either direction. Without it the list cannot be sorted by this column.
   */
  sort?: (row: Row) => string | number | null;
  /** Renders one line. Content that may be truncated has the full text as its `title`. */
  cell: (row: Row) => ReactNode;
};

export type Sort = { column: string; down: boolean };

const inOrder = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Sorts by a column, or keeps the original order; equal rows keep their order. */
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
 * Returns updated rows in their previous order, so that a change made by another user does not move them. A
 * new row is placed behind the row that it follows in `rows`.
 */
export function keepOrder<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  previous: readonly string[],
): readonly Row[] {
  const by_key = new Map(rows.map((row) => [keyOf(row), row]));
  const known = new Set(previous);
  const steady: Row[] = previous.flatMap((key) => by_key.get(key) ?? []);
  if (steady.length === rows.length) return steady;
  const behind = new Map<string | null, Row[]>();
  let leader: string | null = null;
  for (const row of rows) {
    if (known.has(keyOf(row))) leader = keyOf(row);
    else behind.set(leader, [...(behind.get(leader) ?? []), row]);
  }
  return [...(behind.get(null) ?? []), ...steady.flatMap((row) => [row, ...(behind.get(keyOf(row)) ?? [])])];
}

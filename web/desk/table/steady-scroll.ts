import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Keeps the visible rows in place when rows above them are added or removed. */
export function useSteadyScroll<Row>(
  box: RefObject<HTMLDivElement | null>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  row_px: number,
): void {
  const before = useRef({ rows, row_px });
  const top_before = useRef(0);
  // Read before the update is rendered: when a list becomes shorter, the browser scrolls at its end.
  if (before.current.rows !== rows) top_before.current = box.current?.scrollTop ?? 0;
  useLayoutEffect(() => {
    const { rows: previous_rows, row_px: previous_px } = before.current;
    before.current = { rows, row_px };
    const top = top_before.current;
    if (previous_rows === rows || top === 0 || previous_px !== row_px) return;
    const at = Math.floor(top / row_px);
    const places = new Map(rows.map((row, index) => [keyOf(row), index]));
    // The first visible row that still exists.
    for (const [offset, row] of previous_rows.slice(at).entries()) {
      const now_at = places.get(keyOf(row));
      if (now_at === undefined) continue;
      if (now_at !== at + offset && box.current)
        box.current.scrollTop = top + (now_at - at - offset) * row_px;
      return;
    }
  }, [rows, row_px, keyOf, box]);
}

type Followed = {
  current: string | null;
  current_at: number;
  /** The number of the user's moves so far. */
  moves: number;
  row_px: number;
  /** The height in px of the sticky header and footer. */
  head_px: number;
};

/**
 * Moves the focus with the user from row to row, and scrolls to the focused row. If the current row
 * disappears, the next one takes the focus only if no other element has it, and without scrolling: a user may
 * be typing or have scrolled away.
 */
export function useFocusCurrentRow(box: RefObject<HTMLDivElement | null>, at: Followed): void {
  const { current, current_at, moves, row_px, head_px } = at;
  const last = useRef({ current, moves });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row's place and height change without a move
  useLayoutEffect(() => {
    const element = box.current;
    const moved = moves !== last.current.moves;
    if (!element || (current === last.current.current && !moved)) return;
    last.current = { current, moves };
    if (current_at < 0) return;
    if (moved) {
      const top = current_at * row_px;
      const sight = element.clientHeight - head_px - row_px;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top > element.scrollTop + sight) element.scrollTop = top - sight;
    }
    if (moved || isFocusFree(element))
      element.querySelector<HTMLElement>(`[data-row="${current_at}"]`)?.focus({ preventScroll: true });
  }, [current, moves]);
}

/** True if no element or a row of this list has the focus, and no dialog covers the page. */
function isFocusFree(list: HTMLElement): boolean {
  const holder = document.activeElement;
  if (holder && holder !== document.body) return list.contains(holder) && holder.hasAttribute('data-row');
  return list.closest('[aria-hidden="true"]') === null;
}

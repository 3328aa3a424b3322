import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What is in sight stays where it is when rows come or go above it. */
export function useSteadySight<Row>(
  box: RefObject<HTMLDivElement | null>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  row_px: number,
): void {
  const before = useRef({ rows, row_px });
  const top_before = useRef(0);
  // Read while the rows of before are still drawn: at the end of a list that becomes shorter the browser scrolls by itself.
  if (before.current.rows !== rows) top_before.current = box.current?.scrollTop ?? 0;
  useLayoutEffect(() => {
    const { rows: were, row_px: was_px } = before.current;
    before.current = { rows, row_px };
    const top = top_before.current;
    if (were === rows || top === 0 || was_px !== row_px) return;
    const at = Math.floor(top / row_px);
    const places = new Map(rows.map((row, index) => [keyOf(row), index]));
    // The first row in sight that is still there.
    for (const [offset, row] of were.slice(at).entries()) {
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
  /** Of the person, so far. */
  moves: number;
  row_px: number;
  /** What sticks to the upper and the lower edge. */
  head_px: number;
};

/**
 * The focus follows the person from row to row, and the list follows the focus. Where the row one is at has gone by itself, the next one takes the focus only if
 * nobody else has it: whoever types goes on typing, and whoever has scrolled away stays there.
 */
export function useFocusFollows(box: RefObject<HTMLDivElement | null>, at: Followed): void {
  const { current, current_at, moves, row_px, head_px } = at;
  const last = useRef({ current, moves });
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the row stands, and how high it is, changes by itself
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

/** Nobody has the focus, or a row of this list has, and nothing lies over the page. */
function isFocusFree(list: HTMLElement): boolean {
  const holder = document.activeElement;
  if (holder && holder !== document.body) return list.contains(holder) && holder.hasAttribute('data-row');
  return list.closest('[aria-hidden="true"]') === null;
}

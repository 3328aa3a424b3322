import { useLayoutEffect, useRef } from 'react';

/** The rows of a list that stand in this order. The lifted one stays in view. */
export function useRowsInView(order: readonly string[], lifted_id: string | null) {
  const rows = useRef(new Map<string, HTMLElement>());
  const kept = useRef<{ id: string; top: number } | null>(null);
  const boxOf = (id: string) => rows.current.get(id)?.getBoundingClientRect();

  const lifted_at = lifted_id === null ? -1 : order.indexOf(lifted_id);
  useLayoutEffect(() => {
    if (lifted_id !== null && lifted_at >= 0)
      rows.current.get(lifted_id)?.scrollIntoView({ block: 'nearest' });
  }, [lifted_id, lifted_at]);

  useLayoutEffect(() => {
    const row = kept.current && rows.current.get(kept.current.id);
    if (row && kept.current) scrollTo(row, kept.current.top);
    kept.current = null;
  });

  return {
    row: (id: string) => (element: HTMLElement | null) => {
      if (element) rows.current.set(id, element);
      else rows.current.delete(id);
    },
    boxOf,
    /** The page scrolls by as much as the next change moves it. */
    keepInPlace(id: string): void {
      const box = boxOf(id);
      kept.current = box ? { id, top: box.top } : null;
    },
  };
}

/** Scrolls until this row's top is so far below the window's, in px; where the page ends before that, its list gets room. */
function scrollTo(row: HTMLElement, top: number): void {
  const left = () => row.getBoundingClientRect().top - top;
  window.scrollBy(0, left());
  const list = row.parentElement;
  const missing = left();
  if (!list || missing <= 0) return;
  list.style.paddingBlockEnd = `${Number.parseFloat(list.style.paddingBlockEnd || '0') + missing}px`;
  window.scrollBy(0, missing);
}

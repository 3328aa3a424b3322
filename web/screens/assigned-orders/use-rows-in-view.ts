import { useLayoutEffect, useRef } from 'react';

/** Tracks the rows of a list in this order and keeps the lifted one in view. */
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
    /** Scrolls the page so that the row keeps its position through the next change. */
    keepInPlace(id: string): void {
      const box = boxOf(id);
      kept.current = box ? { id, top: box.top } : null;
    },
  };
}

/** Scrolls until the row's top is at `top` px in the window; if the page is too short, pads the list. */
function scrollTo(row: HTMLElement, top: number): void {
  const left = () => row.getBoundingClientRect().top - top;
  window.scrollBy(0, left());
  const list = row.parentElement;
  const missing = left();
  if (!list || missing <= 0) return;
  list.style.paddingBlockEnd = `${Number.parseFloat(list.style.paddingBlockEnd || '0') + missing}px`;
  window.scrollBy(0, missing);
}

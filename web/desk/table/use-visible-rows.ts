import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows are rendered in blocks of this size, so that scrolling seldom renders. */
const BLOCK = 8;

/**
 * The rows to render: the visible ones and a block on either side, from `from` up to, but excluding, `to`.
 */
export function useVisibleRows(
  box: RefObject<HTMLElement | null>,
  { count, row_px }: { count: number; row_px: number },
): { from: number; to: number } {
  const [blocks, setBlocks] = useState({ first: 0, last: 3 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const block_px = BLOCK * row_px;
    const update = () => {
      const { scrollTop, clientHeight } = element;
      const first = Math.floor(scrollTop / block_px);
      const last = Math.floor((scrollTop + clientHeight) / block_px);
      setBlocks((was) => (was.first === first && was.last === last ? was : { first, last }));
    };
    update();
    element.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [box, row_px]);
  return {
    from: Math.max(0, (blocks.first - 1) * BLOCK),
    to: Math.min(count, (blocks.last + 2) * BLOCK),
  };
}

import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows are drawn by so many, so that scrolling seldom draws. */
const BLOCK = 8;

/** Which rows of one height have to be drawn: those in sight and a block before and behind, from `from` up to, not including, `to`. */
export function useRowsInSight(
  box: RefObject<HTMLElement | null>,
  { count, row_px }: { count: number; row_px: number },
): { from: number; to: number } {
  const [blocks, setBlocks] = useState({ first: 0, last: 3 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const block_px = BLOCK * row_px;
    const look = () => {
      const { scrollTop, clientHeight } = element;
      const first = Math.floor(scrollTop / block_px);
      const last = Math.floor((scrollTop + clientHeight) / block_px);
      setBlocks((was) => (was.first === first && was.last === last ? was : { first, last }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [box, row_px]);
  return {
    from: Math.max(0, (blocks.first - 1) * BLOCK),
    to: Math.min(count, (blocks.last + 2) * BLOCK),
  };
}

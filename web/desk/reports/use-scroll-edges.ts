import { type RefObject, useEffect, useState } from 'react';

export type Edges = { start: boolean; end: boolean };

/** Returns the ends at which a horizontally scrolling box has hidden content, which `of` identifies. */
export function useScrollEdges(box: RefObject<HTMLElement | null>, of: string): Edges {
  const [edges, setEdges] = useState<Edges>({ start: false, end: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content has another width
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const update = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      // Negative in right-to-left layouts.
      const before = Math.abs(scrollLeft);
      const [start, end] = [before > 1, before + clientWidth < scrollWidth - 1];
      setEdges((known) => (known.start === start && known.end === end ? known : { start, end }));
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [of]);
  return edges;
}

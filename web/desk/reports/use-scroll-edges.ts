import { type RefObject, useEffect, useState } from 'react';

export type Edges = { start: boolean; end: boolean };

/** At which of its ends a box that scrolls sideways has more than is seen; `of` names what is in it. */
export function useScrollEdges(box: RefObject<HTMLElement | null>, of: string): Edges {
  const [edges, setEdges] = useState<Edges>({ start: false, end: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is as wide as it is
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      // Below zero where it is read from the right.
      const before = Math.abs(scrollLeft);
      const [start, end] = [before > 1, before + clientWidth < scrollWidth - 1];
      setEdges((known) => (known.start === start && known.end === end ? known : { start, end }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [of]);
  return edges;
}

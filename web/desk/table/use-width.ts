import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Returns an element's width in px, updated when it crosses one of `borders`; 0 before the element is
 * mounted.
 */
export function useWidth(element: RefObject<HTMLElement | null>, borders: string): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const all = borders.split(' ').map(Number);
    const passed = (px: number) => all.filter((border) => px >= border).length;
    const update = (px: number) => setWidth((was) => (was > 0 && passed(was) === passed(px) ? was : px));
    update(watched.clientWidth);
    const observer = new ResizeObserver(([entry]) => entry && update(entry.contentRect.width));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, borders]);
  return width;
}

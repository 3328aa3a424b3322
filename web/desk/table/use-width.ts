import { type RefObject, useLayoutEffect, useState } from 'react';

/** How wide an element is, in px; told when it crosses one of these widths, and 0 before it is there. */
export function useWidth(element: RefObject<HTMLElement | null>, borders: string): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const all = borders.split(' ').map(Number);
    const passed = (px: number) => all.filter((border) => px >= border).length;
    const look = (px: number) => setWidth((was) => (was > 0 && passed(was) === passed(px) ? was : px));
    look(watched.clientWidth);
    const observer = new ResizeObserver(([entry]) => entry && look(entry.contentRect.width));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, borders]);
  return width;
}

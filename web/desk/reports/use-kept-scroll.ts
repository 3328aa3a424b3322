import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { cameByHistory } from '../../environment/page-apis.ts';

/** The scroll position of each list since the page was loaded, in px, by its address. */
const places = new Map<string, number>();

/** The address without its filters. */
const listOf = (address: string) => address.split('?')[0];

/** Restores a list's scroll position after Back or Forward, as soon as enough rows are loaded. */
export function useKeptScroll(address: string, rows: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ address: string; top: number } | null>(null);
  const before = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may make room for the position
  useLayoutEffect(() => {
    const top = places.get(address);
    const is_opened = before.current === null || listOf(before.current) !== listOf(address);
    if (is_opened && cameByHistory() && top) wanted.current = { address, top };
    before.current = address;
    const element = box.current;
    if (!element || wanted.current === null) return;
    if (wanted.current.address !== address) wanted.current = null;
    else {
      element.scrollTop = wanted.current.top;
      if (element.scrollTop >= wanted.current.top - 1) wanted.current = null;
    }
  }, [address, rows]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const save = () => wanted.current === null && places.set(address, element.scrollTop);
    const cancel = () => {
      wanted.current = null;
    };
    element.addEventListener('scroll', save, { passive: true });
    // A user who scrolls cancels the restoration.
    for (const by of ['wheel', 'pointerdown', 'keydown'])
      element.addEventListener(by, cancel, { passive: true });
    return () => {
      element.removeEventListener('scroll', save);
      for (const by of ['wheel', 'pointerdown', 'keydown']) element.removeEventListener(by, cancel);
    };
  }, [address]);
  return box;
}

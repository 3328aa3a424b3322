import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { wentInHistory } from '../../world/page-only.ts';

/** Of each address that was looked at since the page was loaded: how far its list was scrolled, in px. */
const places = new Map<string, number>();

/** Without what it is narrowed to. */
const listOf = (address: string) => address.split('?')[0];

/** A list that is come back to, by Back or Forward, stands where it was left; as soon as it has as many rows again. */
export function useKeptPlace(address: string, rows: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ address: string; top: number } | null>(null);
  const before = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with more rows there may be room for it
  useLayoutEffect(() => {
    const top = places.get(address);
    const is_come_to = before.current === null || listOf(before.current) !== listOf(address);
    if (is_come_to && wentInHistory() && top) wanted.current = { address, top };
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
    const keep = () => wanted.current === null && places.set(address, element.scrollTop);
    const leave = () => {
      wanted.current = null;
    };
    element.addEventListener('scroll', keep, { passive: true });
    // Whoever moves it himself is not moved any more.
    for (const by of ['wheel', 'pointerdown', 'keydown'])
      element.addEventListener(by, leave, { passive: true });
    return () => {
      element.removeEventListener('scroll', keep);
      for (const by of ['wheel', 'pointerdown', 'keydown']) element.removeEventListener(by, leave);
    };
  }, [address]);
  return box;
}

import { useEffect, useLayoutEffect } from 'react';

let waiting = 0;
let settle = () => {};

/** Resolves when the page is first usable: no loading state is mounted. */
export const firstUsable = new Promise<void>((resolve) => {
  settle = resolve;
});

/** Checks in a microtask, because one loading state may replace another in the same step. */
function checkSoon(): void {
  queueMicrotask(() => {
    if (waiting === 0) settle();
  });
}

/** Marks the page as loading while the calling component is mounted. */
export function useLoadingMarker(): void {
  useLayoutEffect(() => {
    waiting += 1;
    return () => {
      waiting -= 1;
      checkSoon();
    };
  }, []);
}

/** Call once, in the root component: a page without a loading state is usable at once. */
export function useWatchUsable(): void {
  useEffect(checkSoon, []);
}

import { useEffect, useLayoutEffect } from 'react';

let waiting = 0;
let settle = () => {};

/** Resolves when the page first has something to work with: nothing on it says any more that it is loading. */
export const firstUsable = new Promise<void>((resolve) => {
  settle = resolve;
});

/** One loading state may take another's place in the same step. */
function lookSoon(): void {
  queueMicrotask(() => {
    if (waiting === 0) settle();
  });
}

/** Mount with whatever stands for something that is loading. */
export function useSaysLoading(): void {
  useLayoutEffect(() => {
    waiting += 1;
    return () => {
      waiting -= 1;
      lookSoon();
    };
  }, []);
}

/** Mount once, around everything: a page that never had to wait is usable at once. */
export function useWatchUsable(): void {
  useEffect(lookSoon, []);
}

import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let printing = false;
const listeners = new Set<() => void>();

function become(now: boolean): void {
  printing = now;
  // The browser takes the page as it stands once its event is over.
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}
addEventListener('beforeprint', () => become(true));
addEventListener('afterprint', () => become(false));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page is on its way to paper right now. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing);
}

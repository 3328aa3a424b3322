import { useSyncExternalStore } from 'react';
import { reachableTab } from '../world/reachable-tab.ts';

const { page } = reachableTab;

function subscribe(onChange: () => void): () => void {
  const stops = [page.onOnline(onChange), page.onOffline(onChange)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Returns whether the device is online: the browser reports it, and the last probe had a response (ruling H2). */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, page.online);
}

import { useSyncExternalStore } from 'react';
import { thisTab } from '../world/this-tab.ts';

const { page } = thisTab;

function subscribe(onChange: () => void): () => void {
  const stops = [page.onOnline(onChange), page.onOffline(onChange)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What the device believes about its network; true says little, false says much. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, page.online);
}

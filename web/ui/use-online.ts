import { useSyncExternalStore } from 'react';
import { reachableTab, subscribeToOnline } from '../environment/reachability/reachable-tab.ts';

/** Returns whether the device is online: the browser reports a network, and the last probe had a response. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToOnline, reachableTab.page.online);
}

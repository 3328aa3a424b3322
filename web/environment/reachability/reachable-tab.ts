import { thisTab } from '../this-tab.ts';
import { networkWatch } from './network-watch.ts';
import { withReachability } from './reachability.ts';

/** This page's environment with a probed network, for all code that is loaded after sign-in. */
export const reachableTab = withReachability(thisTab, networkWatch);

/** Calls `onChange` when the device gets online or offline. Returns a function that ends it. */
export function subscribeToOnline(onChange: () => void): () => void {
  const { page } = reachableTab;
  const stops = [page.onOnline(onChange), page.onOffline(onChange)];
  return () => {
    for (const stop of stops) stop();
  };
}

import { networkWatch } from './network-watch.ts';
import { withReachability } from './reachability.ts';
import { thisTab } from './this-tab.ts';

/** This page's world with a probed network, for everything that is loaded after sign-in. */
export const reachableTab = withReachability(thisTab, networkWatch);

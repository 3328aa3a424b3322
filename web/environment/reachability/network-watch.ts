/**
 * Callbacks for the outcome of each request; set once the code that probes the network is loaded
 * (`reachable-tab.ts`).
 */
export type NetworkWatch = {
  /** Called when a response arrived. */
  heard?: (() => void) | undefined;
  /** Called when no response arrived. Resolves once it is known whether the device is offline. */
  missed?: (() => Promise<void>) | undefined;
  /** Returns whether the device is known to be offline. */
  isOffline?: (() => boolean) | undefined;
};

/** The network watch of this page. */
export const networkWatch: NetworkWatch = {};

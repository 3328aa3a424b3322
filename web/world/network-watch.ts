/** Hears of the outcome of each request; filled in once the part is loaded that probes the network (`reachable-tab.ts`). */
export type NetworkWatch = {
  /** A response arrived. */
  heard?: (() => void) | undefined;
  /** None arrived. Resolves once it is known whether the device is offline. */
  missed?: (() => Promise<void>) | undefined;
  /** Whether the device is known to be offline (ruling H2). */
  isOffline?: (() => boolean) | undefined;
};

/** The one of this page. */
export const networkWatch: NetworkWatch = {};

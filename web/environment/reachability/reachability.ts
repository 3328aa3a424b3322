import type { Environment } from '../environment.ts';
import type { NetworkWatch } from './network-watch.ts';

/** The device is offline if no response arrives within this time. */
const PROBE_MS_MAX = 5_000;
/** Delay between two probes while the device is offline. */
const PAUSE_MS = 5_000;

/**
 * offline: the browser reports it, or no response arrived within 5 s. near: our server responded. far:
 * another host responded, such as a proxy that does not know the probed path.
 */
export type Reach = 'offline' | 'far' | 'near';

export type ReachableEnvironment = Environment & {
  /** Requests a few bytes from the server. Concurrent callers share one probe. */
  probe(): Promise<Reach>;
};

/**
 * Returns an environment whose page is online only if the last probe had a response. A request without a
 * response causes a probe, and an unsuccessful probe another one 5 s later. Sets the callbacks of `watch`.
 */
export function withReachability(environment: Environment, watch: NetworkWatch): ReachableEnvironment {
  const { page, timer } = environment;
  const listeners = { online: new Set<() => void>(), offline: new Set<() => void>() };
  let reachable = true;
  let endPause = () => {};
  let probing: Promise<Reach> | null = null;

  function become(now_reachable: boolean): void {
    endPause();
    if (!now_reachable) endPause = timer.after(PAUSE_MS, () => void probe());
    if (now_reachable === reachable) return;
    reachable = now_reachable;
    for (const listener of listeners[reachable ? 'online' : 'offline']) listener();
  }

  function probe(): Promise<Reach> {
    probing ??= probeOnce().finally(() => {
      probing = null;
    });
    return probing;
  }

  async function probeOnce(): Promise<Reach> {
    if (!page.online()) return 'offline';
    const reach = await requestReach();
    // If the network is gone meanwhile, the browser reports when to try again.
    if (!page.online()) return 'offline';
    become(reach !== 'offline');
    return reach;
  }

  async function requestReach(): Promise<Reach> {
    const limit = new AbortController();
    const endWait = timer.after(PROBE_MS_MAX, () => limit.abort());
    try {
      const response = await environment.send('/healthz', {
        headers: {},
        cache: 'no-store',
        signal: limit.signal,
      });
      await response.text();
      const is_ours = response.ok && response.headers.get('content-type')?.startsWith('application/json');
      return is_ours ? 'near' : 'far';
    } catch {
      return 'offline';
    } finally {
      endWait();
    }
  }

  // Registered before all other listeners, so that requests sent by those listeners count as online.
  page.onOnline(() => {
    reachable = true;
    become(true);
  });
  page.onOffline(() => endPause());
  watch.heard = () => {
    if (!reachable) become(true);
  };
  watch.missed = async () => void (await probe());
  const online = () => page.online() && reachable;
  watch.isOffline = () => !online();

  const listening = (kind: 'online' | 'offline', browsers: (listener: () => void) => () => void) => {
    return (listener: () => void) => {
      // A separate wrapper for each subscription, so that ending one keeps the others.
      const own = () => listener();
      const stop = browsers(listener);
      listeners[kind].add(own);
      return () => {
        stop();
        listeners[kind].delete(own);
      };
    };
  };
  return {
    ...environment,
    page: {
      ...page,
      online,
      onOnline: listening('online', page.onOnline),
      onOffline: listening('offline', page.onOffline),
    },
    probe,
  };
}

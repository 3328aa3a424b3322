import type { World } from '../world.ts';
import type { NetworkWatch } from './network-watch.ts';

/** Without a response in this time the device is offline (ruling H2). */
const PROBE_MS_MAX = 5_000;
/** Between two probes while the device is offline. */
const PAUSE_MS = 5_000;

/**
 * offline: the browser reports it, or no response arrived within 5 s. near: our server responded. far: anything else did, such
 * as a proxy that does not know the probed path.
 */
export type Reach = 'offline' | 'far' | 'near';

export type ReachableWorld = World & {
  /** Requests a few bytes of the server. One probe at a time. */
  probe(): Promise<Reach>;
};

/**
 * Returns a world whose page is online only if the last probe had a response. A request without a response causes a probe, and
 * an unsuccessful probe the next one, after 5 s. Sets the callbacks of `watch`.
 */
export function withReachability(world: World, watch: NetworkWatch): ReachableWorld {
  const { page, timer } = world;
  const hears = { online: new Set<() => void>(), offline: new Set<() => void>() };
  let reachable = true;
  let endPause = () => {};
  let probing: Promise<Reach> | null = null;

  function become(now_reachable: boolean): void {
    endPause();
    if (!now_reachable) endPause = timer.after(PAUSE_MS, () => void probe());
    if (now_reachable === reachable) return;
    reachable = now_reachable;
    for (const listener of hears[reachable ? 'online' : 'offline']) listener();
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
    // Gone meanwhile: the browser reports when to try again.
    if (!page.online()) return 'offline';
    become(reach !== 'offline');
    return reach;
  }

  async function requestReach(): Promise<Reach> {
    const limit = new AbortController();
    const endWait = timer.after(PROBE_MS_MAX, () => limit.abort());
    try {
      const response = await world.send('/healthz', { headers: {}, cache: 'no-store', signal: limit.signal });
      await response.text();
      const is_ours = response.ok && response.headers.get('content-type')?.startsWith('application/json');
      return is_ours ? 'near' : 'far';
    } catch {
      return 'offline';
    } finally {
      endWait();
    }
  }

  // Before all other listeners, which the browser calls next: what they try has a network again.
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

  const hearing = (kind: 'online' | 'offline', browsers: (listener: () => void) => () => void) => {
    return (listener: () => void) => {
      // A listener of its own for each call, so that ending one ends no other.
      const own = () => listener();
      const stop = browsers(listener);
      hears[kind].add(own);
      return () => {
        stop();
        hears[kind].delete(own);
      };
    };
  };
  return {
    ...world,
    page: {
      ...page,
      online,
      onOnline: hearing('online', page.onOnline),
      onOffline: hearing('offline', page.onOffline),
    },
    probe,
  };
}

import { beforeEach, describe, expect, test } from 'vitest';
import type { Environment } from '../environment.ts';
import type { NetworkWatch } from './network-watch.ts';
import { type ReachableEnvironment, withReachability } from './reachability.ts';

const OURS = () => new Response('{"alive":true}', { headers: { 'content-type': 'application/json' } });

/** A tab whose clock, browser and server the test controls. */
function fakeTab() {
  let now = 0;
  let timers: { at: number; work: () => void }[] = [];
  let online = true;
  const listeners = { online: new Set<() => void>(), offline: new Set<() => void>() };
  const tab = {
    /** The server's behavior for a request; 'hangs' until the request is aborted. */
    server: (() => OURS()) as () => Response | 'lost' | 'hangs',
    probes: 0,
    /** Advances the clock by `ms` and runs all timers that are due. */
    async pass(ms: number): Promise<void> {
      const until = now + ms;
      for (;;) {
        const next = timers.toSorted((one, other) => one.at - other.at).find(({ at }) => at <= until);
        if (!next) break;
        timers = timers.filter((one) => one !== next);
        now = Math.max(now, next.at);
        next.work();
        await settled();
      }
      now = until;
    },
    setOnline(is_online: boolean): void {
      online = is_online;
      for (const listener of listeners[is_online ? 'online' : 'offline']) listener();
    },
    pending: () => timers.length,
  };
  const environment = {
    elapsed: () => now,
    timer: {
      after(ms: number, work: () => void) {
        const timer = { at: now + ms, work };
        timers.push(timer);
        return () => {
          timers = timers.filter((one) => one !== timer);
        };
      },
    },
    page: {
      online: () => online,
      onOnline: (listener: () => void) => listen(listeners.online, listener),
      onOffline: (listener: () => void) => listen(listeners.offline, listener),
    },
    async send(_: string, { signal }: RequestInit) {
      tab.probes += 1;
      const outcome = tab.server();
      if (outcome === 'lost') throw new TypeError('Failed to fetch');
      if (outcome !== 'hangs') return outcome;
      return await new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      );
    },
  } as unknown as Environment;
  return { tab, environment };
}

function listen(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

let tab: ReturnType<typeof fakeTab>['tab'];
let environment: ReachableEnvironment;
let watch: NetworkWatch;

beforeEach(() => {
  const fake = fakeTab();
  tab = fake.tab;
  watch = {};
  environment = withReachability(fake.environment, watch);
});

/** Records each online or offline event of the page. */
function changes(): string[] {
  const events: string[] = [];
  environment.page.onOnline(() => events.push('online'));
  environment.page.onOffline(() => events.push('offline'));
  return events;
}

describe('a probe', () => {
  test('classifies our server as near, and any other response as far', async () => {
    expect(await environment.probe()).toBe('near');
    tab.server = () => new Response('<h1>Welcome to our hotel</h1>');
    expect(await environment.probe()).toBe('far');
    expect([environment.page.online(), tab.pending()]).toEqual([true, 0]);
  });

  test('reports the device offline after 5 s without a response', async () => {
    tab.server = () => 'hangs';
    const probe = environment.probe();
    await tab.pass(4_999);
    expect(environment.page.online()).toBe(true);
    await tab.pass(1);
    expect(await probe).toBe('offline');
    expect(environment.page.online()).toBe(false);
  });

  test('sends no request while the browser reports that it is offline', async () => {
    tab.setOnline(false);
    expect(await environment.probe()).toBe('offline');
    expect(tab.probes).toBe(0);
    expect(environment.page.online()).toBe(false);
  });

  test('runs once for concurrent callers', async () => {
    expect(await Promise.all([environment.probe(), environment.probe(), environment.probe()])).toEqual([
      'near',
      'near',
      'near',
    ]);
    expect(tab.probes).toBe(1);
  });
});

describe('without a response', () => {
  beforeEach(() => {
    tab.server = () => 'lost';
  });

  test('probes repeat every 5 s until one succeeds', async () => {
    const events = changes();
    await watch.missed?.();
    expect([events, watch.isOffline?.()]).toEqual([['offline'], true]);
    const at: number[] = [];
    for (let second = 1; second <= 16; second += 1) {
      const before = tab.probes;
      await tab.pass(1_000);
      if (tab.probes > before) at.push(second);
    }
    expect(at).toEqual([5, 10, 15]);
    tab.server = OURS;
    await tab.pass(15_000);
    expect([events, watch.isOffline?.(), tab.pending()]).toEqual([['offline', 'online'], false, 0]);
  });

  test('a response to any request ends the offline state without another probe', async () => {
    await watch.missed?.();
    tab.server = OURS;
    const { probes } = tab;
    watch.heard?.();
    expect([environment.page.online(), tab.probes]).toEqual([true, probes]);
  });

  test('an online event of the browser ends the offline state and the pending probe', async () => {
    await watch.missed?.();
    tab.setOnline(false);
    expect(tab.pending()).toBe(0);
    const events = changes();
    tab.setOnline(true);
    expect([environment.page.online(), events, tab.pending()]).toEqual([true, ['online'], 0]);
  });
});

test('a removed listener is not called', async () => {
  const events: string[] = [];
  const leave = environment.page.onOffline(() => events.push('offline'));
  leave();
  tab.server = () => 'lost';
  await environment.probe();
  tab.setOnline(false);
  expect(events).toEqual([]);
});

import { beforeEach, describe, expect, test } from 'vitest';
import type { World } from '../world.ts';
import type { NetworkWatch } from './network-watch.ts';
import { type ReachableWorld, withReachability } from './reachability.ts';

const OURS = () => new Response('{"alive":true}', { headers: { 'content-type': 'application/json' } });

/** A tab whose clock, browser and server the test controls. */
function fakeTab() {
  let now = 0;
  let timers: { at: number; work: () => void }[] = [];
  let online = true;
  const hears = { online: new Set<() => void>(), offline: new Set<() => void>() };
  const tab = {
    /** What the server does with a request; 'hangs' until it is aborted. */
    server: (() => OURS()) as () => Response | 'lost' | 'hangs',
    probes: 0,
    /** Lets so many ms pass, with everything that is due in them. */
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
      for (const listener of hears[is_online ? 'online' : 'offline']) listener();
    },
    pending: () => timers.length,
  };
  const world = {
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
      onOnline: (listener: () => void) => listen(hears.online, listener),
      onOffline: (listener: () => void) => listen(hears.offline, listener),
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
  } as unknown as World;
  return { tab, world };
}

function listen(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

let tab: ReturnType<typeof fakeTab>['tab'];
let world: ReachableWorld;
let watch: NetworkWatch;

beforeEach(() => {
  const fake = fakeTab();
  tab = fake.tab;
  watch = {};
  world = withReachability(fake.world, watch);
});

/** Every change that the page hears of. */
function changes(): string[] {
  const heard: string[] = [];
  world.page.onOnline(() => heard.push('online'));
  world.page.onOffline(() => heard.push('offline'));
  return heard;
}

describe('a probe', () => {
  test('finds our server near, and any other response far', async () => {
    expect(await world.probe()).toBe('near');
    tab.server = () => new Response('<h1>Welcome to our hotel</h1>');
    expect(await world.probe()).toBe('far');
    expect([world.page.online(), tab.pending()]).toEqual([true, 0]);
  });

  test('finds the device offline without a response in 5 s', async () => {
    tab.server = () => 'hangs';
    const probe = world.probe();
    await tab.pass(4_999);
    expect(world.page.online()).toBe(true);
    await tab.pass(1);
    expect(await probe).toBe('offline');
    expect(world.page.online()).toBe(false);
  });

  test('sends nothing while the browser reports that it is offline', async () => {
    tab.setOnline(false);
    expect(await world.probe()).toBe('offline');
    expect(tab.probes).toBe(0);
    expect(world.page.online()).toBe(false);
  });

  test('is shared by everything that waits for one', async () => {
    expect(await Promise.all([world.probe(), world.probe(), world.probe()])).toEqual([
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

  test('probes follow each other every 5 s until one succeeds', async () => {
    const heard = changes();
    await watch.missed?.();
    expect([heard, watch.isOffline?.()]).toEqual([['offline'], true]);
    const at: number[] = [];
    for (let second = 1; second <= 16; second += 1) {
      const before = tab.probes;
      await tab.pass(1_000);
      if (tab.probes > before) at.push(second);
    }
    expect(at).toEqual([5, 10, 15]);
    tab.server = OURS;
    await tab.pass(15_000);
    expect([heard, watch.isOffline?.(), tab.pending()]).toEqual([['offline', 'online'], false, 0]);
  });

  test('a response to any request ends it at once, without another probe', async () => {
    await watch.missed?.();
    tab.server = OURS;
    const { probes } = tab;
    watch.heard?.();
    expect([world.page.online(), tab.probes]).toEqual([true, probes]);
  });

  test('the browser’s report that it is online counts, and ends the pauses', async () => {
    await watch.missed?.();
    tab.setOnline(false);
    expect(tab.pending()).toBe(0);
    const heard = changes();
    tab.setOnline(true);
    expect([world.page.online(), heard, tab.pending()]).toEqual([true, ['online'], 0]);
  });
});

test('a removed listener is not called', async () => {
  const heard: string[] = [];
  const leave = world.page.onOffline(() => heard.push('offline'));
  leave();
  tab.server = () => 'lost';
  await world.probe();
  tab.setOnline(false);
  expect(heard).toEqual([]);
});

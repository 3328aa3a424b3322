import { newId } from '../../contract/rules/ids.ts';
import { openIndexedDb } from './indexed-db.ts';
import { olderClientLives } from './tab-locks.ts';
import type { Channel, Locks, World } from './world.ts';

/** What a page and a worker of a browser have alike. `store_name` is another than the product's only in tests. */
export function createSharedWorld(store_name?: string) {
  const manager = globalThis.navigator?.locks;
  const locks = manager ? browserLocks(manager) : null;
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    random: {
      uuid: newId,
      number: () => Math.random(),
      bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    },
    timer: {
      after(ms, work) {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    },
    locks,
    store: openIndexedDb({
      ...(store_name === undefined ? {} : { name: store_name }),
      olderLives: () => olderClientLives(locks),
    }),
    send: (url, request) => fetch(url, request),
    channel: openChannel,
  } satisfies Partial<World>;
}

function browserLocks(manager: LockManager): Locks {
  return {
    request: (name, { signal, ...options }, work) =>
      manager.request(name, { ...options, ...(signal && { signal }) }, (lock) => work(lock !== null)),
    async held() {
      const { held = [] } = await manager.query();
      return held.map(({ name = '' }) => name);
    },
  };
}

/** Deaf where the browser has none: other tabs are then heard of when they are next looked at. */
function openChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined') {
    return { post: () => {}, listen: () => () => {}, close: () => {} };
  }
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => on(channel, 'message', ({ data }: MessageEvent) => listener(String(data))),
    close: () => channel.close(),
  };
}

export function on<E extends Event>(
  target: EventTarget,
  event: string,
  listener: (event: E) => void,
): () => void {
  target.addEventListener(event, listener as EventListener);
  return () => target.removeEventListener(event, listener as EventListener);
}

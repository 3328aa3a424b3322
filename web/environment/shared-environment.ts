import { newId } from '../../contract/rules/ids.ts';
import type { Channel, Environment, Locks } from './environment.ts';
import { openIndexedDb } from './indexed-db.ts';
import { isOlderClientOpen } from './tab-locks.ts';

/**
 * Returns the parts that a page's environment and a worker's have in common. Only tests pass a `store_name`.
 */
export function createSharedEnvironment(store_name?: string) {
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
      olderLives: () => isOlderClientOpen(locks),
    }),
    send: (url, request) => fetch(url, request),
    channel: openChannel,
  } satisfies Partial<Environment>;
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

/**
 * Opens a BroadcastChannel. Without browser support it is inert: changes in other tabs are seen at the next
 * read.
 */
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

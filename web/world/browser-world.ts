import { newId } from '../../contract/rules/ids.ts';
import { openIndexedDb } from './indexed-db.ts';
import { olderClientLives } from './tab-locks.ts';
import type { Channel, Locks, OlderStorage, PageLife, World } from './world.ts';

const TAB_KEY = 'mandoob.tab';

/** The world of one tab of a browser. `store_name` is another than the product's only in tests. */
export function createBrowserWorld(store_name?: string): World {
  const manager = globalThis.navigator?.locks;
  const locks = manager ? browserLocks(manager) : null;
  return {
    now: () => Date.now(),
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
    older: browserStorage(),
    send: (url, request) => fetch(url, request),
    channel: openChannel,
    page: browserPage(),
    tab: tabName(),
  };
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

function browserStorage(): OlderStorage {
  return {
    read(key) {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    write(key, text) {
      try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
      } catch {
        // Full or forbidden.
      }
    },
    onChange: (listener) => on(window, 'storage', ({ key }: StorageEvent) => listener(key)),
  };
}

function browserPage(): PageLife {
  return {
    visible: () => document.visibilityState === 'visible',
    onVisible: (listener) =>
      on(document, 'visibilitychange', () => document.visibilityState === 'visible' && listener()),
    online: () => navigator.onLine,
    onOnline: (listener) => on(window, 'online', listener),
    onOffline: (listener) => on(window, 'offline', listener),
  };
}

function on<E extends Event>(target: EventTarget, event: string, listener: (event: E) => void): () => void {
  target.addEventListener(event, listener as EventListener);
  return () => target.removeEventListener(event, listener as EventListener);
}

function tabName(): string {
  try {
    const name = sessionStorage.getItem(TAB_KEY) ?? newId();
    sessionStorage.setItem(TAB_KEY, name);
    return name;
  } catch {
    return newId();
  }
}

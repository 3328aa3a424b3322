import { newId } from '../../contract/rules/ids.ts';
import { requestBackgroundSend } from './app-worker.ts';
import type { Environment, LegacyStorage, PageState } from './environment.ts';
import { createSharedEnvironment, on } from './shared-environment.ts';

const TAB_KEY = 'mandoob.tab';
/** Creates the environment of one browser tab. Only tests pass a `store_name`. */
export function createBrowserEnvironment(store_name?: string): Environment {
  return {
    ...createSharedEnvironment(store_name),
    older: browserStorage(),
    send: (url, request, onSent) => (onSent ? sendWithProgress(url, request, onSent) : fetch(url, request)),
    page: browserPage(),
    sendLater: requestBackgroundSend,
    // Few shops record positions. Without its code the position is not known.
    position: () =>
      import('./position/read-position.ts').then(
        ({ readPosition }) => readPosition(),
        () => null,
      ),
    tab: tabName(),
  };
}

/** Loads the upload module with the first file. If that fails, sends without reporting progress. */
async function sendWithProgress(url: string, request: RequestInit, onSent: (share: number) => void) {
  const loaded = await import('./upload.ts').catch(() => null);
  return await (loaded?.upload ? loaded.upload(url, request, onSent) : fetch(url, request));
}

function browserStorage(): LegacyStorage {
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
        // The storage is full or forbidden.
      }
    },
    onChange: (listener) => on(window, 'storage', ({ key }: StorageEvent) => listener(key)),
  };
}

function browserPage(): PageState {
  const visible = () => document.visibilityState === 'visible';
  const onChange = (to: boolean) => (listener: () => void) =>
    on(document, 'visibilitychange', () => visible() === to && listener());
  return {
    visible,
    onVisible: onChange(true),
    onHidden: onChange(false),
    online: () => navigator.onLine,
    onOnline: (listener) => on(window, 'online', listener),
    onOffline: (listener) => on(window, 'offline', listener),
  };
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

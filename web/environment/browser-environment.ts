import { newId } from '../../contract/rules/ids.ts';
import { requestBackgroundSend } from './app-worker.ts';
import type { Environment, LegacyStorage, PageState, Position } from './environment.ts';
import { createSharedEnvironment, on } from './shared-environment.ts';

const TAB_KEY = 'mandoob.tab';
/** Limits of a position in ms: the time to determine it, and the age of one that the device knows already. */
/** The greatest accuracy that the server accepts, in m. */
const ACCURACY_M_MAX = 10_000_000;
const POSITION_MS_MAX = 10_000;
const POSITION_AGE_MS_MAX = 30_000;

/** Creates the environment of one browser tab. Only tests pass a `store_name`. */
export function createBrowserEnvironment(store_name?: string): Environment {
  return {
    ...createSharedEnvironment(store_name),
    older: browserStorage(),
    send: (url, request, onSent) => (onSent ? sendWithProgress(url, request, onSent) : fetch(url, request)),
    page: browserPage(),
    sendLater: requestBackgroundSend,
    position: readPosition,
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

function readPosition(): Promise<Position | null> {
  return new Promise((resolve) => {
    // Missing on plain http.
    if (!('geolocation' in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ latitude, longitude, accuracy_m: Math.min(Math.round(accuracy), ACCURACY_M_MAX) }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: POSITION_MS_MAX, maximumAge: POSITION_AGE_MS_MAX },
    );
  });
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

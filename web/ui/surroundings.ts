import { useCallback, useSyncExternalStore } from 'react';
import { thisTab } from '../world/this-tab.ts';

const { page } = thisTab;

function subscribe(onChange: () => void): () => void {
  const stops = [page.onOnline(onChange), page.onOffline(onChange)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What the device believes about its network; true says little, false says much. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, page.online);
}

/** Whether the page is now as a media query says. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

const PHONE = '(max-width: 767.98px)';

/** Whether the page is as narrow as a phone: the sidebar lies behind its button, and toasts are shown one at a time. */
export function usePhone(): boolean {
  return useMedia(PHONE);
}

import { useCallback, useSyncExternalStore } from 'react';

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

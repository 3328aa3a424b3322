import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether the media query matches, and updates when that changes. */
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

/**
 * Returns whether the page is as narrow as a phone: the sidebar is behind its button, and toasts are above
 * the bottom bar.
 */
export function usePhone(): boolean {
  return useMedia(PHONE);
}

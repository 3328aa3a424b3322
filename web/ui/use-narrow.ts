import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 1023.98px)';

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Whether there is too little room for a table beside the menu, as on phones and upright tablets: cards take its place. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}

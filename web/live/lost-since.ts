import { useEffect, useState, useSyncExternalStore } from 'react';
import { useShowsOutdated } from '../components/shown-age.ts';
import { thisTab } from '../environment/this-tab.ts';
import { useOnline } from '../ui/use-online.ts';

/** Shorter interruptions are not shown. */
const MISSED_MS = 5_000;

let lost_since: number | null = null;
const listeners = new Set<() => void>();

/** Records since when the stream has been lost, in ms since epoch; null while it is connected. */
export function noteLost(since: number | null): void {
  if (since === lost_since) return;
  lost_since = since;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns since when updates are paused, after 5 s; otherwise null, and also null if another line states the
 * age of the figures.
 */
export function usePausedSince(): number | null {
  const since = useSyncExternalStore(subscribe, () => lost_since);
  const online = useOnline();
  const is_shown = useShowsOutdated();
  const [missed, setMissed] = useState<number | null>(null);
  useEffect(() => {
    if (since === null || !online) return;
    return thisTab.timer.after(MISSED_MS, () => setMissed(since));
  }, [since, online]);
  return online && !is_shown && missed === since ? since : null;
}

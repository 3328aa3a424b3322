import { useEffect, useState, useSyncExternalStore } from 'react';
import { useShowsOutdated } from '../components/shown-age.ts';
import { useOnline } from '../ui/use-online.ts';
import { thisTab } from '../world/this-tab.ts';

/** A stream that comes back sooner was not missed. */
const MISSED_MS = 5_000;

let lost_since: number | null = null;
const listeners = new Set<() => void>();

/** Since when nothing is heard of changes, in ms since epoch; null while it is. */
export function noteLost(since: number | null): void {
  if (since === lost_since) return;
  lost_since = since;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns since when updates are paused, once that has lasted; null otherwise, and if another line states the age of the figures. */
export function usePausedSince(): number | null {
  const since = useSyncExternalStore(subscribe, () => lost_since);
  const online = useOnline();
  const is_said = useShowsOutdated();
  const [missed, setMissed] = useState<number | null>(null);
  useEffect(() => {
    if (since === null || !online) return;
    return thisTab.timer.after(MISSED_MS, () => setMissed(since));
  }, [since, online]);
  return online && !is_said && missed === since ? since : null;
}

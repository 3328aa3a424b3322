import { useEffect, useSyncExternalStore } from 'react';

/** Figures on the page. `outdated`: newer ones could not be loaded. */
type Shown = { as_of: Date; outdated: boolean };

let shown: readonly Shown[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers the age of figures while they are on the page, so that one line can state the oldest age. */
export function useShownAge(as_of: Date | null, outdated: boolean): void {
  const time_ms = as_of?.getTime() ?? null;
  useEffect(() => {
    if (time_ms === null) return;
    const own = { as_of: new Date(time_ms), outdated };
    change([...shown, own]);
    return () => change(shown.filter((one) => one !== own));
  }, [time_ms, outdated]);
}

/** Returns the time of the oldest figures on the page; null if there are none. */
export function useOldestShown(): Date | null {
  return useSyncExternalStore(subscribe, oldest);
}

function oldest(): Date | null {
  const [first] = shown.toSorted((one, other) => one.as_of.getTime() - other.as_of.getTime());
  return first?.as_of ?? null;
}

/** Returns true if a part of the page shows outdated figures. */
export function useShowsOutdated(): boolean {
  return useSyncExternalStore(subscribe, () => shown.some(({ outdated }) => outdated));
}

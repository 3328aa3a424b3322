import { useEffect, useMemo, useState } from 'react';
import { whenIdle } from './environment/page-apis.ts';
import { thisTab } from './environment/this-tab.ts';
import { firstUsable } from './ui/usable.ts';

export type Load = () => Promise<unknown>;

const IDLE_MS_MAX = 1_500;

/**
 * Loads what the user will need next, one part after another, once the first screen is usable and the page is
 * idle: on a slow connection earlier downloads would delay that screen. Failed loads are retried when the
 * network returns. `loads` must be stable.
 */
export function useFetchAhead(loads: readonly Load[]): void {
  useEffect(() => loadInTime(loads), [loads]);
}

/** Loads one part of the app in the same way; null until it is loaded. `load` must be stable. */
export function useAhead<T>(load: () => Promise<T>): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  const loads = useMemo(
    () => [
      async () => {
        const part = await load();
        setLoaded(() => part);
      },
    ],
    [load],
  );
  useFetchAhead(loads);
  return loaded;
}

function loadInTime(loads: readonly Load[]): () => void {
  const { page } = thisTab;
  let stopped = false;
  let stopListening = () => {};
  let endWait = () => {};
  async function run(): Promise<void> {
    stopListening();
    for (const load of loads) {
      if (stopped) return;
      await load().catch(() => {
        stopListening();
        stopListening = page.onOnline(() => void run());
      });
    }
  }
  void firstUsable.then(() => {
    if (!stopped) endWait = whenIdle(IDLE_MS_MAX, () => void run());
  });
  return () => {
    stopped = true;
    stopListening();
    endWait();
  };
}

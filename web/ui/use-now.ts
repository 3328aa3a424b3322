import { useEffect, useReducer } from 'react';
import { thisTab } from '../environment/this-tab.ts';
import { every } from '../environment/timing.ts';

/** Returns the device's clock in ms since the epoch and rerenders every `every_ms`. */
export function useNow(every_ms: number): number {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => every(thisTab.timer, every_ms, rerender), [every_ms]);
  return thisTab.now();
}

import { useEffect, useReducer } from 'react';
import { thisTab } from '../world/this-tab.ts';
import { every } from '../world/waiting.ts';

/** The device's clock in ms since epoch: whenever something is shown anew, and looked at again every so many ms. */
export function useNow(every_ms: number): number {
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => every(thisTab.timer, every_ms, lookAgain), [every_ms]);
  return thisTab.now();
}

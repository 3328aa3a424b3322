import { useEffect, useState } from 'react';
import { thisTab } from '../world/this-tab.ts';
import { every } from '../world/waiting.ts';

/** The device's clock in ms since epoch, looked at again every so many ms. */
export function useNow(every_ms: number): number {
  const [now, setNow] = useState(thisTab.now);
  useEffect(() => every(thisTab.timer, every_ms, () => setNow(thisTab.now())), [every_ms]);
  return now;
}

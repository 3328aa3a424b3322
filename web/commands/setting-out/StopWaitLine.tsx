import { clockOffsetMs } from '../../api/this-page.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { thisTab } from '../../environment/this-tab.ts';
import type { Stop } from '../delivery/stops.ts';
import { waitOf } from './stop-wait.ts';
import { useDriversSetOut } from './use-setting-out.ts';
import { waitText } from './wait-text.ts';

/** The step for which a stop waits, below its summary; nothing if it can be delivered. */
export function StopWaitLine({ stop }: { stop: Stop }) {
  const time_zone = useTimeZone();
  const wait = waitOf(stop, useDriversSetOut());
  if (!wait) return null;
  const { promised_at } = stop.order;
  const now = new Date(thisTab.now() + clockOffsetMs());
  return (
    <span className={wait === 'ready' ? 'basis-full text-done text-sm' : 'basis-full text-muted text-sm'}>
      {waitText(wait, { promised_at, now, time_zone })}
    </span>
  );
}

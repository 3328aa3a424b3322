import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { clockOffsetMs } from '../../api/this-page.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { useProfile } from '../../session/use-session.ts';
import type { Stop } from '../delivery/stops.ts';
import { goodsToLoad } from './goods-to-load.ts';
import { marksOf, readMarks } from './kept-marks.ts';
import { markedCheck } from './load-marks.ts';
import { useLoadReport } from './use-load-report.ts';

/** Returns a function that reports the goods of these stops as the driver has marked them on the loading list. */
export function useMarkedLoad(stops: readonly Stop[]): () => Promise<void> {
  const { id: user_id } = useProfile();
  const time_zone = useTimeZone();
  const { make } = useLoadReport();
  return async () => {
    const day = dayOf(new Date(thisTab.now() + clockOffsetMs()), time_zone);
    // Without its notes the device has no marks.
    const kept = await readMarks(user_id).catch(() => undefined);
    await make(markedCheck(goodsToLoad(stops).stops, marksOf(kept, day)));
  };
}

import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { clockOffsetMs } from '../../api/this-page.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { useProfile } from '../../session/use-session.ts';
import type { LoadStop } from './goods-to-load.ts';
import { marksOf, readMarks, storeMarks } from './kept-marks.ts';
import { type Marking, markedCheck } from './load-marks.ts';
import { useLoadReport } from './use-load-report.ts';

/** The load with which a driver leaves. */
export type LeavingLoad = Pick<Marking, 'mark'> & {
  /** Reports it, so that the shop knows what is missing before the driver leaves. */
  report: () => Promise<void>;
};

/** The goods of these stops as the driver has marked them on the loading list, for departures elsewhere. */
export function useMarkedLoad(stops: readonly LoadStop[]): LeavingLoad {
  const { id: user_id } = useProfile();
  const time_zone = useTimeZone();
  const { make } = useLoadReport();
  const today = () => dayOf(new Date(thisTab.now() + clockOffsetMs()), time_zone);
  return {
    report: async () => {
      // Without its notes the device has no marks.
      const kept = await readMarks(user_id).catch(() => undefined);
      await make(markedCheck(stops, marksOf(kept, today())));
    },
    mark: (changes) => void storeMarks(user_id, today(), changes),
  };
}

import { useEffect, useState } from 'react';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { clockOffsetMs } from '../../api/this-page.ts';
import {
  changedMarks,
  type KeptMarks,
  marksOf,
  readMarks,
  storeMarks,
} from '../../commands/setting-out/kept-marks.ts';
import type { MarkChanges } from '../../commands/setting-out/load-marks.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { untilUnmounted } from '../../environment/timing.ts';
import { useProfile } from '../../session/use-session.ts';
import { useNow } from '../../ui/use-now.ts';

const MINUTE_MS = 60_000;

/**
 * The user's marks of the present business day. They are kept on this device only, survive a reload and need
 * no connection. Undefined until they are read; a device that cannot store them keeps them until the page is
 * closed.
 */
export function useLoadMarks() {
  const { id: user_id } = useProfile();
  const day = dayOf(new Date(useNow(MINUTE_MS) + clockOffsetMs()), useTimeZone());
  const [kept, setKept] = useState<KeptMarks | undefined>(undefined);

  useEffect(() => {
    const none = { day, marks: {} };
    return untilUnmounted(
      readMarks(user_id),
      (stored) => setKept(stored ?? none),
      () => setKept((before) => before ?? none),
    );
  }, [user_id, day]);

  function mark(changes: MarkChanges): void {
    setKept((before) => changedMarks(before, day, changes));
    void storeMarks(user_id, day, changes);
  }

  return { marks: kept && marksOf(kept, day), mark };
}

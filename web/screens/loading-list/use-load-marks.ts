import { useEffect, useState } from 'react';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { clockOffsetMs } from '../../api/this-page.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { untilUnmounted, withinStoreTimeout } from '../../environment/timing.ts';
import { useProfile } from '../../session/use-session.ts';
import { useNow } from '../../ui/use-now.ts';
import { type LoadMarks, type MarkChanges, withChanges } from './load-marks.ts';

/** The marks of one business day; those of earlier days are replaced. */
type Kept = { day: string; marks: LoadMarks };

const MINUTE_MS = 60_000;
const NONE: LoadMarks = {};

/** The key in the device's notes. */
const noteOf = (user_id: string) => `loading:${user_id}`;

/**
 * The user's marks of the present business day. They are kept on this device only, survive a reload and need
 * no connection. Undefined until they are read; a device that cannot store them keeps them until the page is
 * closed.
 */
export function useLoadMarks() {
  const { id: user_id } = useProfile();
  const day = dayOf(new Date(useNow(MINUTE_MS) + clockOffsetMs()), useTimeZone());
  const [kept, setKept] = useState<Kept | undefined>(undefined);

  useEffect(() => {
    const reading = thisTab.store.read(['notes'], (tx) => tx.get('notes', noteOf(user_id)));
    const none = { day, marks: NONE };
    return untilUnmounted(
      withinStoreTimeout(thisTab, reading),
      (stored) => setKept((stored as Kept | undefined) ?? none),
      () => setKept((before) => before ?? none),
    );
  }, [user_id, day]);

  function mark(changes: MarkChanges): void {
    setKept((before) => changed(before, day, changes));
    // Other tabs may have stored marks of other lines.
    const storing = thisTab.store.write(['notes'], async (tx) => {
      const stored = (await tx.get('notes', noteOf(user_id))) as Kept | undefined;
      await tx.put('notes', changed(stored, day, changes), noteOf(user_id));
    });
    void withinStoreTimeout(thisTab, storing).catch(() => {});
  }

  return { marks: kept && marksOf(kept, day), mark };
}

function marksOf(kept: Kept | undefined, day: string): LoadMarks {
  return kept?.day === day ? kept.marks : NONE;
}

function changed(kept: Kept | undefined, day: string, changes: MarkChanges): Kept {
  return { day, marks: withChanges(marksOf(kept, day), changes) };
}

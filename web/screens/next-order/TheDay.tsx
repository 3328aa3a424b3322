import { Suspense, useEffect, useRef, useState } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { Stop } from '../../commands/delivery/stops.ts';
import { useCommandEntries } from '../../commands/use-entries.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { whenLoaded } from '../../ui/when-loaded.ts';
import { vibrate } from '../../world/page-only.ts';
import { thisTab } from '../../world/this-tab.ts';

/** Felt in a pocket's hand, and over before the next thing is looked at. */
const VIBRATION_MS = 60;

const Figures = whenLoaded(async () => (await import('./DayFigures.tsx')).DayFigures);

type Props = { profile: Profile; stops: readonly Stop[] };

/** How the day stands, once something was delivered on this page or nothing is left. */
export function TheDay({ profile, stops }: Props) {
  const delivered_here = useDeliveredHere();
  const left = stops.filter(({ confirmed }) => !confirmed).length;
  return (
    <div role="status" className="contents">
      {(delivered_here || left === 0) && (
        <Suspense fallback={left > 0 && <div className="min-h-16" />}>
          <Figures profile={profile} left={left} delivered_here={delivered_here} />
        </Suspense>
      )}
    </div>
  );
}

/** Whether the newest delivery was confirmed in this tab since the page was opened and stands; each such one is felt. */
function useDeliveredHere(): boolean {
  const newest = useCommandEntries('confirm_delivery').findLast(({ tab }) => tab === thisTab.tab);
  const [before] = useState(newest?.command_id);
  const felt = useRef(before);
  const here = newest !== undefined && newest.command_id !== before && stands(newest);
  const command_id = here ? newest.command_id : undefined;
  useEffect(() => {
    if (command_id === undefined || felt.current === command_id) return;
    felt.current = command_id;
    vibrate(VIBRATION_MS);
  }, [command_id]);
  return here;
}

function stands({ state, answer }: OutboxEntry<'confirm_delivery'>): boolean {
  return state !== 'refused' && answer?.outcome !== 'recorded_with_conflict';
}

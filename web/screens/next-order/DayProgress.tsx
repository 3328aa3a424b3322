import { Suspense, useEffect, useRef, useState } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { Stop } from '../../commands/delivery/stops.ts';
import { useDeliveries } from '../../commands/use-entries.ts';
import { vibrate } from '../../environment/page-apis.ts';
import { thisTab } from '../../environment/this-tab.ts';
import type { DeliveryEntry } from '../../offline/outbox-entry.ts';
import { lazyOptional } from '../../ui/lazy-optional.ts';

/** Long enough to be felt, and over before the driver's next action. */
const VIBRATION_MS = 60;

const Figures = lazyOptional(async () => (await import('./DayFigures.tsx')).DayFigures);

type Props = { profile: Profile; stops: readonly Stop[] };

/** The day's progress, shown after a delivery on this page or when no stop is left. */
export function DayProgress({ profile, stops }: Props) {
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

/**
 * Returns whether the newest delivery was confirmed in this tab since the page opened, without refusal or
 * conflict; vibrates for each.
 */
function useDeliveredHere(): boolean {
  const newest = useDeliveries().findLast(({ tab }) => tab === thisTab.tab);
  const [before] = useState(newest?.command_id);
  const felt = useRef(before);
  const here = newest !== undefined && newest.command_id !== before && isDelivered(newest);
  const command_id = here ? newest.command_id : undefined;
  useEffect(() => {
    if (command_id === undefined || felt.current === command_id) return;
    felt.current = command_id;
    vibrate(VIBRATION_MS);
  }, [command_id]);
  return here;
}

function isDelivered({ state, answer }: DeliveryEntry): boolean {
  return state !== 'refused' && answer?.outcome !== 'recorded_with_conflict';
}

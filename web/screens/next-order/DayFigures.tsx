import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { clockOffsetMs } from '../../api/this-page.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useRefetchOnceSent } from '../../commands/delivery/use-stops.ts';
import { useCommandEntries, useDeliveries } from '../../commands/use-entries.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { AllDelivered, DeliveredBanner } from './DeliveredBanner.tsx';
import { daySoFar } from './day-so-far.ts';
import { openAmountsOf } from './open-amounts.ts';

type Props = { profile: Profile; left: number; delivered_here: boolean };

/** The day's progress and the cash with the driver. */
export function DayFigures({ profile, left, delivered_here }: Props) {
  const { data, as_of, refetch } = useEndpoint('read_statistics');
  useRefetchOnceSent(refetch);
  const deliveries = useDeliveries();
  const day = daySoFar({
    read: data && as_of ? { statistics: data, as_of } : undefined,
    deliveries,
    payments: useCommandEntries('collect_owed'),
    left,
    now: new Date(thisTab.now() + clockOffsetMs()),
    time_zone: profile.shop.time_zone,
  });
  const newest = deliveries.at(-1);
  const open = newest && delivered_here ? openAmountsOf(newest) : null;
  if (left === 0) return day.delivered > 0 && <AllDelivered cash={day.cash} open={open} />;
  return delivered_here && day.delivered > 0 && <DeliveredBanner {...day} open={open} />;
}

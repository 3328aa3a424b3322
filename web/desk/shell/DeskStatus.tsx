import { type ComponentType, lazy, Suspense } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { firstUsable } from '../../ui/usable.ts';
import { loadUnsent } from '../unsent/load-unsent.ts';

const UnsentLines = lazy<ComponentType<{ time_zone: string }>>(async () => {
  await firstUsable;
  // The service worker caches both parts. If it could not, they load with the next visit.
  const load = Promise.all([import('../unsent/UnsentLines.tsx'), loadUnsent()]);
  return load.then(
    ([part]) => ({ default: part.UnsentLines }),
    () => ({ default: () => null }),
  );
});

/**
 * Shows above every place that the network is down, what is pending on this device, and that the session
 * ends.
 */
export function DeskStatus({ profile }: { profile: Profile }) {
  return (
    <Suspense>
      <UnsentLines time_zone={profile.shop.time_zone} />
    </Suspense>
  );
}

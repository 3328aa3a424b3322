import { t } from '@lingui/core/macro';
import { WifiOff } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Profile } from '../../contract/schemas/profile.ts';
import { firstUsable } from '../ui/usable.ts';
import { useOnline } from '../ui/use-online.ts';
import { loadUnsent } from './load-unsent.ts';

const UnsentLines = lazy(async () => {
  await firstUsable;
  // Without a network they come with the next visit; that there is none is said all the same.
  const load = Promise.all([import('./UnsentLines.tsx'), loadUnsent()]);
  return load.then(
    ([part]) => ({ default: part.UnsentLines }),
    () => ({ default: NoConnection }),
  );
});

/** Above every place: whether there is a network, what waits to be sent from this device, when the session ends. */
export function DeskStatus({ profile }: { profile: Profile }) {
  return (
    <Suspense fallback={<NoConnection />}>
      <UnsentLines time_zone={profile.shop.time_zone} />
    </Suspense>
  );
}

function NoConnection(_: { time_zone?: string }) {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center gap-2 border-line border-b bg-warn-soft px-4 py-2 text-sm text-warn">
          <WifiOff size={18} className="shrink-0" />
          {t`No connection. What you see may be out of date.`}
        </p>
      )}
    </div>
  );
}

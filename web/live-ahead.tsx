import { type ComponentType, useMemo, useState } from 'react';
import { type Load, useFetchAhead } from './fetch-ahead.ts';
import type { LiveProps } from './live/Live.tsx';
import { useSession } from './session/use-session.ts';

/** Keeps a page up to date. Loaded soon after the page becomes usable, so that it delays nothing. */
export function LiveAhead({ own_orders = false }: Partial<Pick<LiveProps, 'own_orders'>>) {
  const { profile } = useSession();
  const [Live, setLive] = useState<ComponentType<LiveProps> | null>(null);
  const loads = useMemo<Load[]>(
    () => [
      async () => {
        const loaded = await import('./live/Live.tsx');
        setLive(() => loaded.Live);
      },
    ],
    [],
  );
  useFetchAhead(loads);
  return profile && Live && <Live profile={profile} own_orders={own_orders} />;
}

import { useAhead } from './fetch-ahead.ts';
import type { LiveProps } from './live/Live.tsx';
import { useSession } from './session/use-session.ts';

const loadLive = async () => (await import('./live/Live.tsx')).Live;

/** Keeps a page up to date. Loaded soon after the page becomes usable, so that it delays nothing. */
export function LiveAhead({ own_orders = false }: Partial<Pick<LiveProps, 'own_orders'>>) {
  const { profile } = useSession();
  const Live = useAhead(loadLive);
  return profile && Live && <Live profile={profile} own_orders={own_orders} />;
}

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { Topic } from '../../contract/rules/topics.ts';
import { thisTab } from '../environment/this-tab.ts';
import { untilUnmounted } from '../environment/timing.ts';
import { PausedLine } from './PausedLine.tsx';
import { useLive } from './use-live.ts';

export type LiveProps = {
  profile: Profile;
  /** True to notify a driver of orders added to his stops and removed from them. */
  own_orders: boolean;
};

/** Keeps the page's data up to date while it is mounted, and shows a line when it cannot. */
export function Live({ profile, own_orders }: LiveProps) {
  useLive(useOwnOrderNews(own_orders && profile.driver !== null));
  return <PausedLine time_zone={profile.shop.time_zone} />;
}

/**
 * Checks the driver's orders on mount, when the page becomes visible, and when the returned callback receives
 * orders.
 */
function useOwnOrderNews(delivers: boolean): (topics: ReadonlySet<Topic> | null) => void {
  const client = useQueryClient();
  const check = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!delivers) return;
    // Loaded separately: it depends on code that only the driver's screens have.
    const stopWaiting = untilUnmounted(import('./own-order-news.ts'), ({ createOwnOrderNews }) => {
      check.current = createOwnOrderNews(client);
      check.current();
    });
    const stopListening = thisTab.page.onVisible(() => check.current?.());
    return () => {
      check.current = null;
      stopListening();
      stopWaiting();
    };
  }, [client, delivers]);
  return useCallback((topics) => {
    if (topics === null || topics.has('orders')) check.current?.();
  }, []);
}

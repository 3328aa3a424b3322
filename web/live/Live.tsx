import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { Topic } from '../../contract/rules/topics.ts';
import { thisTab } from '../world/this-tab.ts';
import { whileHere } from '../world/waiting.ts';
import { PausedLine } from './PausedLine.tsx';
import { useLive } from './use-live.ts';

export type LiveProps = {
  profile: Profile;
  /** Tells a driver of orders that come to him and of those that are no longer his. */
  own_orders: boolean;
};

/** Keeps what the page shows up to date while it is open, and says when it cannot. */
export function Live({ profile, own_orders }: LiveProps) {
  useLive(useOwnOrderNews(own_orders && profile.driver !== null));
  return <PausedLine time_zone={profile.shop.time_zone} />;
}

/** Looks for news of the driver's own orders, when the page is opened, when he looks at it again, and when the answer hears of orders. */
function useOwnOrderNews(delivers: boolean): (topics: ReadonlySet<Topic> | null) => void {
  const client = useQueryClient();
  const look = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!delivers) return;
    // What says it needs what only the driver's screens have.
    const stopWaiting = whileHere(import('./own-order-news.ts'), ({ createOwnOrderNews }) => {
      look.current = createOwnOrderNews(client);
      look.current();
    });
    const stopListening = thisTab.page.onVisible(() => look.current?.());
    return () => {
      look.current = null;
      stopListening();
      stopWaiting();
    };
  }, [client, delivers]);
  return useCallback((topics) => {
    if (topics === null || topics.has('orders')) look.current?.();
  }, []);
}

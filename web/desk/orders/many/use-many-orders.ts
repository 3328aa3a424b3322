import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTimeZone } from '../../../components/open-screen.ts';
import type { Deed, Seen, Standing } from './deed.ts';
import {
  type DeedPlace,
  deedsAt,
  dismissStanding,
  doDeed,
  openDeedPlace,
  showDeedPlace,
  subscribeToDeeds,
} from './order-deeds.ts';

export type ManyOrders = {
  busy: boolean;
  standing: Standing | null;
  run: (deed: Deed, orders: readonly Seen[]) => void;
  dismiss: () => void;
};

/**
 * Bulk actions on orders, each as it was seen. Skipped orders are listed with reasons and stay selected; the
 * rest can be undone for ten seconds. While an outcome is unknown, no other action starts. An action
 * continues when its place is closed or `covered`.
 */
export function useManyOrders(
  place: DeedPlace,
  { onDone, covered = false }: { onDone?: (order_ids: readonly string[]) => void; covered?: boolean } = {},
): ManyOrders {
  const time_zone = useTimeZone();
  const { busy, standing } = useSyncExternalStore(subscribeToDeeds, () => deedsAt(place)) ?? IDLE;
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  });
  useEffect(() => openDeedPlace(place, (ids) => latest.current?.(ids)), [place]);
  useEffect(() => (covered ? undefined : showDeedPlace(place, time_zone)), [place, time_zone, covered]);
  return {
    busy,
    standing,
    run: (deed, orders) => doDeed(place, deed, orders, time_zone),
    dismiss: () => dismissStanding(place),
  };
}

const IDLE = { busy: false, standing: null };

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTimeZone } from '../../../components/open-screen.ts';
import type { BulkAction, BulkOutcome, SeenVersion } from './bulk-action.ts';
import {
  type ActionPlace,
  dismissOutcome,
  openActionPlace,
  runBulkAction,
  showActionPlace,
  stateAt,
  subscribeToBulkActions,
} from './run-bulk-action.ts';

export type BulkActions = {
  busy: boolean;
  last_outcome: BulkOutcome | null;
  run: (action: BulkAction, orders: readonly SeenVersion[]) => void;
  dismiss: () => void;
};

/**
 * Bulk actions on orders, each as it was seen. Skipped orders are listed with reasons and stay selected; the
 * rest can be undone for ten seconds. While an outcome is unknown, no other action starts. An action
 * continues when its place is closed or `covered`.
 */
export function useBulkActions(
  place: ActionPlace,
  { onDone, covered = false }: { onDone?: (order_ids: readonly string[]) => void; covered?: boolean } = {},
): BulkActions {
  const time_zone = useTimeZone();
  const { busy, last_outcome } = useSyncExternalStore(subscribeToBulkActions, () => stateAt(place)) ?? IDLE;
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  });
  useEffect(() => openActionPlace(place, (ids) => latest.current?.(ids)), [place]);
  useEffect(() => (covered ? undefined : showActionPlace(place, time_zone)), [place, time_zone, covered]);
  return {
    busy,
    last_outcome,
    run: (action, orders) => runBulkAction(place, action, orders, time_zone),
    dismiss: () => dismissOutcome(place),
  };
}

const IDLE = { busy: false, last_outcome: null };

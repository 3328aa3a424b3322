import { useEffect, useMemo, useRef } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { STOPS_MAX } from '../../../contract/rules/orders/stops.ts';
import { ProblemError } from '../../api/errors.ts';
import type { ToastText } from '../../api/problem-messages.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { isDecided } from '../../offline/outbox-entry.ts';
import { placeAmong, withMoved } from '../../ui/moved-to.ts';
import { showToast } from '../../ui/toast.ts';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { makeCommand } from '../make-command.ts';
import { deviceOutbox, thisDevice } from '../this-device.ts';
import { useCommandEntries, useDeliveries } from '../use-entries.ts';
import { arrange } from './arrange.ts';
import type { StopChange } from './stop-changes.ts';
import { arrangedFrom, nextStop, stopsOnDevice } from './stops.ts';

const REFRESH_MS = 60_000;
const NO_STOPS = { arrangement_id: null, stops: [] };

export type StopsRead = ReturnType<typeof useStops>;

/**
 * Returns the driver's stops in order: the newest response of the server, with this device's pending changes.
 * Empty for a user without a driver record. `failed`: the toast when they cannot be read.
 */
export function useStops(failed: (error: unknown) => ToastText) {
  const read = useEndpoint('list_stops', undefined, { refetchInterval: REFRESH_MS });
  useFailureToast('list_stops', read, failed);
  useRefetchOnceSent(read.refetch);
  const no_driver = read.error instanceof ProblemError && read.error.problem.code === 'driver_not_found';
  const answer = no_driver ? NO_STOPS : read.data;
  const deliveries = useDeliveries();
  const arrangements = useCommandEntries('arrange_stops');
  const changes = useStopChanges();
  const stops = useMemo(
    () => answer && stopsOnDevice(answer, { deliveries, arrangements, changes }),
    [answer, deliveries, arrangements, changes],
  );
  const shown = no_driver ? { ...read, from_device: false, error: null } : read;
  return {
    ...shown,
    /** Undefined until the first response. */
    data: stops,
    next: stops && nextStop(stops),
    /** The arrangement from which the next one is made. */
    arranged_from: answer ? arrangedFrom(answer, arrangements) : null,
  };
}

/** Returns this device's commands that change the status of stops, oldest first. */
function useStopChanges(): readonly StopChange[] {
  const attempts = useCommandEntries('record_attempt');
  const undos = useCommandEntries('undo_attempt');
  const set_outs = useCommandEntries('set_out');
  return useMemo(
    () => [...attempts, ...undos, ...set_outs].toSorted((one, other) => one.device_seq - other.device_seq),
    [attempts, undos, set_outs],
  );
}

/**
 * Refetches once all pending commands are decided, instead of after each of many that are sent one after
 * another.
 */
export function useRefetchOnceSent(refetch: () => Promise<void>): void {
  const deliveries = useDeliveries();
  const arrangements = useCommandEntries('arrange_stops');
  const changes = useStopChanges();
  const payments = useCommandEntries('collect_owed');
  const all = [...deliveries, ...arrangements, ...changes, ...payments];
  const decided = all.filter(isDecided).length;
  const waits = decided < all.length;
  const seen = useRef(decided);
  useEffect(() => {
    if (waits || seen.current === decided) return;
    seen.current = decided;
    void refetch();
  }, [waits, decided, refetch]);
}

/** Lets a driver arrange the stops, online or offline. */
export function useArrangement({ data, arranged_from }: StopsRead, by: Profile) {
  useDiscardRefused();
  /** The last move that is not stored yet: a second move starts from it. */
  const moved = useRef<{ order_ids: string[]; made: string } | null>(null);
  const making = useRef<Promise<void>>(Promise.resolve());

  /**
   * Moves a stop to its position among `shown`. Resolves once the device has stored it, or a toast has shown
   * the failure.
   */
  function move(order_id: string, shown: readonly string[]): Promise<void> {
    const stops = data ?? [];
    const before = moved.current;
    const present = before?.order_ids ?? stops.map(({ order }) => order.id);
    if (!present.includes(order_id)) return Promise.resolve();
    const order_ids = withMoved(present, order_id, placeAmong(present, shown, order_id));
    if (order_ids.every((id, at) => id === present[at])) return Promise.resolve();
    const arrangement_id = thisTab.random.uuid();
    const from_arrangement = before?.made ?? arranged_from;
    const made = { order_ids, made: arrangement_id };
    moved.current = made;
    const given = { arrangement_id, from_arrangement, order_ids: order_ids.slice(0, STOPS_MAX) };
    making.current = making.current
      .then(() => makeCommand(arrange, given, { by, command_id: arrangement_id, device: thisDevice }))
      .then(() => undefined)
      .catch((error: unknown) => showToast(arrange.messages.notMade(error)))
      .finally(() => {
        if (moved.current === made) moved.current = null;
      });
    return making.current;
  }

  return { move };
}

/** Discards refused arrangements once their toast was shown. */
function useDiscardRefused(): void {
  const entries = useCommandEntries('arrange_stops');
  useEffect(() => {
    for (const { state, announced, command_id } of entries) {
      if (state === 'refused' && announced === 'refused')
        void deviceOutbox.discard(command_id).catch(() => {});
    }
  }, [entries]);
}

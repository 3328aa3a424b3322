import { useEffect, useMemo, useRef } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { STOPS_MAX } from '../../../contract/rules/orders/stops.ts';
import { ProblemError } from '../../api/errors.ts';
import type { ToastWords } from '../../api/problem-words.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { isDecided } from '../../offline/outbox-entry.ts';
import { placeAmong, withMoved } from '../../ui/moved-to.ts';
import { showToast } from '../../ui/toast.ts';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { thisTab } from '../../world/this-tab.ts';
import { makeCommand } from '../make-command.ts';
import { deviceOutbox, thisDevice } from '../this-device.ts';
import { useCommandEntries } from '../use-entries.ts';
import { arrange } from './arrange.ts';
import { arrangedFrom, nextStop, stopsOnDevice } from './stops.ts';

const REFRESH_MS = 60_000;
const NO_STOPS = { arrangement_id: null, stops: [] };

export type StopsRead = ReturnType<typeof useStops>;

/**
 * The driver's stops in their order: what the server answered last, with what waits on this device. Without a driver record there are none.
 * `failed`: the toast when they cannot be read.
 */
export function useStops(failed: (error: unknown) => ToastWords) {
  const read = useEndpoint('list_stops', undefined, { refetchInterval: REFRESH_MS });
  useFailureToast('list_stops', read, failed);
  useRefetchOnceSent(read.refetch);
  const no_driver = read.error instanceof ProblemError && read.error.problem.code === 'driver_not_found';
  const answer = no_driver ? NO_STOPS : read.data;
  const deliveries = useCommandEntries('confirm_delivery');
  const arrangements = useCommandEntries('arrange_stops');
  const stops = useMemo(
    () => answer && stopsOnDevice(answer, { deliveries, arrangements }),
    [answer, deliveries, arrangements],
  );
  const shown = no_driver ? { ...read, from_device: false, error: null } : read;
  return {
    ...shown,
    /** Undefined until they were read once. */
    data: stops,
    next: stops && nextStop(stops),
    /** What the next arrangement is made from. */
    arranged_from: answer ? arrangedFrom(answer, arrangements) : null,
  };
}

/** Asks anew once everything that was waiting is decided: not after each of many that go out one after another. */
export function useRefetchOnceSent(refetch: () => Promise<void>): void {
  const deliveries = useCommandEntries('confirm_delivery');
  const arrangements = useCommandEntries('arrange_stops');
  const all = [...deliveries, ...arrangements];
  const decided = all.filter(isDecided).length;
  const waits = decided < all.length;
  const seen = useRef(decided);
  useEffect(() => {
    if (waits || seen.current === decided) return;
    seen.current = decided;
    void refetch();
  }, [waits, decided, refetch]);
}

/** Lets a driver arrange his stops, with a connection or without. */
export function useArrangement({ data, arranged_from }: StopsRead, by: Profile) {
  useRefusedForgotten();
  /** What was moved and is not on the device yet: a second move starts from the first. */
  const moved = useRef<{ order_ids: string[]; made: string } | null>(null);
  const making = useRef<Promise<void>>(Promise.resolve());

  /** Puts a stop where it stands among those shown. Resolves when the device has kept it, or when it could not and a toast said so. */
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
      .catch((error: unknown) => showToast(arrange.words.notMade(error)))
      .finally(() => {
        if (moved.current === made) moved.current = null;
      });
    return making.current;
  }

  return { move };
}

/** That an order of stops was refused is said by its toast; there is nothing to keep of it. */
function useRefusedForgotten(): void {
  const entries = useCommandEntries('arrange_stops');
  useEffect(() => {
    for (const { state, announced, command_id } of entries) {
      if (state === 'refused' && announced === 'refused')
        void deviceOutbox.discard(command_id).catch(() => {});
    }
  }, [entries]);
}

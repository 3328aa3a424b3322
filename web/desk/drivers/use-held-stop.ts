import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { BoardDriver } from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { moveTo, type Place, placeOnBoard, stopOnBoard, withStopAt } from './board-places.ts';
import type { Move } from './use-board-moves.ts';

type Held = {
  order_id: string;
  by: 'keys' | 'pointer';
  /** The place where it would be dropped; null if it cannot be dropped there. */
  place: Place | null;
  /** The board as it was when the stop was lifted: updates do not move stops during the drag. */
  seen: readonly BoardDriver[];
};

export type HeldStop = ReturnType<typeof useHeldStop>;

/** One stop that is lifted off the board and dropped again. */
export function useHeldStop(drivers: readonly BoardDriver[], add: (move: Move) => void) {
  const [held, setHeld] = useState<Held | null>(null);
  const [announcement, announce] = useState('');
  const now = useRef<Held | null>(null);
  const board = useRef(drivers);
  board.current = drivers;

  function change(next: Held | null): void {
    now.current = next;
    setHeld(next);
  }

  function put(seen: readonly BoardDriver[], order_id: string, place: Place): void {
    const arranged = moveTo(seen, order_id, place, thisTab.random.uuid());
    const stop_name = nameOf(seen, order_id);
    if (arranged) add({ arranged, stop_name, driver_name: driverName(seen, place) });
    announce(arranged ? t`Moved. ${whereabouts(seen, order_id, place)}` : t`${stop_name} is already there.`);
  }

  return {
    held,
    /** The text for screen readers. */
    announcement,
    /** The board to display. */
    shown:
      held?.by === 'keys' && held.place
        ? withStopAt(held.seen, held.order_id, held.place)
        : (held?.seen ?? drivers),
    /** The latest state, for events that come before the next render. */
    now: () => now.current,
    lift(order_id: string, by: Held['by']): void {
      const seen = board.current;
      const place = placeOnBoard(seen, order_id);
      if (place) change({ order_id, by, place, seen });
    },
    hover(place: Place | null): void {
      const before = now.current;
      if (!before || samePlace(before.place, place)) return;
      change({ ...before, place });
      if (place) announce(whereabouts(before.seen, before.order_id, place));
    },
    drop(): void {
      const last = now.current;
      change(null);
      if (last?.place) put(last.seen, last.order_id, last.place);
      else if (last) announce(t`${nameOf(last.seen, last.order_id)} is back at its place.`);
    },
    putBack(): void {
      const last = now.current;
      change(null);
      if (last) announce(t`${nameOf(last.seen, last.order_id)} is back at its place.`);
    },
    /** Moves a stop without lifting it, based on the board as it was seen. */
    put,
  };
}

function samePlace(one: Place | null, other: Place | null): boolean {
  return one?.driver_id === other?.driver_id && one?.at === other?.at;
}

function nameOf(drivers: readonly BoardDriver[], order_id: string): string {
  return t`Order #${stopOnBoard(drivers, order_id)?.order_number ?? ''}`;
}

function driverName(drivers: readonly BoardDriver[], { driver_id }: Place): string {
  return drivers.find((driver) => driver.driver_id === driver_id)?.full_name ?? '';
}

function whereabouts(drivers: readonly BoardDriver[], order_id: string, place: Place): string {
  const after = withStopAt(drivers, order_id, place);
  const count = after.find(({ driver_id }) => driver_id === place.driver_id)?.stops.length ?? 0;
  return t`${nameOf(drivers, order_id)}: stop ${place.at + 1} of ${count} of ${driverName(drivers, place)}`;
}

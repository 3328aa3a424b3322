import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { BoardDriver } from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { type Direction, placeOnBoard, stepFrom } from './board-places.ts';
import type { HeldStop } from './use-held-stop.ts';

const STEPS: Record<string, Direction> = {
  ArrowUp: 'earlier',
  ArrowDown: 'later',
  ArrowLeft: 'driver_before',
  ArrowRight: 'driver_after',
};
const MIRRORED: Partial<Record<Direction, Direction>> = {
  driver_before: 'driver_after',
  driver_after: 'driver_before',
};

/**
 * Arrow keys move the focus from stop to stop. With Alt they move the stop itself until Alt is released;
 * Escape puts it back. The focus stays on its stop when an update moves that stop.
 */
export function useStopKeys(board: RefObject<HTMLElement | null>, holding: HeldStop) {
  const { held, shown } = holding;
  const focused = useRef<string | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const by_keys = held?.by === 'keys';
  const latest = useRef(holding);
  latest.current = holding;

  useEffect(() => {
    if (!by_keys) return;
    const onKeyUp = ({ key }: globalThis.KeyboardEvent) => key === 'Alt' && latest.current.drop();
    const onBlur = () => latest.current.putBack();
    window.addEventListener('keyup', onKeyUp);
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', onBlur);
    };
  }, [by_keys]);

  const place = focused.current === null ? null : placeOnBoard(shown, focused.current);
  const last_place = useRef(place);
  // A row that moves to another list is mounted again and would lose the focus.
  useLayoutEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) {
      if (place) last_place.current = place;
      return;
    }
    const gone_from =
      last_place.current && shown.find(({ driver_id }) => driver_id === last_place.current?.driver_id);
    const next = place
      ? focused.current
      : gone_from?.stops[Math.min(last_place.current?.at ?? 0, gone_from.stops.length - 1)]?.id;
    if (next === undefined) focused.current = null;
    else focusOn(board.current, next);
    if (place) last_place.current = place;
  });

  function onKeyDown(event: KeyboardEvent): void {
    const order_id = rowOf(event.target)?.dataset.stop;
    if (event.key === 'Escape' && latest.current.now()) {
      event.preventDefault();
      latest.current.putBack();
      return;
    }
    const step = STEPS[event.key];
    if (!order_id || !step || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const to = (document.documentElement.dir === 'rtl' && MIRRORED[step]) || step;
    if (event.altKey) carry(order_id, to);
    else focusOn(board.current, neighbour(latest.current.shown, order_id, to));
  }

  function carry(order_id: string, to: Direction): void {
    if (!latest.current.now()) latest.current.lift(order_id, 'keys');
    const lifted = latest.current.now();
    if (lifted?.by !== 'keys' || !lifted.place) return;
    latest.current.hover(stepFrom(lifted.seen, lifted.order_id, lifted.place, to));
  }

  return {
    /** The stop that the Tab key reaches. */
    current: current !== null && placeOnBoard(shown, current) ? current : firstStop(shown),
    /** The stop that has the focus. */
    focused: () => focused.current,
    onKeyDown,
    onFocus(event: { target: EventTarget }): void {
      const id = rowOf(event.target)?.dataset.stop ?? null;
      focused.current = id;
      if (id !== null) setCurrent(id);
    },
    onBlur(event: { relatedTarget: EventTarget | null }): void {
      // Nothing gets the focus: the row was mounted again, or the page was clicked.
      if (event.relatedTarget !== null) focused.current = null;
    },
  };
}

function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-stop]') : null;
}

function focusOn(board: HTMLElement | null, order_id: string | undefined): void {
  const row = order_id && board?.querySelector<HTMLElement>(`[data-stop="${order_id}"]`);
  if (!row) return;
  row.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function firstStop(drivers: readonly BoardDriver[]): string | null {
  return drivers.find(({ stops }) => stops.length > 0)?.stops[0]?.id ?? null;
}

/** Returns the stop next to this one. Sideways it skips drivers without stops. */
function neighbour(drivers: readonly BoardDriver[], order_id: string, to: Direction): string | undefined {
  const place = placeOnBoard(drivers, order_id);
  const column = drivers.findIndex(({ driver_id }) => driver_id === place?.driver_id);
  if (!place || column < 0) return undefined;
  if (to === 'earlier' || to === 'later')
    return drivers[column]?.stops[place.at + (to === 'later' ? 1 : -1)]?.id;
  const others = to === 'driver_after' ? drivers.slice(column + 1) : drivers.slice(0, column).reverse();
  const next = others.find(({ stops }) => stops.length > 0);
  return next?.stops[Math.min(place.at, next.stops.length - 1)]?.id;
}

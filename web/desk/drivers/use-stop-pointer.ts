import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { thisTab } from '../../environment/this-tab.ts';
import { every } from '../../environment/timing.ts';
import type { Place } from './board-places.ts';
import type { HeldStop } from './use-held-stop.ts';

/** A press that moves less than this, in px, is a click. */
const DRAG_PX = 5;
/** The distance from an edge, in px, within which the list scrolls automatically. */
const EDGE_PX = 56;
const SCROLL_PX = 14;
const SCROLL_MS = 24;

type Pressed = { order_id: string; x: number; y: number };

/**
 * Drags a stop by its handle, with mouse, pen or finger, within and between drivers. The row stays in place
 * and a copy follows the pointer, so that no element is mounted again under the finger.
 *
 * @param press handles a click on the handle
 */
export function useStopPointer(
  board: RefObject<HTMLElement | null>,
  holding: HeldStop,
  press: (order_id: string) => void,
) {
  const copy = useRef<HTMLDivElement>(null);
  const pressed = useRef<Pressed | null>(null);
  const at = useRef({ x: 0, y: 0 });
  const was_dragged = useRef(false);
  const latest = useRef(holding);
  latest.current = holding;
  const dragged = holding.held?.by === 'pointer';

  function follow(): void {
    if (copy.current) copy.current.style.translate = besidePointer(at.current);
    const lifted = latest.current.now();
    if (lifted?.by !== 'pointer') return;
    const place = placeAt(at.current, lifted.order_id);
    const driver = lifted.seen.find(({ driver_id }) => driver_id === place?.driver_id);
    const may_stay = driver?.may_deliver || driver?.stops.some(({ id }) => id === lifted.order_id);
    latest.current.hover(may_stay ? place : null);
  }

  const following = useRef(follow);
  following.current = follow;
  useEffect(() => {
    if (!dragged) return;
    following.current();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      latest.current.putBack();
    };
    window.addEventListener('keydown', onKey);
    const stop = every(thisTab.timer, SCROLL_MS, () => {
      scrollAtEdges(board.current, at.current);
      following.current();
    });
    return () => {
      stop();
      window.removeEventListener('keydown', onKey);
    };
  }, [dragged, board]);

  return {
    /** The copy that follows the pointer. */
    copy,
    onPointerDown(event: PointerEvent): void {
      const handle = handleOf(event.target);
      if (!handle || event.button !== 0) return;
      was_dragged.current = false;
      pressed.current = { order_id: handle.order_id, x: event.clientX, y: event.clientY };
      handle.element.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent): void {
      const from = pressed.current;
      if (!from) return;
      at.current = { x: event.clientX, y: event.clientY };
      if (!was_dragged.current) {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_PX) return;
        was_dragged.current = true;
        latest.current.lift(from.order_id, 'pointer');
      }
      follow();
    },
    onPointerUp(): void {
      pressed.current = null;
      if (latest.current.now()?.by === 'pointer') latest.current.drop();
    },
    onPointerCancel(): void {
      pressed.current = null;
      if (latest.current.now()?.by === 'pointer') latest.current.putBack();
    },
    onClick(event: MouseEvent): void {
      const handle = handleOf(event.target);
      if (!handle) return;
      if (!was_dragged.current) press(handle.order_id);
      was_dragged.current = false;
    },
  };
}

function handleOf(target: EventTarget): { element: HTMLElement; order_id: string } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null;
  const order_id = element?.closest<HTMLElement>('[data-stop]')?.dataset.stop;
  return element && order_id ? { element, order_id } : null;
}

/** Returns the CSS translation that brings the copy, which is at the start of a line, to the pointer. */
function besidePointer({ x, y }: { x: number; y: number }): string {
  const from = document.documentElement.dir === 'rtl' ? document.documentElement.clientWidth : 0;
  return [x - from, y].map((px) => `${px}px`).join(' ');
}

/** Returns the place below all stops of the driver whose middle is above the pointer. */
function placeAt({ x, y }: { x: number; y: number }, order_id: string): Place | null {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-driver]');
  if (!column) return null;
  const others = [...column.querySelectorAll<HTMLElement>('[data-stop]')].filter(
    (row) => row.dataset.stop !== order_id,
  );
  const above = others.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  });
  // If the stops of a driver are hidden, the stop becomes the last one.
  const shown = column.querySelector('[data-stops]') !== null;
  return {
    driver_id: Number(column.dataset.driver),
    at: shown ? above.length : Number(column.dataset.count),
  };
}

function scrollAtEdges(board: HTMLElement | null, { x, y }: { x: number; y: number }): void {
  if (!board) return;
  const box = board.getBoundingClientRect();
  board.scrollBy({ left: towards(x, box.left, box.right) });
  const list = document.elementFromPoint(x, y)?.closest('[data-stops]');
  const rows = list?.getBoundingClientRect();
  if (list && rows && list.scrollHeight > list.clientHeight)
    list.scrollBy({ top: towards(y, rows.top, rows.bottom) });
  else if (board.scrollHeight <= board.clientHeight)
    window.scrollBy({ top: towards(y, 0, window.innerHeight) });
}

function towards(point: number, first: number, last: number): number {
  if (point < first + EDGE_PX) return -SCROLL_PX;
  return point > last - EDGE_PX ? SCROLL_PX : 0;
}

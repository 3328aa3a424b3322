import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { thisTab } from '../../environment/this-tab.ts';
import { every } from '../../environment/timing.ts';
import { withMoved } from '../../ui/moved-to.ts';
import { useRowsInView } from './use-rows-in-view.ts';

/** The distance from the window's edge, in px, within which the page scrolls; the bottom bar needs more. */
const EDGE = { top: 96, bottom: 128 };
const SCROLL_PX = 14;
const SCROLL_MS = 24;

/** `order`: the order shown while a stop is held, and until the device has stored the move. */
type Held = { id: string; by: 'pointer' | 'keys' | 'dropped'; order: readonly string[] };

/**
 * Moves an item of a list by its handle, with the pointer or by keys: Space lifts and drops, arrows move,
 * Escape puts it back. While an item is held, the rows only look moved (CSS `order`), so that pointer
 * capture and focus stay on the handle. `name` returns an item's label; `move` stores the new order.
 */
export function useDragging(
  ids: readonly string[],
  name: (id: string) => string,
  move: (id: string, order: readonly string[]) => Promise<void>,
) {
  const [held, setHeld] = useState<Held | null>(null);
  const [announcement, announce] = useState('');
  const pointer_y = useRef(0);
  const pressed_by_pointer = useRef(false);
  const order = held?.order ?? ids;
  const rows = useRowsInView(order, held?.by === 'keys' ? held.id : null);

  function shift(id: string, from: readonly string[], by: number): readonly string[] {
    return withMoved(from, id, from.indexOf(id) + by);
  }

  function drop({ id, order: dropped }: Held): void {
    if (dropped.every((one, at) => one === ids[at])) putBack(id);
    else void place(id, dropped);
  }

  /** Another item may be placed before the device has stored this move. */
  async function place(id: string, placed: readonly string[]): Promise<void> {
    const dropped: Held = { id, by: 'dropped', order: placed };
    setHeld(dropped);
    announce(t`${name(id)} is stop ${placed.indexOf(id) + 1} of ${placed.length} now.`);
    await move(id, placed);
    setHeld((now) => (now === dropped ? null : now));
  }

  /** Moves the item by one place once the pointer has passed the middle of a neighbouring row. */
  function follow(): void {
    setHeld((now) => {
      if (now?.by !== 'pointer') return now;
      const at = now.order.indexOf(now.id);
      const middle = (id: string | undefined) => {
        const box = id === undefined ? undefined : rows.boxOf(id);
        return box && box.top + box.height / 2;
      };
      const [above, below] = [middle(now.order[at - 1]), middle(now.order[at + 1])];
      if (above !== undefined && pointer_y.current < above)
        return { ...now, order: shift(now.id, now.order, -1) };
      if (below !== undefined && pointer_y.current > below)
        return { ...now, order: shift(now.id, now.order, 1) };
      return now;
    });
  }

  const dragged = held?.by === 'pointer';
  const following = useRef(follow);
  following.current = follow;
  useEffect(() => {
    if (!dragged) return;
    return every(thisTab.timer, SCROLL_MS, () => {
      const y = pointer_y.current;
      if (y < EDGE.top) window.scrollBy(0, -SCROLL_PX);
      else if (y > window.innerHeight - EDGE.bottom) window.scrollBy(0, SCROLL_PX);
      following.current();
    });
  }, [dragged]);

  /** Called for Space, Enter and screen readers, which click without a pointer. */
  function onClick({ detail, currentTarget }: MouseEvent<HTMLElement>, id: string): void {
    const by_pointer = detail > 0 && pressed_by_pointer.current;
    pressed_by_pointer.current = false;
    if (by_pointer || held?.by === 'dropped') return;
    if (held?.id === id) return void drop(held);
    // Arrow keys go to the focused element; not every browser focuses a button on click.
    currentTarget.focus();
    setHeld({ id, by: 'keys', order: ids });
    announce(
      t`${name(id)} is lifted, stop ${ids.indexOf(id) + 1} of ${ids.length}. Arrow keys move it, Space drops it, Escape puts it back.`,
    );
  }

  function onKeyDown(event: KeyboardEvent, id: string): void {
    const lifted = held?.by === 'keys' && held.id === id ? held : null;
    const arrow = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (lifted && arrow !== undefined) {
      event.preventDefault();
      const moved = shift(id, lifted.order, arrow);
      setHeld({ ...lifted, order: moved });
      announce(t`Stop ${moved.indexOf(id) + 1} of ${moved.length}`);
    } else if (lifted && event.key === 'Escape') {
      event.preventDefault();
      putBack(id);
    }
  }

  function putBack(id: string): void {
    setHeld(null);
    announce(t`${name(id)} is back at its place.`);
  }

  return {
    order,
    held_id: held && held.by !== 'dropped' ? held.id : null,
    /** The text for screen readers. */
    announcement,
    row: rows.row,
    handle: (id: string) => ({
      'aria-pressed': held?.id === id && held.by === 'keys',
      onClick: (event: MouseEvent<HTMLElement>) => onClick(event, id),
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, id),
      onBlur: () => {
        if (held?.id === id && held.by === 'keys') putBack(id);
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        pressed_by_pointer.current = true;
        if (held?.by === 'dropped') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointer_y.current = event.clientY;
        setHeld({ id, by: 'pointer', order: ids });
      },
      onPointerMove(event: PointerEvent) {
        pointer_y.current = event.clientY;
        follow();
      },
      onPointerUp: () => {
        if (held?.by === 'pointer') drop(held);
      },
      onPointerCancel: () => setHeld(null),
    }),
    /** Moves the item one place up (-1) or down (1); the pressed button stays under the finger. */
    step(id: string, by: number): void {
      rows.keepInPlace(id);
      void place(id, shift(id, order, by));
    },
  };
}

import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { withMoved } from '../../ui/moved-to.ts';
import { thisTab } from '../../world/this-tab.ts';
import { every } from '../../world/waiting.ts';
import { useRowsInView } from './use-rows-in-view.ts';

/** So close to an edge the page goes on by itself, in px; below it the bar lies. */
const EDGE = { top: 96, bottom: 128 };
const SCROLL_PX = 14;
const SCROLL_MS = 24;

/** `order`: how they stand while one is held, and until the device has kept it. */
type Held = { id: string; by: 'pointer' | 'keys' | 'dropped'; order: readonly string[] };

/**
 * Moves one of a list by its handle, dragged or by keys: Space lifts and drops it, arrows move it, Escape puts it back. While it is held the
 * rows only look moved (CSS `order`), so that the pointer and the focus stay on the handle. `name`: what it is called; `move`: to this place.
 */
export function useDragging(
  ids: readonly string[],
  name: (id: string) => string,
  move: (id: string, order: readonly string[]) => Promise<void>,
) {
  const [held, setHeld] = useState<Held | null>(null);
  const [said, say] = useState('');
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

  /** Another one may be placed before the device has kept this one. */
  async function place(id: string, placed: readonly string[]): Promise<void> {
    const dropped: Held = { id, by: 'dropped', order: placed };
    setHeld(dropped);
    say(t`${name(id)} is stop ${placed.indexOf(id) + 1} of ${placed.length} now.`);
    await move(id, placed);
    setHeld((now) => (now === dropped ? null : now));
  }

  /** One place further where the pointer is past the middle of the row beside it. */
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

  /** Space and Enter click, and so does a screen reader, without a pointer. */
  function onClick({ detail, currentTarget }: MouseEvent<HTMLElement>, id: string): void {
    const by_pointer = detail > 0 && pressed_by_pointer.current;
    pressed_by_pointer.current = false;
    if (by_pointer || held?.by === 'dropped') return;
    if (held?.id === id) return void drop(held);
    // Arrow keys go to what has the focus; a click gives it in some browsers only.
    currentTarget.focus();
    setHeld({ id, by: 'keys', order: ids });
    say(
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
      say(t`Stop ${moved.indexOf(id) + 1} of ${moved.length}`);
    } else if (lifted && event.key === 'Escape') {
      event.preventDefault();
      putBack(id);
    }
  }

  function putBack(id: string): void {
    setHeld(null);
    say(t`${name(id)} is back at its place.`);
  }

  return {
    order,
    held_id: held && held.by !== 'dropped' ? held.id : null,
    /** What a screen reader is told of it. */
    said,
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
    /** One place up (-1) or down (1) at once; what was pressed for it stays under the finger. */
    step(id: string, by: number): void {
      rows.keepInPlace(id);
      void place(id, shift(id, order, by));
    },
  };
}

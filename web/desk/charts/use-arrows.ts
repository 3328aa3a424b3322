import { type KeyboardEvent, useState } from 'react';

const BOTH: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };
/** For charts in which the left and right arrows have another function. */
export const VERTICAL_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** With a modifier key an arrow is a shortcut of the browser, for example for Back. */
export const isBrowserShortcut = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  altKey || ctrlKey || metaKey;

/** Implements a roving tabindex over elements with `data-part`: Tab, then arrows, Home and End. */
export function useRovingFocus(count: number, { steps = BOTH, first = 0 } = {}) {
  const [chosen, setChosen] = useState(first);
  const current = Math.max(0, Math.min(chosen, count - 1));

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (isBrowserShortcut(event)) return;
    const ends: Record<string, number> = { Home: 0, End: count - 1 };
    const step = steps[event.key];
    const next = ends[event.key] ?? (step === undefined ? undefined : current + step);
    const parts = event.currentTarget.querySelectorAll<HTMLElement>('[data-part]');
    const part = next === undefined ? undefined : parts[next];
    if (next === undefined || !part) return;
    event.preventDefault();
    setChosen(next);
    part.focus();
  }

  const partAt = (at: number) => ({
    'data-part': at,
    tabIndex: at === current ? 0 : -1,
    onFocus: () => setChosen(at),
  });
  return { current, setChosen, onKeyDown, partAt };
}

import { type KeyboardEvent, useState } from 'react';

const BOTH: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };
/** Where the other two arrows do something else. */
export const UPRIGHT: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** With another key held down an arrow is the browser's: back, to the end of the page. */
export const isOfBrowser = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) => altKey || ctrlKey || metaKey;

/** One of several parts is reached by Tab, the others from there by arrows, Home and End. Each part has `data-part`. */
export function useArrows(count: number, { steps = BOTH, first = 0 } = {}) {
  const [chosen, setChosen] = useState(first);
  const current = Math.max(0, Math.min(chosen, count - 1));

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (isOfBrowser(event)) return;
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

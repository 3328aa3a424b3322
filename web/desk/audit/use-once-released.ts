import { useEffect, useRef } from 'react';
import { thisTab } from '../../world/this-tab.ts';

/** What a press may end with: a choice in a list that the browser opens is told by no `mouseup`. */
const RELEASES = ['mouseup', 'change', 'keydown'] as const;

/**
 * Runs work at once, or where something is being pressed, when it was let go and what was pressed has heard of it: a list that is narrowed under the
 * finger would take the click.
 */
export function useOnceReleased(): (work: () => void) => void {
  const held = useRef<{ waiting: (() => void) | null } | null>(null);
  useEffect(() => {
    const press = () => {
      // Of a press before this one it may never be told that it ended.
      held.current = { waiting: held.current?.waiting ?? null };
    };
    const release = ({ type, target }: Event) => {
      // What was typed changes its field when that is left.
      if (type === 'change' && !(target instanceof HTMLSelectElement)) return;
      const waiting = held.current?.waiting;
      held.current = null;
      // The click comes behind the release.
      if (waiting) thisTab.timer.after(0, waiting);
    };
    window.addEventListener('mousedown', press, true);
    for (const name of RELEASES) window.addEventListener(name, release);
    return () => {
      window.removeEventListener('mousedown', press, true);
      for (const name of RELEASES) window.removeEventListener(name, release);
    };
  }, []);
  return (work) => {
    if (held.current) held.current.waiting = work;
    else work();
  };
}

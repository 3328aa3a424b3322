import { useEffect, useRef } from 'react';
import { thisTab } from '../../environment/this-tab.ts';

/** The events that end a press: choosing from a native select list fires no `mouseup`. */
const RELEASES = ['mouseup', 'change', 'keydown'] as const;

/**
 * Runs work at once; while the mouse button is down, after its release and the click that follows. A list
 * that is filtered during the press would move another row under the pointer, and that row would get the
 * click.
 */
export function useAfterRelease(): (work: () => void) => void {
  const held = useRef<{ waiting: (() => void) | null } | null>(null);
  useEffect(() => {
    const press = () => {
      // An earlier press may have ended without any of the events.
      held.current = { waiting: held.current?.waiting ?? null };
    };
    const release = ({ type, target }: Event) => {
      // A text field fires `change` when it loses focus.
      if (type === 'change' && !(target instanceof HTMLSelectElement)) return;
      const waiting = held.current?.waiting;
      held.current = null;
      // The click event follows the release.
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

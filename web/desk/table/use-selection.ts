import { useCallback, useRef, useState } from 'react';
import { afterRows, type Change, NOTHING_SELECTED, type Selection } from './selection.ts';

export type Selecting = Selection & { change: (change: Change) => void };

/** Where one is in these rows, and what is selected of them. Both stay when the rows change by themselves. */
export function useSelection(keys: readonly string[], scope: string): Selecting {
  const [kept, setKept] = useState({ scope, keys, now: NOTHING_SELECTED });
  let { now } = kept;
  if (kept.scope !== scope || kept.keys !== keys) {
    const anew = { ...NOTHING_SELECTED, moves: kept.now.moves };
    now = kept.scope === scope ? afterRows(kept.now, keys, kept.keys) : anew;
    setKept({ scope, keys, now });
  }
  const latest = useRef(keys);
  latest.current = keys;
  const change = useCallback(
    (made: Change) => setKept((was) => ({ ...was, now: made(was.now, latest.current) })),
    [],
  );
  return { ...now, change };
}

import { useCallback, useRef, useState } from 'react';
import { afterRows, type Change, NOTHING_SELECTED, type Selection } from './selection.ts';

export type Selecting = Selection & { change: (change: Change) => void };

/** The current row and the selection of a list. Both remain when the rows are updated. */
export function useSelection(keys: readonly string[], scope: string): Selecting {
  const [kept, setKept] = useState({ scope, keys, now: NOTHING_SELECTED });
  let { now } = kept;
  if (kept.scope !== scope || kept.keys !== keys) {
    const empty = { ...NOTHING_SELECTED, moves: kept.now.moves };
    now = kept.scope === scope ? afterRows(kept.now, keys, kept.keys) : empty;
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

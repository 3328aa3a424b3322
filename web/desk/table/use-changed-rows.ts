import { useEffect, useRef, useState } from 'react';
import { thisTab } from '../../environment/this-tab.ts';

/** The time for which a changed row is tinted, in ms. */
const TINT_MS = 2_000;
const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the keys of the rows that were just changed or added; none when `scope` changes. `versionOf`
 * returns a text that differs once anything that the row shows has changed.
 */
export function useChangedRows<Row>(
  rows: readonly Row[],
  {
    keyOf,
    versionOf,
    scope,
  }: { keyOf: (row: Row) => string; versionOf: (row: Row) => string; scope: string },
): ReadonlySet<string> {
  const known = useRef<{ scope: string; versions: ReadonlyMap<string, string> } | null>(null);
  const [changed, setChanged] = useState(NONE);
  const read = useRef({ keyOf, versionOf });
  read.current = { keyOf, versionOf };
  useEffect(() => {
    const of = read.current;
    const versions = new Map(rows.map((row) => [of.keyOf(row), of.versionOf(row)]));
    const before = known.current;
    known.current = { scope, versions };
    if (before?.scope !== scope || before.versions.size === 0) return;
    const other = [...versions].filter(([key, version]) => before.versions.get(key) !== version);
    if (other.length === 0) return;
    const keys = other.map(([key]) => key);
    setChanged((some) => new Set([...some, ...keys]));
    // A later change does not cancel this timer: each tint ends on its own.
    thisTab.timer.after(TINT_MS, () =>
      setChanged((some) => new Set([...some].filter((key) => !keys.includes(key)))),
    );
  }, [rows, scope]);
  return changed;
}

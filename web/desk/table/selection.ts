/** Where one is in a list, and what is selected of it. Keys of rows that are no longer there count for nothing. */
export type Selection = {
  current: string | null;
  /** Where a range begins. */
  anchor: string | null;
  selected: ReadonlySet<string>;
  /** Counted with each move of the person: what changes by itself may change `current`, and moves nobody. */
  moves: number;
};

export const NOTHING_SELECTED: Selection = { current: null, anchor: null, selected: new Set(), moves: 0 };

/** All of these take the keys of the rows as they stand. */
export type Change = (now: Selection, keys: readonly string[]) => Selection;

/** So many rows further, or back; from nowhere to the first. */
export function moveBy(rows: number): Change {
  return (now, keys) => {
    const at = now.current === null ? -1 : keys.indexOf(now.current);
    const next = at < 0 ? 0 : Math.max(0, Math.min(keys.length - 1, at + rows));
    return { ...now, current: keys[next] ?? null, moves: now.moves + 1 };
  };
}

export function moveTo(key: string): Change {
  return (now) => ({ ...now, current: key, moves: now.moves + 1 });
}

/** Selects the row, or no longer; the next range begins here. */
export function toggle(key: string): Change {
  return (now) => {
    const selected = new Set(now.selected);
    if (!selected.delete(key)) selected.add(key);
    return { current: key, anchor: key, selected, moves: now.moves + 1 };
  };
}

/** Selects all from where the last selection was made to this row; without one, the row alone. */
export function rangeTo(key: string): Change {
  return (now, keys) => {
    const [from, to] = [keys.indexOf(now.anchor ?? key), keys.indexOf(key)];
    if (to < 0) return now;
    const begin = from < 0 ? to : from;
    const range = keys.slice(Math.min(begin, to), Math.max(begin, to) + 1);
    const selected = new Set([...now.selected, ...range]);
    return { current: key, anchor: now.anchor ?? key, selected, moves: now.moves + 1 };
  };
}

export const selectAll: Change = (now, keys) => ({
  ...now,
  selected: keys.length > 0 && keys.every((key) => now.selected.has(key)) ? new Set() : new Set(keys),
});

/** Takes these out of what is selected; the next range still begins where it would have. */
export function deselect(keys: readonly string[]): Change {
  return (now) => {
    const selected = new Set(now.selected);
    for (const key of keys) selected.delete(key);
    return selected.size === now.selected.size ? now : { ...now, selected };
  };
}

export function selectOnly(keys: readonly string[]): Change {
  return (now) => ({ ...now, anchor: null, selected: new Set(keys) });
}

/** After the rows have changed: what has gone is not selected, and one stays at the place where one was. */
export function afterRows(now: Selection, keys: readonly string[], before: readonly string[]): Selection {
  const there = new Set(keys);
  const selected = [...now.selected].every((key) => there.has(key))
    ? now.selected
    : new Set([...now.selected].filter((key) => there.has(key)));
  const is_there = now.current === null || there.has(now.current);
  const at = is_there ? 0 : before.indexOf(now.current ?? '');
  const current = is_there ? now.current : (keys[Math.min(Math.max(at, 0), keys.length - 1)] ?? null);
  const anchor = now.anchor !== null && there.has(now.anchor) ? now.anchor : null;
  const same = selected === now.selected && current === now.current && anchor === now.anchor;
  return same ? now : { ...now, current, anchor, selected };
}

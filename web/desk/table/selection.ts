/** The current row of a list and its selection. Keys of removed rows are ignored. */
export type Selection = {
  current: string | null;
  /** The start of a range. */
  anchor: string | null;
  selected: ReadonlySet<string>;
  /** The number of the user's moves. An update of the rows may change `current`, but not this. */
  moves: number;
};

export const NOTHING_SELECTED: Selection = { current: null, anchor: null, selected: new Set(), moves: 0 };

/** A change of the selection; `keys` are those of the current rows. */
export type Change = (now: Selection, keys: readonly string[]) => Selection;

/** Moves by a number of rows, negative to move back; without a current row, to the first. */
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

/** Selects or deselects the row; the next range starts here. */
export function toggle(key: string): Change {
  return (now) => {
    const selected = new Set(now.selected);
    if (!selected.delete(key)) selected.add(key);
    return { current: key, anchor: key, selected, moves: now.moves + 1 };
  };
}

/** Selects all rows from the last selected one to this one; without one, only this row. */
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

/** Removes these rows from the selection; the start of the next range remains. */
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

/**
 * Adjusts to changed rows: removed ones are deselected; a removed current row is replaced by the one in its
 * place.
 */
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

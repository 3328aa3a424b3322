import { thisTab } from '../../environment/this-tab.ts';

/** The time during which an action can be undone, in ms. */
const UNDO_MS = 10_000;
/** The time for which a hint about a key without effect is shown, in ms. */
const HINT_MS = 5_000;

/** The line at the desk's lower edge: what was done and its undo, or why a key did nothing. */
export type DeskLine = {
  id: number;
  text: string;
  /** A time of `thisTab.elapsed()`. */
  ends_at: number;
  undo: (() => void) | null;
  /** Shown next to a pending undo: why a key did nothing. `count` makes a repeated text announced again. */
  hint: { count: number; words: string } | null;
};

let line: DeskLine | null = null;
let made = 0;
let endWait = () => {};
let endHint = () => {};
const listeners = new Set<() => void>();

function show(words: string, ms: number, undo: (() => void) | null): void {
  made += 1;
  const id = made;
  endWait();
  change({ id, text: words, ends_at: thisTab.elapsed() + ms, undo, hint: null });
  endWait = thisTab.timer.after(ms, () => line?.id === id && change(null));
}

function change(next: DeskLine | null): void {
  line = next;
  for (const listener of listeners) listener();
}

/** Shows what was done, with an undo by button or `z` for ten seconds. A newer line replaces it. */
export function offerUndo(words: string, undo: () => void): void {
  show(words, UNDO_MS, () => {
    clearLine();
    undo();
  });
}

/** Shows for a few seconds why a key did nothing, next to a pending undo. */
export function showHint(words: string): void {
  if (!line?.undo) {
    show(words, HINT_MS, null);
    return;
  }
  made += 1;
  const count = made;
  endHint();
  change({ ...line, hint: { count, words } });
  endHint = thisTab.timer.after(
    HINT_MS,
    () => line?.hint?.count === count && change({ ...line, hint: null }),
  );
}

/** Removes the line, and with it the undo. */
export function clearLine(): void {
  endWait();
  change(null);
}

export function shownLine(): DeskLine | null {
  return line;
}

export function subscribeToLine(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { thisTab } from '../../world/this-tab.ts';

/** How long what was done may be undone, in ms. */
const UNDO_MS = 10_000;
/** How long a word about a key that did nothing stays. */
const TOLD_MS = 5_000;

/** What the line at the desk's lower edge says: what was done, and how to undo it, or why a key did nothing. */
export type DeskLine = {
  id: number;
  words: string;
  /** As `thisTab.elapsed()` tells the time. */
  ends_at: number;
  undo: (() => void) | null;
  /** Beside what can still be undone: why a key did nothing. Counted, so that the same words are told again. */
  told: { count: number; words: string } | null;
};

let line: DeskLine | null = null;
let made = 0;
let endWait = () => {};
let endTold = () => {};
const listeners = new Set<() => void>();

function show(words: string, ms: number, undo: (() => void) | null): void {
  made += 1;
  const id = made;
  endWait();
  change({ id, words, ends_at: thisTab.elapsed() + ms, undo, told: null });
  endWait = thisTab.timer.after(ms, () => line?.id === id && change(null));
}

function change(next: DeskLine | null): void {
  line = next;
  for (const listener of listeners) listener();
}

/** Says what was done, and lets it be undone for ten seconds by the button, or by `z`. A newer one takes its place. */
export function offerUndo(words: string, undo: () => void): void {
  show(words, UNDO_MS, () => {
    clearLine();
    undo();
  });
}

/** Says for a moment why a key did nothing. What can still be undone stays beside it. */
export function tell(words: string): void {
  if (!line?.undo) {
    show(words, TOLD_MS, null);
    return;
  }
  made += 1;
  const count = made;
  endTold();
  change({ ...line, told: { count, words } });
  endTold = thisTab.timer.after(
    TOLD_MS,
    () => line?.told?.count === count && change({ ...line, told: null }),
  );
}

/** What was done is not undone any more, or has been. */
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

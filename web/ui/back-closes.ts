import { useEffect, useRef } from 'react';
import { thisTab } from '../environment/this-tab.ts';

/**
 * While a dialog is open over the page, the browser's Back closes it instead of leaving the page. One
 * marked history entry represents all open layers. If a layer is closed otherwise, the entry is removed; a
 * navigation from within replaces it (`replace` on the link).
 */
const MARK = 'mandoob_over_page';

type Layer = { onBack: () => void };
let layers: readonly Layer[] = [];
/** `leaving`: `history.back()` was called and its popstate event is pending. */
let entry: 'none' | 'there' | 'leaving' = 'none';
let address = '';
let listens = false;
let afterRemoval: (() => void) | null = null;

/**
 * Calls `onBack` when Back is pressed while this is the topmost open layer. If the layer stays open, the next
 * Back calls it again.
 */
export function useBackCloses(open: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    if (!open) return;
    const layer = { onBack: () => latest.current() };
    listen();
    layers = [...layers, layer];
    addEntry();
    return () => {
      layers = layers.filter((one) => one !== layer);
      // Another layer may open in its place at once and take over the entry.
      thisTab.timer.after(0, removeEntry);
    };
  }, [open]);
}

/**
 * Runs `work` once the entry of the closed layers is removed, since the browser then restores the position to
 * which the page was scrolled when the first layer was opened. Does nothing if there is no entry.
 */
export function onceEntryRemoved(work: () => void): void {
  if (entry !== 'none') afterRemoval = work;
}

function isOnEntry(): boolean {
  return history.state?.[MARK] === true;
}

function addEntry(): void {
  if (entry !== 'none' || layers.length === 0) return;
  address = location.href;
  // Keeps the router's own state: for the router the location does not change.
  if (!isOnEntry()) history.pushState({ ...history.state, [MARK]: true }, '');
  entry = 'there';
}

function removeEntry(): void {
  if (entry !== 'there' || layers.length > 0) return;
  // A navigation has replaced the entry.
  if (!isOnEntry()) {
    entry = 'none';
    afterRemoval = null;
    return;
  }
  entry = 'leaving';
  history.back();
}

function onPopState(): void {
  if (isOnEntry()) {
    // The user reached the entry by Forward, or a reload left it: no layer is open there.
    entry = 'there';
    removeEntry();
    return;
  }
  const was_left = entry === 'there' && location.href === address;
  entry = 'none';
  if (was_left) layers.at(-1)?.onBack();
  thisTab.timer.after(0, () => {
    afterRemoval?.();
    afterRemoval = null;
    // A layer that stays open, or was opened while the entry was being removed, needs a new entry.
    addEntry();
  });
}

function listen(): void {
  if (listens) return;
  listens = true;
  window.addEventListener('popstate', onPopState);
}

/** Removes the entry that a reload left: no layer is open any more, and Back would do nothing once. */
export function removeStaleEntry(): void {
  listen();
  if (entry !== 'none' || !isOnEntry()) return;
  entry = 'there';
  removeEntry();
}

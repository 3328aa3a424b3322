import { useEffect, useRef } from 'react';
import { thisTab } from '../world/this-tab.ts';

/**
 * While something lies over the page the browser's Back closes it instead of leaving the page: one entry of the history, marked as such, stands for
 * all that is open. Where it is closed otherwise the entry is taken back; a navigation from within replaces it (`replace` on the link).
 */
const MARK = 'mandoob_over_page';

type Layer = { onBack: () => void };
let layers: readonly Layer[] = [];
/** `leaving`: it is being taken back, which the browser tells later. */
let entry: 'none' | 'there' | 'leaving' = 'none';
let address = '';
let listens = false;

/** Calls `onBack` when Back is pressed while this is open and on top. It may stay open: then the next Back asks again. */
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
      // Another may open in its place at once, and takes over the entry.
      thisTab.timer.after(0, removeEntry);
    };
  }, [open]);
}

function isOnEntry(): boolean {
  return history.state?.[MARK] === true;
}

function addEntry(): void {
  if (entry !== 'none' || layers.length === 0) return;
  address = location.href;
  // With the router's own marks: to it this is the same place.
  if (!isOnEntry()) history.pushState({ ...history.state, [MARK]: true }, '');
  entry = 'there';
}

function removeEntry(): void {
  if (entry !== 'there' || layers.length > 0) return;
  // A navigation has taken its place.
  if (!isOnEntry()) {
    entry = 'none';
    return;
  }
  entry = 'leaving';
  history.back();
}

function onPopState(): void {
  if (isOnEntry()) {
    // Come to by Forward, or left over from before a reload: nothing is open there.
    entry = 'there';
    removeEntry();
    return;
  }
  const was_left = entry === 'there' && location.href === address;
  entry = 'none';
  if (was_left) layers.at(-1)?.onBack();
  // What stays open, or was opened while the entry was taken back, needs one again.
  thisTab.timer.after(0, addEntry);
}

function listen(): void {
  if (listens) return;
  listens = true;
  window.addEventListener('popstate', onPopState);
}

/** After a reload nothing is open any more: the entry that stood for it would make Back do nothing once. */
export function takeBackLeftOver(): void {
  listen();
  if (entry !== 'none' || !isOnEntry()) return;
  entry = 'there';
  removeEntry();
}

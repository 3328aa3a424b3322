/** What only a page has, and only its components need: no part of the world, for nothing that is decided depends on it. */

/** Runs `work` once the page has nothing else to do, after so many ms at the latest, unless the answer is called before. */
export function whenIdle(ms_max: number, work: () => void): () => void {
  // Missing in Safari.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, ms_max);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(work, { timeout: ms_max });
  return () => cancelIdleCallback(waiting);
}

/** Posts without waiting, also while the page goes; nobody hears whether it arrived. */
export function postAside(url: string, body: unknown): void {
  navigator.sendBeacon?.(url, JSON.stringify(body));
}

let path = location.pathname;
let came_by: string | null = null;
let has_tabbed = false;
// The router tells of its own changes of the address by events of these names.
for (const change of ['popstate', 'pushState', 'replaceState']) {
  addEventListener(change, () => {
    if (location.pathname === path) return;
    path = location.pathname;
    came_by = change;
    has_tabbed = false;
  });
}
addEventListener('keydown', ({ key }) => (has_tabbed ||= key === 'Tab'), { capture: true });

/** Whether this visit has gone from the page on which it began to another. */
export function hasNavigated(): boolean {
  return came_by !== null;
}

/** Whether the last page was left by Back or Forward: then the browser itself goes to where one was on it. */
export function wentInHistory(): boolean {
  return came_by === 'popstate';
}

/**
 * Returns true if something has the focus and the user has pressed Tab since the last navigation, for example while the page
 * was loading.
 */
export function hasMovedFocus(): boolean {
  return has_tabbed && document.activeElement !== document.body;
}

/** Shakes the phone for so many ms, where it can. */
export function vibrate(ms: number): void {
  navigator.vibrate?.(ms);
}

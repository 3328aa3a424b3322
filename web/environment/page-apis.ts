/**
 * Page APIs that only components need. They are not part of the environment because no decision of the app
 * depends on them.
 */

/**
 * Runs `work` when the page is idle, after `ms_max` at the latest, unless the returned function is called
 * first.
 */
export function whenIdle(ms_max: number, work: () => void): () => void {
  // Missing in Safari.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, ms_max);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(work, { timeout: ms_max });
  return () => cancelIdleCallback(waiting);
}

/** Sends the body without waiting, even while the page unloads. Failures are not reported. */
export function sendBeacon(url: string, body: unknown): void {
  navigator.sendBeacon?.(url, JSON.stringify(body));
}

let path = location.pathname;
let came_by: string | null = null;
let has_tabbed = false;
// The router dispatches events of these names when it changes the address.
for (const change of ['popstate', 'pushState', 'replaceState']) {
  addEventListener(change, () => {
    if (location.pathname === path) return;
    path = location.pathname;
    came_by = change;
    has_tabbed = false;
  });
}
addEventListener('keydown', ({ key }) => (has_tabbed ||= key === 'Tab'), { capture: true });

/** Returns true if the user has opened another page since the app was loaded. */
export function hasNavigated(): boolean {
  return came_by !== null;
}

/** Returns true if the last navigation was Back or Forward; the browser then restores the scroll position. */
export function cameByHistory(): boolean {
  return came_by === 'popstate';
}

/**
 * Returns true if something has the focus and the user has pressed Tab since the last navigation, for example
 * while the page was loading.
 */
export function hasMovedFocus(): boolean {
  return has_tabbed && document.activeElement !== document.body;
}

/** Vibrates the device for `ms`, if it can. */
export function vibrate(ms: number): void {
  navigator.vibrate?.(ms);
}

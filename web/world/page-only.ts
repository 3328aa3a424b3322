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

const FIRST_PATH = location.pathname;
let navigated = false;
// The router tells of its own changes of the address by events of these names.
for (const change of ['popstate', 'pushState', 'replaceState']) {
  addEventListener(change, () => {
    navigated ||= location.pathname !== FIRST_PATH;
  });
}

/** Whether this visit has gone from the page on which it began to another. */
export function hasNavigated(): boolean {
  return navigated;
}

/** Shakes the phone for so many ms, where it can. */
export function vibrate(ms: number): void {
  navigator.vibrate?.(ms);
}

/** The way to install the app in this browser: its own prompt, manual steps (iOS), or none at present. */
export type InstallWay = 'ask' | 'by_hand' | null;

/** Chromium's non-standard event. */
type Offer = Event & { prompt(): Promise<unknown>; userChoice: Promise<{ outcome: string }> };

let offer: Offer | null = null;
const listeners = new Set<() => void>();

function setOffer(next: Offer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Listens for the browser's install offer. Call it early: the event fires only once. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Suppresses the browser's own banner over the page.
    event.preventDefault();
    setOffer(event as Offer);
  });
  addEventListener('appinstalled', () => setOffer(null));
}

export function installWay(): InstallWay {
  if (isInstalled()) return null;
  if (offer) return 'ask';
  return isIosSafari(navigator.userAgent, navigator.maxTouchPoints) ? 'by_hand' : null;
}

export function onInstallWay(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the browser's install prompt. An offer works once, whatever the user chooses. */
export async function promptToInstall(): Promise<void> {
  const taken = offer;
  setOffer(null);
  await taken?.prompt().catch(() => {});
}

/**
 * Excludes the other browsers of iOS, which name themselves in addition. An iPad reports itself as a Mac, but
 * has touch points.
 */
export function isIosSafari(user_agent: string, touch_points: number): boolean {
  const is_ios = /iPhone|iPad|iPod/.test(user_agent) || (/Macintosh/.test(user_agent) && touch_points > 1);
  return is_ios && /Safari\//.test(user_agent) && !/CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo/.test(user_agent);
}

function isInstalled(): boolean {
  const of_ios = (navigator as Navigator & { standalone?: boolean }).standalone === true;
  return of_ios || matchMedia(['(display-mode', 'standalone)'].join(':')).matches;
}

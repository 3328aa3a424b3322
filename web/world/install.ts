/** How this browser installs the app: by asking it, by the person's own hands (iOS), or not now. */
export type InstallWay = 'ask' | 'by_hand' | null;

/** What Chromium offers; no standard has it. */
type Offer = Event & { prompt(): Promise<unknown>; userChoice: Promise<{ outcome: string }> };

let offer: Offer | null = null;
const listeners = new Set<() => void>();

function setOffer(next: Offer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Call early: the browser says once that the app can be installed. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // It would otherwise say so itself, over the page.
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

/** Has the browser ask. An offer serves once, whatever is answered. */
export async function askToInstall(): Promise<void> {
  const taken = offer;
  setOffer(null);
  await taken?.prompt().catch(() => {});
}

/** Other browsers of iOS say their own name too. A tablet passes itself off as a Mac, which has no touch screen. */
export function isIosSafari(user_agent: string, touch_points: number): boolean {
  const is_ios = /iPhone|iPad|iPod/.test(user_agent) || (/Macintosh/.test(user_agent) && touch_points > 1);
  return is_ios && /Safari\//.test(user_agent) && !/CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo/.test(user_agent);
}

function isInstalled(): boolean {
  const of_ios = (navigator as Navigator & { standalone?: boolean }).standalone === true;
  return of_ios || matchMedia(['(display-mode', 'standalone)'].join(':')).matches;
}

import { mayReload } from './page-use.ts';
import { SEND, TAKE_OVER } from './worker-messages.ts';

/*
 * The page's side of the service worker (decision 41). Without browser support, for example over plain http,
 * none of this has an effect.
 */
const container = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined;

const WORKER = '/sw.js';
const RELOADED = 'mandoob.reloaded_at';
/** Prevents a reload loop while servers of two versions run side by side. */
const RELOAD_EVERY_MS = 10 * 60_000;
const CHECK_EVERY_MS = 15 * 60_000;

/** True if the worker that serves this page has changed to another version since the page was opened. */
let is_outdated = false;
let takes_over = false;
let checked_at = Date.now();

/** Caches the whole app on this device from now on. */
export async function keepApp(): Promise<void> {
  if (!import.meta.env.PROD) return;
  // Without the worker, the app works online as before.
  await container?.register(WORKER, { updateViaCache: 'none' }).catch(() => {});
}

/** Background Sync, which not all browsers have. */
type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/**
 * Registers a Background Sync, so that the worker sends pending entries once there is a network, even with no
 * page open.
 */
export function requestBackgroundSend(): void {
  const ask = async () => {
    const registration: WithSync | undefined = await container?.getRegistration();
    if (registration?.active) await registration.sync?.register(SEND);
  };
  // If Background Sync is missing or forbidden, the next page that opens sends the entries.
  ask().catch(() => {});
}

/** Tracks changes of the active version until the returned function is called. */
export function followVersions(): () => void {
  // The first worker on a device is of the page's own version.
  let has_worker = Boolean(container?.controller);
  const onChange = () => {
    is_outdated = has_worker;
    has_worker = true;
    if (takes_over) reloadWhenFree();
  };
  container?.addEventListener('controllerchange', onChange);
  return () => container?.removeEventListener('controllerchange', onChange);
}

/**
 * Activates a waiting version and reloads the page with it. Does nothing while the user is busy on the page,
 * or when no version is waiting. Call it when a reload disturbs no one.
 */
export async function activateNewVersion(): Promise<void> {
  if (!container || !mayReload()) return;
  if (is_outdated) return reloadWhenFree();
  const waiting = (await container.getRegistration().catch(() => undefined))?.waiting;
  if (!waiting || !mayReload() || wasJustReloaded()) return;
  takes_over = true;
  waiting.postMessage(TAKE_OVER);
}

/** Checks the server for a new version; the browser itself only checks when a page is opened. */
export async function checkForVersion(): Promise<void> {
  const now = Date.now();
  if (!container || Math.abs(now - checked_at) < CHECK_EVERY_MS) return;
  checked_at = now;
  const registration = await container.getRegistration().catch(() => undefined);
  await registration?.update().catch(() => {});
}

function reloadWhenFree(): void {
  takes_over = false;
  if (!mayReload() || wasJustReloaded()) return;
  try {
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // The time cannot be stored: an old page is better than a reload loop.
    return;
  }
  location.reload();
}

function wasJustReloaded(): boolean {
  try {
    const at = Number(sessionStorage.getItem(RELOADED) ?? Number.NaN);
    return Math.abs(Date.now() - at) < RELOAD_EVERY_MS;
  } catch {
    return false;
  }
}

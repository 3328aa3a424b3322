import { isPageFree } from './page-use.ts';
import { SEND, TAKE_OVER } from './worker-messages.ts';

/*
 * What a page has to do with the app's service worker (decision 41). Where the browser has none, as over plain http, all of this
 * does nothing.
 */
const container = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined;

const WORKER = '/sw.js';
const RELOADED = 'mandoob.reloaded_at';
/** Servers of two versions side by side must not have a page go to and fro between them. */
const RELOAD_EVERY_MS = 10 * 60_000;
const LOOK_EVERY_MS = 15 * 60_000;

/** A worker of another version serves this page since it was opened. */
let is_outdated = false;
let takes_over = false;
let looked_at = Date.now();

/** Keeps the whole app on this device from now on. */
export async function keepApp(): Promise<void> {
  if (!import.meta.env.PROD) return;
  // Without it everything works as before.
  await container?.register(WORKER, { updateViaCache: 'none' }).catch(() => {});
}

/** Background Sync, where there is one. */
type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** Has the worker send what waits once there is a network, whether a page lives then or not. */
export function askToSendLater(): void {
  const ask = async () => {
    const registration: WithSync | undefined = await container?.getRegistration();
    if (registration?.active) await registration.sync?.register(SEND);
  };
  // Not there, or not allowed: the next page sends.
  ask().catch(() => {});
}

/** Notes when another version takes over, until the answer is called. */
export function followVersions(): () => void {
  // The first one that this device gets is no other one than the page's own.
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
 * Has a version that waits take over, and loads the page anew with it; nothing happens while somebody is in the middle of
 * something, or when none waits. For moments at which that disturbs nobody.
 */
export async function takeNewVersion(): Promise<void> {
  if (!container || !isPageFree()) return;
  if (is_outdated) return reloadWhenFree();
  const waiting = (await container.getRegistration().catch(() => undefined))?.waiting;
  if (!waiting || !isPageFree() || wasJustReloaded()) return;
  takes_over = true;
  waiting.postMessage(TAKE_OVER);
}

/** Asks the server whether there is a new version; the browser asks by itself only when a page is opened. */
export async function lookForVersion(): Promise<void> {
  const now = Date.now();
  if (!container || Math.abs(now - looked_at) < LOOK_EVERY_MS) return;
  looked_at = now;
  const registration = await container.getRegistration().catch(() => undefined);
  await registration?.update().catch(() => {});
}

function reloadWhenFree(): void {
  takes_over = false;
  if (!isPageFree() || wasJustReloaded()) return;
  try {
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // It cannot be remembered: rather an old page than one that is loaded again and again.
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

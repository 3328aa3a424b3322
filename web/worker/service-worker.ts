import type { Environment } from '../environment/environment.ts';
import { createShell, type ShellFile } from '../environment/shell-cache.ts';
import { announceAnyVersion } from '../environment/tab-locks.ts';
import { createWorkerEnvironment } from '../environment/worker-environment.ts';
import { SEND, TAKE_OVER } from '../environment/worker-messages.ts';
import { SERVER_PATHS, shellResponse } from './app-requests.ts';
import { sendInBackground } from './send-in-background.ts';

/*
 * The app's service worker (decision 41): opens the app without a network, and sends pending entries, with or
 * without an open tab. It neither sees nor stores personal data from the server: it does not respond to
 * requests for that.
 */

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build: all its files, and a name for the whole build. */
declare const BUILD_FILES: readonly ShellFile[];
declare const BUILD: string;
/**
 * Inserted by the server, whose page contains the product's name, and whose responses carry a security
 * policy.
 */
declare const PAGE_INTEGRITY: string;
declare const POLICY: string;

const shell = createShell({
  version: `${BUILD} ${PAGE_INTEGRITY} ${POLICY}`,
  files: BUILD_FILES,
  page: PAGE_INTEGRITY,
});

type Routing = { condition: { urlPattern: string }; source: 'network' };
type Installing = ExtendableEvent & { addRoutes?: (routes: Routing[]) => Promise<void> };

self.addEventListener('install', (event: Installing) => {
  const routes = SERVER_PATHS.map(
    (urlPattern): Routing => ({ condition: { urlPattern }, source: 'network' }),
  );
  // Browsers without static routing start the worker first, which then lets the request through.
  void event.addRoutes?.(routes).catch(() => {});
  event.waitUntil(shell.keepAll());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(shell.dropOld().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const source = shellResponse(request, self.location.origin, shell.has);
  if (source) event.respondWith(source === 'page' ? shell.page(request) : shell.file(request));
});

/** A page sends this when its user is not busy. */
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting();
});

/** Background Sync, which not all browsers have. */
type SyncEvent = ExtendableEvent & { tag: string };

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === SEND) (event as SyncEvent).waitUntil(sendAll());
});

let environment: Environment | undefined;

/** Rejects if entries are left, which makes the browser try again, with growing delays. */
async function sendAll(): Promise<void> {
  if (!environment) {
    environment = createWorkerEnvironment();
    announceAnyVersion(environment);
  }
  if (await sendInBackground(environment)) throw new Error('Pending entries are left');
}

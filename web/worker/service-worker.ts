import { createShell, type ShellFile } from '../world/shell-cache.ts';
import { liveWithAnyVersion } from '../world/tab-locks.ts';
import { SEND, TAKE_OVER } from '../world/worker-messages.ts';
import { createWorkerWorld } from '../world/worker-world.ts';
import type { World } from '../world/world.ts';
import { fromShell, OF_THE_SERVER } from './app-requests.ts';
import { sendInBackground } from './send-in-background.ts';

/*
 * The app's service worker (decision 41): opens the app without a network, and sends what waits, whether a tab lives or not. Of what the
 * server says of anybody it neither sees nor keeps anything: requests for that it does not answer.
 */

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build: all its files, and a name for them together. */
declare const BUILD_FILES: readonly ShellFile[];
declare const BUILD: string;
/** Put in by the server, whose page carries the product's name, and whose answers a policy. */
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
  const routes = OF_THE_SERVER.map(
    (urlPattern): Routing => ({ condition: { urlPattern }, source: 'network' }),
  );
  // Where the browser does not know how, it asks the worker first, which lets it go on.
  void event.addRoutes?.(routes).catch(() => {});
  event.waitUntil(shell.keepAll());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(shell.dropOld().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const answered = fromShell(request, self.location.origin, shell.has);
  if (answered) event.respondWith(answered === 'page' ? shell.page(request) : shell.file(request));
});

/** A page says so once nobody is in the middle of anything on it. */
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting();
});

/** Background Sync, where there is one. */
type SyncEvent = ExtendableEvent & { tag: string };

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === SEND) (event as SyncEvent).waitUntil(sendAll());
});

let world: World | undefined;

/** Rejects when something is left: the browser then comes again, later each time. */
async function sendAll(): Promise<void> {
  if (!world) {
    world = createWorkerWorld();
    liveWithAnyVersion(world);
  }
  if (await sendInBackground(world)) throw new Error('left');
}

import { createShell, type ShellFile } from '../world/shell-cache.ts';
import { TAKE_OVER } from '../world/worker-messages.ts';
import { fromShell, OF_THE_SERVER } from './app-requests.ts';

/*
 * The app's service worker (decision 41): opens the app without a network, and sends what waits when no tab does. Of what the
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

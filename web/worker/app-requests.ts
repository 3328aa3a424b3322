/**
 * The worker's response instead of the server's: the HTML page, or a file of the app. Null: the request goes
 * to the server.
 */
export type ShellResponse = 'page' | 'file' | null;

type ShellRequest = Pick<Request, 'method' | 'mode' | 'url'>;

/** Paths of the app's own screens, for which the worker responds with the HTML page. */
const PAGES = /^\/(login|(dashboard|desk)(\/.*)?)?$/;

/** Paths that only the server handles. Browsers with static routing skip the worker for them. */
export const SERVER_PATHS = [
  '/api/*',
  '/auth/*',
  '/storage/*',
  '/functions/*',
  '/webhooks/*',
  '/healthz',
  '/readyz',
  '/openapi.json',
] as const;

export function shellResponse(
  { method, mode, url }: ShellRequest,
  origin: string,
  has: (path: string) => boolean,
): ShellResponse {
  const requested = new URL(url);
  if (method !== 'GET' || requested.origin !== origin) return null;
  if (mode === 'navigate') return PAGES.test(requested.pathname) ? 'page' : null;
  return requested.search === '' && has(requested.pathname) ? 'file' : null;
}

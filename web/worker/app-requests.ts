/** What the worker answers in the server's place: a file of the app, or its one page. Everything else it leaves alone. */
export type FromShell = 'page' | 'file' | null;

type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

/** The addresses of the app's own pages: whoever opens one gets the one page. */
const PAGES = /^\/(login|(dashboard|desk)(\/.*)?)?$/;

/** Of the server alone, whatever lies below. The browser is told so where it lets itself be told: it then need not start the worker. */
export const OF_THE_SERVER = [
  '/api/*',
  '/auth/*',
  '/storage/*',
  '/functions/*',
  '/webhooks/*',
  '/healthz',
  '/readyz',
  '/openapi.json',
] as const;

export function fromShell(
  { method, mode, url }: Asked,
  origin: string,
  has: (path: string) => boolean,
): FromShell {
  const asked = new URL(url);
  if (method !== 'GET' || asked.origin !== origin) return null;
  if (mode === 'navigate') return PAGES.test(asked.pathname) ? 'page' : null;
  return asked.search === '' && has(asked.pathname) ? 'file' : null;
}

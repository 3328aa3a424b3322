import type { Page } from '@playwright/test';

/** Nothing is read anew by itself because of a change, as where something between cuts every stream: what a test breaks stays as it is shown. */
export async function withoutChanges(page: Page): Promise<void> {
  await page.route('**/api/changes*', (route) => route.abort());
}

/** How often the page has asked for each read from now on, by path; what tells of changes is none. */
export function countReads(page: Page): ReadonlyMap<string, number> {
  const asked = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() !== 'GET' || !pathname.startsWith('/api/') || pathname === '/api/changes') return;
    asked.set(pathname + search, (asked.get(pathname + search) ?? 0) + 1);
  });
  return asked;
}

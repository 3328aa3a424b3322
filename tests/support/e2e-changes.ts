import type { Page } from '@playwright/test';

/** Blocks the change stream, so that no read is repeated because of a change and an error stays visible. */
export async function withoutChanges(page: Page): Promise<void> {
  await page.route('**/api/changes*', (route) => route.abort());
}

/** Counts the page's reads from now on, by path, without the change stream. */
export function countReads(page: Page): ReadonlyMap<string, number> {
  const reads = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() !== 'GET' || !pathname.startsWith('/api/') || pathname === '/api/changes') return;
    reads.set(pathname + search, (reads.get(pathname + search) ?? 0) + 1);
  });
  return reads;
}

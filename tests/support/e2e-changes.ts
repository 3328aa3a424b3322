import type { Page } from '@playwright/test';

/** Nothing is read anew by itself because of a change, as where something between cuts every stream: what a test breaks stays as it is shown. */
export async function withoutChanges(page: Page): Promise<void> {
  await page.route('**/api/changes*', (route) => route.abort());
}

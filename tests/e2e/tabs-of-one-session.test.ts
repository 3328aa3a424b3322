import type { BrowserContext, Page } from '@playwright/test';
import { signIn } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';

/** Each tab loads the whole app; session-store.browser.test.ts covers one refresh by ten tabs. */
const TABS = 3;
const KEY = 'mandoob.session';

type Kept = { access_token: string; refresh_token: string; expires_at: number };

const keptOn = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null, KEY);

/** Lets the access token in the device's store expire, as it does within an hour. */
async function expire(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept;
    localStorage.setItem(key, JSON.stringify({ ...kept, access_token: 'x', expires_at: 1_000 }));
  }, KEY);
}

function countRefreshes(context: BrowserContext): () => number {
  let refreshes = 0;
  context.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) refreshes += 1;
  });
  return () => refreshes;
}

test('tabs whose access token has expired refresh it once, and all stay signed in', {
  tag: '@journeys',
}, async ({ context, page, shop }) => {
  await signIn(page, shop.driver);
  const before = await keptOn(page);
  const refreshes = countRefreshes(context);
  const tabs = await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto('/favicon.svg')));
  await expire(page);
  const all = [page, ...tabs];
  await Promise.all(all.map((tab) => tab.goto('/dashboard/profile')));
  for (const tab of all) {
    await expect(tab.getByRole('region', { name: 'Cash Management' })).toContainText('AED 0.00');
    await expect(tab).toHaveURL(/\/dashboard\/profile$/);
  }
  expect(refreshes()).toBe(1);
  const after = await keptOn(page);
  expect(after?.refresh_token).not.toBe(before?.refresh_token);
  for (const tab of all) expect(await keptOn(tab)).toEqual(after);
});

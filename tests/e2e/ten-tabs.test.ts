import type { BrowserContext, Page } from '@playwright/test';
import { signIn } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';

const TABS = 10;
const KEY = 'mandoob.session';

type Kept = { access_token: string; refresh_token: string; expires_at: number };

const keptOn = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null, KEY);

/** The device's session reaches its end: what tabs find when they are opened, or wake up, after an hour. */
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

test('ten tabs whose tokens have ended refresh once, and all stay signed in', async ({
  context,
  page,
  shop,
}) => {
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

test('a refresh token that comes back too late ends the session, on every tab', async ({
  context,
  page,
  server,
  shop,
}) => {
  await signIn(page, shop.driver);
  const other = await context.newPage();
  await other.goto('/dashboard/profile');
  await expect(other.getByText('Cash on Hand')).toBeVisible();
  const stolen = (await keptOn(page))?.refresh_token ?? '';
  const refresh = async (refresh_token: string) => {
    const answer = await fetch(`${server.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
    });
    return { status: answer.status, body: (await answer.json()) as Kept & { error_code?: string } };
  };
  let newest = stolen;
  for (let round = 0; round < 2; round += 1) newest = (await refresh(newest)).body.refresh_token;
  expect(await refresh(stolen)).toMatchObject({
    status: 400,
    body: { error_code: 'refresh_token_already_used' },
  });
  expect((await refresh(newest)).status).toBe(400);
  await page.goto('/dashboard/assigned-orders');
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
});

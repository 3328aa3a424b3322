import type { Page } from '@playwright/test';
import { isNewer, isVersionWaiting, untilAppStored } from '../support/e2e-app-worker.ts';
import { fillSignIn, shownOrder } from '../support/e2e-screens.ts';
import { openOwner, type ServerProcess } from '../support/e2e-server.ts';
import { createE2eShop, type E2eShop, PASSWORD, type Person } from '../support/e2e-shop.ts';
import { test as base, expect, type OwnServers } from '../support/e2e-test.ts';
import { makeNewerProduct, NEWER } from '../support/newer-product.ts';
import { limitMs } from '../support/time-limits.ts';

const test = base.extend<object, { newer: string }>({
  newer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const { path, remove } = await makeNewerProduct();
      await use(path);
      await remove();
    },
    { scope: 'worker', timeout: limitMs(180_000) },
  ],
});

test.use({ serviceWorkers: 'allow' });

/** Starts a server with the current build, which can be replaced by one with a newer build. */
async function deployment(ownServers: OwnServers, newer: string) {
  const first = await ownServers.start();
  const { owner, close } = await openOwner(first.data_dir);
  const shop = await createE2eShop(owner);
  const { order_number } = await shop.addOrder();
  await close();
  return {
    url: first.url,
    shop,
    order_number,
    async deploy(): Promise<ServerProcess> {
      await first.stop();
      return await ownServers.start({ product: newer, env: { PORT: new URL(first.url).port } });
    },
  };
}

async function signInAt(page: Page, url: string, { email }: Person): Promise<void> {
  await page.goto(`${url}/login`);
  await fillSignIn(page, email, PASSWORD);
  await page.waitForURL('**/dashboard/profile');
}

async function openOn(page: Page, url: string, shop: E2eShop, order_number: string): Promise<void> {
  await signInAt(page, url, shop.driver);
  await page.goto(`${url}/dashboard/next-order`);
  await expect(shownOrder(page, order_number)).toBeVisible();
  await untilAppStored(page);
}

/** Dispatches the events of a user who returns to the page. */
const comeBack = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

test('a new version waits in every tab while a form is half filled, then takes over automatically', {
  tag: '@upgrades',
}, async ({ context, page, ownServers, newer }) => {
  const { url, shop, order_number, deploy } = await deployment(ownServers, newer);
  await openOn(page, url, shop, order_number);
  const other = await context.newPage();
  await other.goto(`${url}/dashboard/profile`);
  await expect(other.getByRole('heading', { level: 2, name: 'Profile' })).toBeVisible();
  await page.getByLabel('Customer Full Name').fill('Layla');
  await deploy();

  expect(await isVersionWaiting(page)).toBe(true);
  await page.evaluate(() => {
    Object.assign(window, { still_here: true });
    navigator.serviceWorker.addEventListener('controllerchange', () =>
      Object.assign(window, { outdated: true }),
    );
  });
  await comeBack(page);
  await page.getByLabel('Customer Full Name').fill('Layla Hassan');
  await comeBack(page);

  // An idle tab switches to the new version immediately; the tab with the half-filled form keeps the old one.
  await other.bringToFront();
  await comeBack(other);
  await expect.poll(() => isNewer(other).catch(() => false)).toBe(true);
  await expect(other.getByRole('heading', { level: 2, name: 'Profile' })).toBeVisible();
  await page.bringToFront();
  await expect.poll(() => page.evaluate(() => 'outdated' in window)).toBe(true);
  await comeBack(page);
  // The app notes a reload before it starts.
  expect(await page.evaluate(() => sessionStorage.getItem('mandoob.reloaded_at'))).toBeNull();
  expect(await page.evaluate(() => 'still_here' in window)).toBe(true);
  await expect(page.getByLabel('Customer Full Name')).toHaveValue('Layla Hassan');

  // The bottom bar is hidden while the keyboard is open.
  await page.getByLabel('Customer Full Name').blur();
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await expect.poll(() => isNewer(page).catch(() => false)).toBe(true);
  await expect(page.getByRole('heading', { level: 2, name: 'Profile' })).toBeVisible();
  await page.getByRole('link', { name: 'Next Order' }).first().click();
  await expect(page.getByLabel('Customer Full Name')).toHaveValue('Layla Hassan');
});

test('a new version takes over when the app is opened again, and then opens without a network', {
  tag: '@upgrades',
}, async ({ context, page, ownServers, newer }) => {
  const { url, shop, order_number, deploy } = await deployment(ownServers, newer);
  await openOn(page, url, shop, order_number);
  const server = await deploy();
  expect(await isVersionWaiting(page)).toBe(true);
  await page.close();
  await server.stop();
  await context.setOffline(true);
  const again = await context.newPage();
  await again.goto(`${url}/dashboard/next-order`);
  await expect.poll(() => isNewer(again).catch(() => false)).toBe(true);
  await expect(shownOrder(again, order_number)).toBeVisible();
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page of an older build loads its remaining code from a newer server', {
    tag: '@upgrades',
  }, async ({ page, ownServers, newer }) => {
    const { url, shop, deploy } = await deployment(ownServers, newer);
    await signInAt(page, url, shop.driver);
    const loaded = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect((await loaded()).filter((name) => name.includes('PasswordScreen'))).toEqual([]);
    await deploy();

    await page.getByRole('link', { name: 'Change Password' }).click();
    await expect(page.getByLabel('New Password', { exact: true })).toBeVisible();
    const [script = ''] = (await loaded()).filter((name) => name.includes('PasswordScreen'));
    expect(script).not.toContain(NEWER);
    const response = await fetch(script, { headers: { 'accept-encoding': 'br' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-type')).toContain('text/javascript');
    const gone = await fetch(`${url}/assets/never-was-1a2b.js`);
    expect(gone.status).toBe(404);
  });
});

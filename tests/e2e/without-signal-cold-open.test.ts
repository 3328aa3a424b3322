import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { appKept, cachedAnswers } from '../support/e2e-app-worker.ts';
import {
  confirmButton,
  DELIVERED,
  documentsLoaded,
  expectToasts,
  fillDelivery,
  openNextOrder,
  signIn,
} from '../support/e2e-screens.ts';
import { openOwner, PRODUCT } from '../support/e2e-server.ts';
import { ARABIC_NAME, createE2eShop, type E2eShop } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { PHONE } from '../support/e2e-viewports.ts';

test.use({ serviceWorkers: 'allow' });

type Opened = { path: string; heading: string; shows: (page: Page) => Promise<unknown> };

const profile: Opened = {
  path: '/dashboard/profile',
  heading: 'Profile',
  shows: (page) => expect(page.getByRole('region', { name: 'Cash Management' })).toContainText('AED 0.00'),
};
const password: Opened = {
  path: '/dashboard/password',
  heading: 'Change Password',
  shows: (page) => expect(page.getByLabel('New Password', { exact: true })).toBeVisible(),
};

/** Every page of the dashboard, by who may open it, and something on it that only the server's answer of before has. */
function pagesOf(shop: E2eShop, order_number: string): [E2eShop['driver'], Opened[]][] {
  const content = (page: Page, text: string | RegExp) => expect(page.locator('#content')).toContainText(text);
  return [
    [
      shop.driver,
      [
        profile,
        password,
        {
          path: '/dashboard/next-order',
          heading: 'Next Order',
          shows: (page) => expect(confirmButton(page)).toBeVisible(),
        },
        {
          path: '/dashboard/assigned-orders',
          heading: 'Assigned Orders',
          shows: (page) => expect(page.getByText(`#${order_number}`).first()).toBeVisible(),
        },
      ],
    ],
    [
      shop.manager,
      [
        {
          path: '/dashboard/cash-handovers',
          heading: 'Cash Handovers',
          shows: (page) => content(page, /AED\s*0\.00/),
        },
        {
          path: '/dashboard/bank-deposits',
          heading: 'Bank Deposits',
          shows: (page) => content(page, 'No bank deposits recorded yet'),
        },
      ],
    ],
    [
      shop.admin,
      ['Start Of Day Handover', 'End Of Day Handover'].map((heading) => ({
        path: `/dashboard/${heading.toLowerCase().replaceAll(' ', '-')}`,
        heading,
        shows: (page) => expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible(),
      })),
    ],
  ];
}

async function phone(browser: Browser, baseURL: string): Promise<BrowserContext> {
  return await browser.newContext({ baseURL, viewport: PHONE, hasTouch: true, isMobile: true });
}

test('every page of the dashboard opens cold without a server or a network: signed in, with what was read', async ({
  browser,
  ownServers,
}) => {
  const server = await ownServers.start();
  const { owner, close } = await openOwner(server.data_dir);
  const shop = await createE2eShop(owner);
  const { order_number } = await shop.addOrder();
  await close();
  const phones: { context: BrowserContext; pages: Opened[] }[] = [];
  for (const [person, pages] of pagesOf(shop, order_number)) {
    const context = await phone(browser, server.url);
    const page = await context.newPage();
    await signIn(page, person);
    for (const { path, heading, shows } of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
      await shows(page);
    }
    await appKept(page);
    await page.close();
    phones.push({ context, pages });
  }

  await server.stop();
  for (const { context, pages } of phones) {
    await context.setOffline(true);
    for (const { path, heading, shows } of pages) {
      const page = await context.newPage();
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
      await shows(page);
      await expect(page).toHaveURL(server.url + path);
      await page.close();
    }
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 2, name: 'Profile' })).toBeVisible();
    await context.close();
  }
});

test('after a day’s use the worker’s caches hold the build and nothing of anybody', async ({
  page,
  photo,
  shop,
}) => {
  // So long that no constant in the build has it by chance.
  const order = await shop.addOrder({ order_number: '90817263544536271809' });
  await signIn(page, shop.driver);
  await openNextOrder(page, order.order_number);
  await documentsLoaded(page);
  await appKept(page);
  await fillDelivery(page, photo);
  await confirmButton(page).click();
  await expectToasts(page, 'Cash tracking updated. New total: AED 145.00', DELIVERED);
  for (const path of ['assigned-orders', 'profile', 'next-order']) await page.goto(`/dashboard/${path}`);
  await page.reload();

  const cached = await cachedAnswers(page);
  const built = await readdir(join(PRODUCT, 'dist', 'web'), { recursive: true, withFileTypes: true });
  const files = built
    .filter(
      (file) => file.isFile() && !/\.(br|gz)$|^(index\.html|sw\.js|manifest\.webmanifest)$/.test(file.name),
    )
    .map((file) => join(file.parentPath, file.name).slice(join(PRODUCT, 'dist', 'web').length));
  expect(new Set(cached.map(({ cache }) => cache)).size).toBe(1);
  expect(cached.map(({ path }) => path).sort()).toEqual(['/', ...files].sort());
  const { access_token } = await page.evaluate(async () => {
    const answer = await new Promise<{ text: string }>((resolve, reject) => {
      const opening = indexedDB.open('mandoob');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const asking = opening.result.transaction('notes').objectStore('notes').get('kept mandoob.session');
        asking.onsuccess = () => resolve(asking.result);
      };
    });
    return JSON.parse(answer.text) as { access_token: string };
  });
  expect(access_token).toMatch(/./);
  const all = cached.map(({ text }) => text).join('\n');
  for (const personal of [
    access_token,
    shop.name,
    shop.driver.email,
    shop.driver.full_name,
    shop.driver.user_id,
    order.id,
    order.order_number,
    ARABIC_NAME,
  ]) {
    expect(all.includes(personal)).toBe(false);
  }
});

test('a file that is not what was built is not kept: a hotel’s page in its place leaves the app as it was', async ({
  context,
  page,
  shop,
}) => {
  await context.route('**/assets/jspdf*', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Please sign in to the Wi-Fi</h1>' }),
  );
  await signIn(page, shop.driver);
  const failed = await page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    return await new Promise((resolve) => {
      installing?.addEventListener('statechange', () => resolve(installing.state));
    });
  });
  expect(failed).toBe('redundant');
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { cachedResponses, untilAppStored } from '../support/e2e-app-worker.ts';
import { confirmButton } from '../support/e2e-screens.ts';
import { PRODUCT } from '../support/e2e-server.ts';
import { keepSession } from '../support/e2e-session.ts';
import type { E2eShop } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { PHONE } from '../support/e2e-viewports.ts';
import { startNetworkGate } from '../support/network-gate.ts';

test.use({ serviceWorkers: 'allow' });

const CUSTOMER = { first_name: 'Maitha', last_name: 'Al Falasi' };

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

/**
 * Lists every page of the dashboard, each with a role that may open it and a content that only an earlier
 * response contains.
 */
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

/** Opens the first page by its address and the others from there, like links. */
async function openAll(page: Page, pages: Opened[]): Promise<void> {
  for (const [at, { path, heading, shows }] of pages.entries()) {
    if (at === 0) await page.goto(path);
    else await page.evaluate((to) => history.pushState(null, '', to), path);
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    await shows(page);
    await expect(page).toHaveURL(path);
  }
}

/** Returns the access token in this device's store. */
async function keptToken(page: Page): Promise<string> {
  const text = await page.evaluate(async () => {
    const kept = await new Promise<{ text: string }>((resolve, reject) => {
      const opening = indexedDB.open('mandoob');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const reading = opening.result.transaction('notes').objectStore('notes').get('kept mandoob.session');
        reading.onsuccess = () => resolve(reading.result);
      };
    });
    return kept.text;
  });
  return (JSON.parse(text) as { access_token: string }).access_token;
}

/**
 * Checks that the worker's only cache contains the shell and every file of the build, and none of these
 * texts.
 */
async function expectBuildOnly(page: Page, personal: string[]): Promise<void> {
  const cached = await cachedResponses(page);
  const web = join(PRODUCT, 'dist', 'web');
  const built = await readdir(web, { recursive: true, withFileTypes: true });
  const files = built
    .filter(
      (file) => file.isFile() && !/\.(br|gz)$|^(index\.html|sw\.js|manifest\.webmanifest)$/.test(file.name),
    )
    .map((file) => join(file.parentPath, file.name).slice(web.length));
  expect(new Set(cached.map(({ cache }) => cache)).size).toBe(1);
  expect(cached.map(({ path }) => path).sort()).toEqual(['/', ...files].sort());
  const all = cached.map(({ text }) => text).join('\n');
  for (const text of personal) {
    expect(text).toMatch(/./);
    expect(all.includes(text)).toBe(false);
  }
}

test('every page of the dashboard opens without a network after a cold start, signed in and with stored data, and the worker’s cache has no personal data', {
  tag: '@journeys',
}, async ({ browser, server, shop }) => {
  // Long enough that no constant in the build contains it by chance.
  const order = await shop.addOrder({ order_number: '90817263544536271809', customer: CUSTOMER });
  const gate = await startNetworkGate();
  gate.lead(server.url);
  const phones: { context: BrowserContext; pages: Opened[] }[] = [];
  for (const [person, pages] of pagesOf(shop, order.order_number)) {
    const context = await phone(browser, gate.url);
    const page = await context.newPage();
    await keepSession(page, person);
    await openAll(page, pages);
    await untilAppStored(page);
    if (person === shop.driver) {
      const { name, driver } = shop;
      await expectBuildOnly(page, [
        await keptToken(page),
        name,
        driver.email,
        driver.full_name,
        driver.user_id,
        order.id,
        order.order_number,
        CUSTOMER.last_name,
      ]);
    }
    await page.close();
    phones.push({ context, pages });
  }

  gate.setOpen(false);
  for (const { context, pages } of phones) {
    await context.setOffline(true);
    const page = await context.newPage();
    await openAll(page, pages);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 2, name: 'Profile' })).toBeVisible();
    await context.close();
  }
  await gate.close();
});

test('a file that differs from the build, as from a captive portal, is not cached, and the app stays as it was', async ({
  context,
  page,
}) => {
  await context.route('**/assets/jspdf*', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Please sign in to the Wi-Fi</h1>' }),
  );
  // A page of the same origin that is not part of the app.
  await page.goto('/favicon.svg');
  const failed = await page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    return await new Promise((resolve) => {
      installing?.addEventListener('statechange', () => resolve(installing.state));
    });
  });
  expect(failed).toBe('redundant');
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

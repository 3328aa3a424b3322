import type { Page } from '@playwright/test';
import { keptOnDevice } from '../support/e2e-device-store.ts';
import { cutOff, openNextOrder, shownOrder, signIn } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { expect, test } from '../support/e2e-test.ts';

const CLOCK = /^As of \d\d:\d\d$/;
const OUTDATED = /^As of \d\d:\d\d\. Newer figures could not be loaded yet\.$/;

/** The three screens, each known by something that only an answer of the server has. */
const SCREENS = [
  {
    address: '/dashboard/profile',
    read: '**/api/profile/statistics',
    shown: (page: Page) => page.getByText('Pending Deliveries'),
  },
  {
    address: '/dashboard/assigned-orders',
    read: '**/api/orders/stops',
    shown: (page: Page) => page.getByRole('article'),
  },
  {
    address: '/dashboard/next-order',
    read: '**/api/orders/stops',
    shown: (page: Page) => page.getByRole('button', { name: 'Confirm Delivery' }),
  },
];

for (const { address, read, shown } of SCREENS) {
  test(`${address} opens on what is known, says of when, then shows what is new`, async ({ page, shop }) => {
    await shop.addOrder();
    await keepSession(page, shop.driver);
    await page.goto(address);
    await expect(shown(page)).toBeVisible();
    await expect(page.getByText(CLOCK)).toHaveCount(0);

    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(read, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await expect(shown(page)).toBeVisible();
    await expect(page.getByText(CLOCK)).toBeVisible();
    answer();
    await expect(page.getByText(CLOCK)).toHaveCount(0);
    await expect(shown(page)).toBeVisible();
    await page.unroute(read);

    await cutOff(page);
    await page.reload();
    await expect(shown(page)).toBeVisible();
    await expect(page.getByText(OUTDATED)).toBeVisible();
  });
}

test('the order that was being filled in is there without a network too', async ({ page, shop }) => {
  const order = await shop.addOrder();
  await keepSession(page, shop.driver);
  await openNextOrder(page, order.order_number);
  const restore = await cutOff(page);
  await page.getByLabel('Customer Full Name').fill('Layla');
  await expect.poll(() => keptOnDevice(page, 'drafts')).toContain('Layla');
  await page.reload();
  await expect(shownOrder(page, order.order_number)).toBeVisible();
  await expect(page.getByLabel('Customer Full Name')).toHaveValue('Layla');
  await restore();
});

test('a refresh that goes on failing says so once, keeps the figures, and speaks again after it has worked', async ({
  page,
  shop,
}) => {
  await page.clock.install();
  // Nothing but time has it asked again.
  await page.route('**/api/changes*', (route) => route.abort());
  await signIn(page, shop.driver);
  const card = page.getByRole('region', { name: 'Cash Management' });
  await expect(card).toContainText('AED 0.00');
  const toasts = page.locator('[data-toast]');
  let asked = 0;
  const fail = async (route: import('@playwright/test').Route) => {
    asked += 1;
    await route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', code: 'unexpected', status: 500, title: 'An unexpected error occurred' },
    });
  };
  const refreshes = async (times: number) => {
    const before = asked;
    for (let at = 1; at <= times; at += 1) {
      await page.clock.runFor(30_000);
      await expect.poll(() => asked).toBe(before + at);
    }
  };
  await page.route('**/api/profile/statistics', fail);
  await refreshes(1);
  await expect(toasts).toHaveText([/Error\s*Failed to load profile data/]);
  await toasts.getByRole('button', { name: 'Dismiss' }).click();
  await refreshes(3);
  await expect(toasts).toHaveCount(0);
  await expect(card).toContainText('AED 0.00');

  await page.unroute('**/api/profile/statistics');
  const answered = page.waitForResponse('**/api/profile/statistics');
  await page.clock.runFor(30_000);
  await answered;
  await expect(page.getByText(/Newer figures/)).toHaveCount(0);
  await page.route('**/api/profile/statistics', fail);
  await refreshes(1);
  await expect(toasts).toHaveCount(1);
});

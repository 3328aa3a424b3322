import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/e2e-axe.ts';
import { mandoob } from '../support/e2e-cli.ts';
import {
  confirmButton,
  documentsLoaded,
  fillDelivery,
  fillSignIn,
  openNextOrder,
  signIn,
} from '../support/e2e-screens.ts';
import { PASSWORD } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { NARROW } from '../support/e2e-viewports.ts';

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'You have been signed out' });

/** Somebody takes the phone up again: the page that stands open looks for what is new. */
function lookAgain(page: Page): Promise<void> {
  return page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
}

test('a page that stands open while its session is ended on another phone goes to the sign-in form, which says so, and what waits goes out afterwards', async ({
  browser,
  photo,
  server,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await documentsLoaded(page);
  await fillDelivery(page, photo);
  const lose = (url: URL) => url.pathname === '/api/deliveries';
  await page.route(lose, (route) => route.abort());
  await confirmButton(page).click();
  await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();

  // Through the form, so that it has a session of its own.
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn(other, shop.driver);
  await other.getByRole('region', { name: 'Signed-in Devices' }).getByRole('button').click();
  await expect(other.getByText('Signed out there')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/next-order$/);
  await lookAgain(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(notice(page)).toContainText('This device was signed out from another one.');
  await expect(notice(page)).toContainText('Anything not sent yet stays on this device');
  await expectAccessible(page, 'signed out elsewhere', [NARROW]);
  await page.reload();
  await expect(notice(page)).toContainText('This device was signed out from another one.');

  await page.unroute(lose);
  await fillSignIn(page, shop.driver.email, PASSWORD);
  await expect(page.getByText('Order has been successfully delivered and confirmed')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('on a page that stands open while its account is disabled, the sign-in form says whom to ask', async ({
  page,
  server,
  shop,
}) => {
  await signIn(page, shop.driver);
  await page.goto('/dashboard/next-order');
  await expect(page.getByText('No Orders Available')).toBeVisible();
  expect((await mandoob(server.data_dir, 'staff', 'disable', shop.driver.email)).code).toBe(0);
  await lookAgain(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(notice(page)).toContainText('This account has been disabled. Please ask your manager.');
});

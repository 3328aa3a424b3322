import type { Page } from '@playwright/test';
import { mandoob } from '../support/e2e-cli.ts';
import {
  confirmButton,
  documentsLoaded,
  fillDelivery,
  fillSignIn,
  openNextOrder,
  signIn,
} from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { PASSWORD } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { storedInBrowser } from '../support/stored-in-browser.ts';

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'You have been signed out' });

/** Simulates the user's return to the open page, which then reads what has changed. */
function returnToPage(page: Page): Promise<void> {
  return page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
}

test('a session ended on another phone: the open page leads to the sign-in form with the reason, orders leave the device, and unsent work is sent later', {
  tag: '@journeys',
}, async ({ browser, photo, server, shop, signedIn }) => {
  const order = await shop.addOrder({ customer: { first_name: 'Shamsa', last_name: 'Al Ketbi' } });
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await documentsLoaded(page);
  await fillDelivery(page, photo, { customer_name: 'Maitha' });
  const lose = (url: URL) => url.pathname === '/api/deliveries';
  await page.route(lose, (route) => route.abort());
  await confirmButton(page).click();
  await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();
  const kept = () => page.evaluate(storedInBrowser);
  expect(await kept()).toContain('Shamsa');

  // Signs in through the form, to get a separate session.
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn(other, shop.driver);
  await other.getByRole('region', { name: 'Signed-in Devices' }).getByRole('button').click();
  await expect(other.getByText('Signed out there')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/next-order$/);
  await returnToPage(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(notice(page)).toContainText('This device was signed out from another one.');
  await expect(notice(page)).toContainText('Anything not sent yet stays on this device');
  await expect.poll(kept).not.toContain('Shamsa');
  expect(await kept()).toContain('Maitha');
  await page.reload();
  await expect(notice(page)).toContainText('This device was signed out from another one.');

  await page.unroute(lose);
  await fillSignIn(page, shop.driver.email, PASSWORD);
  await expect(page.getByText('Order has been successfully delivered and confirmed')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('a disabled user loses the open page at once, is shown whom to contact, and cannot sign in again', async ({
  page,
  server,
  shop,
}) => {
  await keepSession(page, shop.driver);
  await page.goto('/dashboard/next-order');
  await expect(page.getByText('No Orders Available')).toBeVisible();
  const disabled = await mandoob(server.data_dir, 'staff', 'disable', shop.driver.email);
  expect(disabled).toMatchObject({ code: 0 });
  await returnToPage(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(notice(page)).toContainText('This account has been disabled. Please ask your manager.');
  await expect(page.getByText(shop.driver.full_name)).toHaveCount(0);
  await fillSignIn(page, shop.driver.email, PASSWORD);
  await expect(page.getByText('Invalid login credentials')).toBeVisible();
});

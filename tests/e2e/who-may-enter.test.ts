import { mandoob } from '../support/e2e-cli.ts';
import { keptOnDevice } from '../support/e2e-device-store.ts';
import { signIn } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { expect, test } from '../support/e2e-test.ts';

test('a disabled user loses the running session at once and cannot sign in again', async ({
  page,
  server,
  shop,
}) => {
  await signIn(page, shop.driver);
  expect((await mandoob(server.data_dir, 'staff', 'disable', shop.driver.email)).code).toBe(0);
  await page.goto('/dashboard/assigned-orders');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Dawood Driver')).toHaveCount(0);
  await page.getByPlaceholder('Enter your email').fill(shop.driver.email);
  await page.getByPlaceholder('Enter your password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid login credentials')).toBeVisible();
});

test('an area of another role is shut, inside the shell, with a way to the profile', async ({
  page,
  shop,
}) => {
  await keepSession(page, shop.driver);
  for (const area of ['bank-deposits', 'cash-handovers', 'start-of-day-handover', 'end-of-day-handover']) {
    await page.goto(`/dashboard/${area}`);
    await expect(page.getByText("You don't have access to this page")).toBeVisible();
    await expect(page.getByText(`Welcome back, ${shop.driver.full_name}`)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
});

test('an area is shut however its address is spelled', async ({ page, shop }) => {
  await keepSession(page, shop.driver);
  for (const spelling of ['Bank-Deposits', 'bank-deposits/', 'bank%2Ddeposits', '%62ank-deposits']) {
    await page.goto(`/dashboard/${spelling}`);
    await expect(page.getByText("You don't have access to this page"), spelling).toBeVisible();
  }
});

test('an admin is kept out of the orders', async ({ page, shop }) => {
  await keepSession(page, shop.admin);
  for (const area of ['next-order', 'assigned-orders']) {
    await page.goto(`/dashboard/${area}`);
    await expect(page.getByText("You don't have access to this page")).toBeVisible();
  }
});

test('an unknown address is a page of its own, is logged, and leads home', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const reported = page.waitForRequest('**/api/not-found');
  await page.goto('/dashbord/profile');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  expect(logged.some((text) => text.includes('/dashbord/profile'))).toBe(true);
  expect((await reported).method()).toBe('POST');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByText('Driver Management System')).toBeVisible();
});

test('an address that looks like a file is a page too, for a person', async ({ page }) => {
  await page.goto('/dashboard/old.html');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
});

test('nobody signed in is led to the form, somebody signed in past it', async ({ page, shop }) => {
  await page.goto('/');
  await page.goto('/dashboard/next-order');
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await keepSession(page, shop.driver);
  for (const address of ['/', '/login', '/dashboard']) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/dashboard\/profile$/);
  }
});

test('signing out leaves nothing of the shop on the page or the device', async ({ page, shop }) => {
  const order = await shop.addOrder();
  await keepSession(page, shop.driver);
  await page.goto('/dashboard/assigned-orders');
  await expect(page.getByText(`Order #${order.order_number}`).first()).toBeVisible();
  await expect.poll(() => keptOnDevice(page, 'reads')).toContain(order.order_number);
  await page.route('**/api/orders/stops', (route) => route.abort());
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Next Order' }).click();
  await expect(page.locator('[data-toast]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  const text = await page.locator('body').innerText();
  for (const word of [shop.driver.full_name, order.order_number]) expect(text).not.toContain(word);
  await expect.poll(() => keptOnDevice(page, 'reads')).toBe('[]');
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key === 'mandoob.session' || key === 'mandoob.profile')).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(shop.driver.user_id);
  await page.goto('/dashboard/assigned-orders');
  await expect(page).toHaveURL(/\/login$/);
});

import { expectAccessible } from '../support/e2e-axe.ts';
import { fillDelivery, openNextOrder, signIn } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, PHONE } from '../support/e2e-viewports.ts';

const SIZES = [PHONE, DESKTOP];

test('landing, login and the page for unknown addresses', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Driver Management System')).toBeVisible();
  await expectAccessible(page, 'landing', SIZES);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectAccessible(page, 'login', SIZES);
  await page.goto('/nowhere');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expectAccessible(page, 'unknown address', SIZES);
});

test('profile, and orders while there are none', async ({ page, shop }) => {
  await signIn(page, shop.driver);
  await expect(page.getByRole('region', { name: 'Daily Statistics' })).toBeVisible();
  await expectAccessible(page, 'profile', SIZES);
  await test.step('nothing moves for whoever asked for less motion, not even for a millisecond', async () => {
    const moving = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      const { length } = document.getAnimations();
      document.documentElement.style.fontSize = '';
      return length;
    });
    expect(moving).toBe(0);
  });
  await page.goto('/dashboard/assigned-orders');
  await expect(page.getByText('No Orders Assigned')).toBeVisible();
  await expectAccessible(page, 'no assigned orders', SIZES);
  await page.goto('/dashboard/next-order');
  await expect(page.getByText('No Orders Available')).toBeVisible();
  await expectAccessible(page, 'no next order', SIZES);
});

test('assigned orders in every open status, and a filled confirmation', async ({ page, photo, shop }) => {
  const next = await shop.addOrder({ status: 'delivering', minutes_ago: 90 });
  for (const status of ['picking', 'packed', 'dispatched', 'dispatching'] as const)
    await shop.addOrder({ status });
  await keepSession(page, shop.driver);
  await page.goto('/dashboard/assigned-orders');
  await expect(page.getByRole('article')).toHaveCount(5);
  await expectAccessible(page, 'assigned orders', SIZES);
  await openNextOrder(page, next.order_number);
  await expectAccessible(page, 'next order', SIZES);
  await fillDelivery(page, photo);
  await expectAccessible(page, 'filled confirmation', SIZES);
});

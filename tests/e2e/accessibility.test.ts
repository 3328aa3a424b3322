import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { fillDelivery, openNextOrder, signIn } from '../support/e2e-screens.ts';
import { expect, PHONE, test } from '../support/e2e-test.ts';

test.describe.configure({ mode: 'parallel' });

const DESKTOP = { width: 1280, height: 800 };

/** No violation, on a phone and on a desktop, in light and in dark. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Colours on their way from one scheme to the other have contrasts of their own.
      await page.evaluate(async () => {
        for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
      expect.soft(found, `${what}, ${viewport.width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

test('landing, login and the page for unknown addresses', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Driver Management System')).toBeVisible();
  await expectAccessible(page, 'landing');
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectAccessible(page, 'login');
  await page.goto('/nowhere');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expectAccessible(page, 'unknown address');
});

test('profile, and orders while there are none', async ({ page, shop }) => {
  await signIn(page, shop.driver);
  await expect(page.getByRole('region', { name: 'Daily Statistics' })).toBeVisible();
  await expectAccessible(page, 'profile');
  await page.goto('/dashboard/assigned-orders');
  await expect(page.getByText('No Orders Assigned')).toBeVisible();
  await expectAccessible(page, 'no assigned orders');
  await page.goto('/dashboard/next-order');
  await expect(page.getByText('No Orders Available')).toBeVisible();
  await expectAccessible(page, 'no next order');
});

test('assigned orders in every open status, and a filled confirmation', async ({ page, photo, shop }) => {
  const next = await shop.addOrder({ status: 'delivering', minutes_ago: 90 });
  for (const status of ['picking', 'packed', 'dispatched', 'dispatching'] as const)
    await shop.addOrder({ status });
  await signIn(page, shop.driver);
  await page.goto('/dashboard/assigned-orders');
  await expect(page.getByRole('article')).toHaveCount(5);
  await expectAccessible(page, 'assigned orders');
  await openNextOrder(page, next.order_number);
  await expectAccessible(page, 'next order');
  await fillDelivery(page, photo);
  await expectAccessible(page, 'filled confirmation');
});

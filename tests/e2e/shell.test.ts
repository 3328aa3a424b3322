import type { Page } from '@playwright/test';
import { keepSession } from '../support/e2e-session.ts';
import { expect, test } from '../support/e2e-test.ts';

// A pointer that hovers, as on a desk.
test.use({ isMobile: false, hasTouch: false });

const DESKTOP = { width: 1280, height: 800 };
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const widthOf = async (part: ReturnType<Page['locator']>) => (await part.boundingBox())?.width;

/** web/routes.browser.test.tsx covers the menu of each role, and the ways to close the panel. */
test('the sidebar is 16rem, or 3rem as icons with hover labels, remembered for seven days; below 768 px it is an 18rem panel', {
  tag: '@screens',
}, async ({ page, shop }) => {
  await page.setViewportSize(DESKTOP);
  await keepSession(page, shop.driver);
  await page.goto('/dashboard/profile');
  await expect.poll(() => widthOf(sidebar(page))).toBe(256);
  await page.keyboard.press('Control+b');
  await expect.poll(() => widthOf(sidebar(page))).toBe(48);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar:state');
  expect(cookie?.value).toBe('false');
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / (24 * 3600);
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThanOrEqual(7);

  await page.reload();
  await expect.poll(() => widthOf(sidebar(page))).toBe(48);
  const item = sidebar(page).getByRole('listitem').filter({ hasText: 'Assigned Orders' });
  const label = item.locator('[aria-hidden=true]', { hasText: 'Assigned Orders' });
  await expect(label).toHaveCSS('opacity', '0');
  await item.getByRole('link', { name: 'Assigned Orders' }).hover();
  await expect(label).toHaveCSS('opacity', '1');
  expect((await label.boundingBox())?.x).toBeGreaterThan(48);
  await item.getByRole('link', { name: 'Assigned Orders' }).click();
  await expect(page).toHaveURL(/assigned-orders$/);
  await page.keyboard.press('Meta+b');
  await expect.poll(() => widthOf(sidebar(page))).toBe(256);

  await page.setViewportSize({ width: 768, height: 800 });
  await expect(sidebar(page)).toBeVisible();
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(sidebar(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.poll(() => widthOf(page.getByRole('dialog', { name: 'Menu' }))).toBe(288);
});

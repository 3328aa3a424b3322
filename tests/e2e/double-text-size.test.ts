import type { Locator, Page } from '@playwright/test';
import { confirmButton, openNextOrder, pressDespiteDisabledLook, signIn } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { expect, test } from '../support/e2e-test.ts';
import { expectMenuItemsWhole, notWhole } from '../support/e2e-toasts.ts';
import { NARROW } from '../support/e2e-viewports.ts';

/**
 * Other tests cover the header, the bottom bar and the confirm bar (bottom-bar.test.ts,
 * few-taps.test.ts). In every run accessible-screens checks menus and toasts at twice the text size
 * in the states that it reaches.
 */
const LONG = { tag: '@screens' };

async function readAtTwice(page: Page): Promise<void> {
  await page.setViewportSize(NARROW);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error(`not shown: ${part}`);
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}

test('each item of the menu can be scrolled into view completely', LONG, async ({ page, shop }) => {
  for (const person of [shop.manager, shop.admin]) {
    await signIn(page, person);
    await readAtTwice(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    const signOut = page.getByRole('dialog').getByRole('button', { name: 'Sign Out', exact: true });
    await expect(signOut).toBeVisible();
    await expectMenuItemsWhole(page);
    await signOut.click();
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('toasts fit between the header and the button that confirms', LONG, async ({ page, shop }) => {
  const order = await shop.addOrder();
  await keepSession(page, shop.driver);
  await openNextOrder(page, order.order_number);
  await readAtTwice(page);
  await pressDespiteDisabledLook(confirmButton(page));
  const toast = page.locator('[data-toast]:not(.sr-only)');
  await expect(toast).toHaveCount(1);
  expect(await notWhole(toast)).toEqual([]);
  const [toast_box, header, confirm] = [
    await boxOf(toast),
    await boxOf(page.getByRole('banner')),
    await boxOf(confirmButton(page)),
  ];
  expect(toast_box.y).toBeGreaterThanOrEqual(header.bottom);
  expect(toast_box.bottom).toBeLessThanOrEqual(confirm.y);
  expect((await boxOf(toast.getByRole('button', { name: /^Dismiss: / }))).right).toBeLessThanOrEqual(
    NARROW.width,
  );
});

test(
  'several toasts are shown one at a time, complete, with their count, above the bottom bar',
  LONG,
  async ({ page, shop }) => {
    await keepSession(page, shop.manager);
    await page.route('**/api/profile/statistics', (route) => route.abort());
    await page.route('**/api/orders/stops', (route) => route.abort());
    await page.goto('/dashboard/profile');
    await expect(page.locator('[data-toast]')).toHaveCount(1);
    const bar = page.getByRole('navigation', { name: 'Main pages' });
    await bar.getByRole('link', { name: 'Assigned Orders' }).click();
    await expect(page.locator('[data-toast]')).toHaveCount(2);
    await readAtTwice(page);
    const toaster = page.locator('[data-toaster]');
    for (const count of ['1 of 2', '2 of 2']) {
      const counted = toaster.getByText(count, { exact: true });
      await expect(counted).toBeVisible();
      for (const part of [toaster.locator('[data-toast]:not(.sr-only)'), counted])
        expect(await notWhole(part)).toEqual([]);
      // A toast needs no scrolling.
      const hidden_px = await toaster.evaluate((all) => all.scrollHeight - all.clientHeight);
      expect(hidden_px).toBeLessThanOrEqual(1);
      expect((await boxOf(toaster)).bottom).toBeLessThanOrEqual((await boxOf(bar)).y + 1);
      await toaster.getByRole('button', { name: 'Next' }).click();
    }
  },
);

test('in a dialog a toast is complete above its buttons', LONG, async ({ page, shop }) => {
  await keepSession(page, shop.manager);
  await page.goto('/dashboard/bank-deposits');
  await page.getByRole('button', { name: 'New Deposit' }).click();
  await readAtTwice(page);
  const dialog = page.getByRole('dialog');
  await dialog.locator('footer').getByRole('button').last().click();
  const toast = dialog.locator('[data-toast]');
  await expect(toast).toHaveCount(1);
  expect(await notWhole(toast)).toEqual([]);
  expect((await boxOf(toast)).bottom).toBeLessThanOrEqual((await boxOf(dialog.locator('footer'))).y);
});

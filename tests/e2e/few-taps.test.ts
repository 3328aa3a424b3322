import type { Locator, Page } from '@playwright/test';
import { confirmButton, pressDespiteDisabledLook, shownOrder, signIn } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';
import { NARROW, PHONE } from '../support/e2e-viewports.ts';

/**
 * Measures the area that stays visible with the button: its end on the page after scrolling down, and its
 * height, in px.
 */
async function confirmBar(page: Page): Promise<{ end: number; height: number }> {
  return await confirmButton(page).evaluate((button) => {
    let bar: HTMLElement = button.parentElement as HTMLElement;
    while (getComputedStyle(bar).position !== 'sticky') bar = bar.parentElement as HTMLElement;
    window.scrollTo(0, document.documentElement.scrollHeight);
    const { bottom, height } = bar.getBoundingClientRect();
    return { end: bottom + window.scrollY, height };
  });
}

/** Checks the bar at twice the text size on a narrow phone, then restores size and viewport. */
async function expectBarInAQuarter(page: Page): Promise<void> {
  await page.setViewportSize(NARROW);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect((await confirmBar(page)).height).toBeLessThanOrEqual(NARROW.height / 4);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize(PHONE);
}

test('two deliveries on a phone take few taps and little space, and each is followed by a summary of the day', {
  tag: '@journeys',
}, async ({ page, photo, shop }) => {
  const [first, second] = [
    await shop.addOrder({ due_amount_fils: 14_500, minutes_ago: 90 }),
    await shop.addOrder({ due_amount_fils: 125_050, minutes_ago: 50 }),
  ];
  // Counts the taps of the driver, except for the name, and records the vibrations.
  await page.addInitScript(() => {
    const felt: number[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (ms) => felt.push(Number(ms)) > 0;
  });
  await signIn(page, shop.driver);
  let taps = 0;
  const tap = async (control: Locator) => {
    taps += 1;
    await control.tap();
  };
  const photograph = async () => {
    const chooser = page.waitForEvent('filechooser');
    await tap(page.getByLabel('Take photo'));
    await (await chooser).setFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo });
    await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  };
  const fillIn = async () => {
    await page.getByLabel('Customer Full Name').fill('Layla Haddad');
    await tap(page.getByLabel('I confirm receipt of the following items'));
    await tap(page.getByLabel('Received Payment'));
  };
  await tap(page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Next Order' }));
  await expect(shownOrder(page, first.order_number)).toBeVisible();
  const card = page.getByRole('region', { name: 'Order Details' });
  // Call shares its row with Message.
  for (const [name, width] of [
    ['Call', 200],
    ['Navigate', 300],
  ] as const) {
    const button = await card.getByRole('link', { name }).boundingBox();
    expect(button?.height).toBeGreaterThanOrEqual(48);
    expect(button?.width).toBeGreaterThanOrEqual(width);
  }
  const before = await confirmBar(page);
  expect(before.end).toBeLessThanOrEqual(1.23 * PHONE.height);
  await photograph();
  await expect(page.getByLabel('Retake')).toBeVisible();
  expect((await confirmBar(page)).end).toBeLessThanOrEqual(before.end);
  await fillIn();
  await tap(confirmButton(page));
  expect(taps).toBeLessThanOrEqual(6);
  await expect(shownOrder(page, second.order_number)).toBeVisible();
  await expect(page.getByText('1 of 2 · AED 145.00 on hand')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'felt'))).toEqual([60]);

  await expectBarInAQuarter(page);
  await pressDespiteDisabledLook(confirmButton(page));
  await expect(page.getByLabel('Take photo')).toBeFocused();
  await expect(page.getByText('Take a photo of what you deliver')).toBeInViewport();
  taps = 0;
  await photograph();
  await fillIn();
  await expectBarInAQuarter(page);
  await tap(confirmButton(page));
  expect(taps).toBeLessThanOrEqual(4);
  await expect(page.getByText('All delivered. Hand over AED 1,395.50', { exact: true })).toBeVisible();
  await expect(page.getByText('No Orders Available')).toBeVisible();
  await expect(page.getByText('waiting to be sent')).toHaveCount(0);
});

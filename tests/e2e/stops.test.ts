import { keepSession } from '../support/e2e-session.ts';
import { ARABIC_NAME } from '../support/e2e-shop.ts';
import { addStops, handle, rowButton, STOPS, shownStops } from '../support/e2e-stops.ts';
import { expect, test } from '../support/e2e-test.ts';
import { PHONE } from '../support/e2e-viewports.ts';

const SCREENS_MAX = 5;

test('forty stops fit on five screens, long names are cut at their own end, and a stop moved by keys stays visible', {
  tag: '@journeys',
}, async ({ page, shop }) => {
  const [first = '', ...others] = await addStops(shop, 40);
  await keepSession(page, shop.driver);
  await page.goto(STOPS);
  await expect(page.getByText('40 stops · AED 4,000.00 to collect')).toBeVisible();
  await expect.poll(() => shownStops(page)).toEqual([first, ...others]);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(SCREENS_MAX * PHONE.height);
  // An Arabic name that is too long for its row is cut at its own end, on the left.
  const long_name = rowButton(page, others[0]).locator('bdi').filter({ hasText: ARABIC_NAME });
  await expect(long_name).toContainText(ARABIC_NAME);
  await expect(long_name).toHaveCSS('direction', 'rtl');
  await expect(long_name).toHaveCSS('text-overflow', 'ellipsis');

  // Clicks like a screen reader: without a pointer and without moving the focus.
  const clickAlone = () => handle(page, first).evaluate((button: HTMLElement) => button.click());
  await clickAlone();
  const places = 15;
  for (let at = 1; at <= places; at += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText(`Stop ${at + 1} of 40`)).toBeAttached();
    await expect(handle(page, first)).toBeInViewport({ ratio: 1 });
  }
  await clickAlone();
  await expect(page.getByText(`Order #${first} is stop ${places + 1} of 40 now.`)).toBeAttached();
  await expect
    .poll(() => shownStops(page))
    .toEqual([...others.slice(0, places), first, ...others.slice(places)]);
});

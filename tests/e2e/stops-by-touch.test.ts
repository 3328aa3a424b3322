import type { Locator, Page } from '@playwright/test';
import { untilAppStored } from '../support/e2e-app-worker.ts';
import { keptOnDevice } from '../support/e2e-device-store.ts';
import { untilStill } from '../support/e2e-fit.ts';
import { keepSession } from '../support/e2e-session.ts';
import { addStops, handle, rowButton, STOPS, shownStops, stop } from '../support/e2e-stops.ts';
import { expect, test } from '../support/e2e-test.ts';
import { fingerOn } from '../support/e2e-touch.ts';
import { build } from '../support/query-builder.ts';

test.use({ serviceWorkers: 'allow' });

/** Returns the point at which a tap hits an element, once the list no longer moves. */
async function middleOf(element: Locator) {
  await untilStill(element.page());
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

test('a stop is dragged by its handle with a finger, without signal, and keeps its place after a reload', {
  tag: '@journeys',
}, async ({ context, page, server, shop }) => {
  const [a = '', b = '', c = '', d = ''] = await addStops(shop, 4);
  await keepSession(page, shop.driver);
  await page.goto(STOPS);
  await untilAppStored(page);
  await expect.poll(() => shownStops(page)).toEqual([a, b, c, d]);
  await context.setOffline(true);

  const finger = await fingerOn(page, await middleOf(handle(page, d)));
  const { x, y } = await middleOf(stop(page, b));
  await finger.moveTo({ x: x / 2, y: y - 10 });
  await expect.poll(() => shownStops(page)).toEqual([a, d, b, c]);
  expect(await scrolled(page)).toBe(0);
  await finger.lift();
  await expect.poll(() => shownStops(page)).toEqual([a, d, b, c]);

  // The list shows the new order from the first movement on; a reload shows what the device has stored.
  await expect.poll(() => keptOnDevice(page, 'entries')).toContain('arrange_stops');
  await page.reload();
  await expect.poll(() => shownStops(page)).toEqual([a, d, b, c]);
  await context.setOffline(false);
  const stored = () =>
    build(server.owner)
      .selectFrom('stop_arrangements')
      .select('id')
      .where('shop_id', '=', shop.shop_id)
      .execute();
  await expect.poll(async () => (await stored()).length).toBe(1);
  await page.reload();
  await expect.poll(() => shownStops(page)).toEqual([a, d, b, c]);
});

/** Taps the button; the move puts it back under the finger, so that the next tap hits it too. */
async function tapInPlace(button: Locator, shown: readonly string[]) {
  const place = async () => {
    const { x, y } = await middleOf(button);
    return [Math.round(x), Math.round(y)];
  };
  const before = await place();
  await button.tap();
  await expect.poll(() => shownStops(button.page())).toEqual(shown);
  await expect.poll(place).toEqual(before);
}

test('with sixteen stops, taps at one place move a stop down and up, a finger on a row scrolls, and a stop dragged to the lower edge scrolls the list', {
  tag: '@journeys',
}, async ({ page, shop }) => {
  const numbers = await addStops(shop, 16);
  const [a = '', b = '', c = '', ...others] = numbers;
  await keepSession(page, shop.driver);
  await page.goto(STOPS);
  await expect.poll(() => shownStops(page)).toEqual(numbers);
  await rowButton(page, a).tap();
  const move = stop(page, a).getByRole('button', { name: 'Move down' });
  await move.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await tapInPlace(move, [b, a, c, ...others]);
  await tapInPlace(move, [b, c, a, ...others]);
  await expect(rowButton(page, a)).toHaveAttribute('aria-expanded', 'true');
  const back = stop(page, a).getByRole('button', { name: 'Move up' });
  await tapInPlace(back, [b, a, c, ...others]);
  await tapInPlace(back, numbers);

  await rowButton(page, a).tap();
  await expect(rowButton(page, a)).toHaveAttribute('aria-expanded', 'false');
  await page.evaluate(() => window.scrollTo(0, 0));
  const { x, y } = await middleOf(rowButton(page, c));
  const scrolling = await fingerOn(page, { x, y });
  await scrolling.moveTo({ x, y: y - 300 });
  await scrolling.lift();
  await expect.poll(() => scrolled(page)).toBeGreaterThan(150);
  expect(await shownStops(page)).toEqual(numbers);
  await expect(rowButton(page, c)).toHaveAttribute('aria-expanded', 'false');

  await page.evaluate(() => window.scrollTo(0, 0));
  const holding = await fingerOn(page, await middleOf(handle(page, a)));
  await holding.moveTo({ x: 40, y: 780 });
  const moved = [b, c, ...others, a];
  await expect.poll(() => shownStops(page)).toEqual(moved);
  await holding.lift();
  await expect.poll(() => shownStops(page)).toEqual(moved);
  await expect(page.getByText(`Order #${a} is stop 16 of 16 now.`)).toBeAttached();
});

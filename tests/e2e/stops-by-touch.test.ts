import type { Locator, Page } from '@playwright/test';
import { appKept } from '../support/e2e-app-worker.ts';
import { signIn } from '../support/e2e-screens.ts';
import { addStops, handle, rowButton, STOPS, shownStops, stop } from '../support/e2e-stops.ts';
import { expect, test } from '../support/e2e-test.ts';
import { fingerOn } from '../support/e2e-touch.ts';

test.use({ serviceWorkers: 'allow' });

async function middleOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

test('a stop is dragged by its handle with a finger, without signal, and stays there after a reload', async ({
  context,
  page,
  server,
  shop,
}) => {
  const [a = '', b = '', c = '', d = ''] = await addStops(shop, 4);
  await signIn(page, shop.driver);
  await appKept(page);
  await page.goto(STOPS);
  await expect.poll(() => shownStops(page)).toEqual([a, b, c, d]);
  await rowButton(page, a).tap();
  await expect(rowButton(page, a)).toHaveAttribute('aria-expanded', 'false');
  await context.setOffline(true);

  const finger = await fingerOn(page, await middleOf(handle(page, d)));
  const { x, y } = await middleOf(stop(page, b));
  await finger.moveTo({ x: x / 2, y: y - 10 });
  await expect.poll(() => shownStops(page)).toEqual([a, d, b, c]);
  expect(await scrolled(page)).toBe(0);
  await finger.lift();
  await expect.poll(() => shownStops(page)).toEqual([a, d, b, c]);

  await page.reload();
  await expect.poll(() => shownStops(page)).toEqual([a, d, b, c]);
  await context.setOffline(false);
  const stored = () =>
    server.owner.selectFrom('stop_arrangements').select('id').where('shop_id', '=', shop.shop_id).execute();
  await expect.poll(async () => (await stored()).length).toBe(1);
  await page.reload();
  await expect.poll(() => shownStops(page)).toEqual([a, d, b, c]);
});

test('a finger on a row scrolls the list, and neither moves nor opens a stop', async ({ page, shop }) => {
  const numbers = await addStops(shop, 16);
  await signIn(page, shop.driver);
  await page.goto(STOPS);
  await expect.poll(() => shownStops(page)).toEqual(numbers);
  const third = rowButton(page, numbers[2]);
  const { x, y } = await middleOf(third);
  const finger = await fingerOn(page, { x, y });
  await finger.moveTo({ x, y: y - 300 });
  await finger.lift();
  await expect.poll(() => scrolled(page)).toBeGreaterThan(150);
  expect(await shownStops(page)).toEqual(numbers);
  await expect(third).toHaveAttribute('aria-expanded', 'false');
});

test('a stop that is held at the lower edge takes the list with it', async ({ page, shop }) => {
  const numbers = await addStops(shop, 16);
  await signIn(page, shop.driver);
  await page.goto(STOPS);
  await expect.poll(() => shownStops(page)).toEqual(numbers);
  const [first = '', ...others] = numbers;
  await rowButton(page, first).tap();
  const finger = await fingerOn(page, await middleOf(handle(page, first)));
  await finger.moveTo({ x: 40, y: 780 });
  await expect.poll(() => shownStops(page)).toEqual([...others, first]);
  await finger.lift();
  await expect.poll(() => shownStops(page)).toEqual([...others, first]);
  await expect(page.getByText(`Order #${first} is stop 16 of 16 now.`)).toBeAttached();
});

for (const count of [3, 16]) {
  test(`of ${count} stops one is moved down and up by tapping at one place`, async ({ page, shop }) => {
    const [a = '', b = '', c = '', ...others] = await addStops(shop, count);
    await signIn(page, shop.driver);
    await page.goto(STOPS);
    await expect.poll(() => shownStops(page)).toEqual([a, b, c, ...others]);
    const down = await middleOf(stop(page, a).getByRole('button', { name: 'Move down' }));
    await page.touchscreen.tap(down.x, down.y);
    await expect.poll(() => shownStops(page)).toEqual([b, a, c, ...others]);
    await page.touchscreen.tap(down.x, down.y);
    await expect.poll(() => shownStops(page)).toEqual([b, c, a, ...others]);
    await expect(rowButton(page, a)).toHaveAttribute('aria-expanded', 'true');
    const up = await middleOf(stop(page, a).getByRole('button', { name: 'Move up' }));
    await page.touchscreen.tap(up.x, up.y);
    await expect.poll(() => shownStops(page)).toEqual([b, a, c, ...others]);
    await page.touchscreen.tap(up.x, up.y);
    await expect.poll(() => shownStops(page)).toEqual([a, b, c, ...others]);
  });
}

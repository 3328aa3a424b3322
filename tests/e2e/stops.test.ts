import { expectAccessibleEverywhere } from '../support/e2e-axe.ts';
import { keptOnDevice } from '../support/e2e-device-store.ts';
import { shownOrder } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { ARABIC_NAME } from '../support/e2e-shop.ts';
import { addStops, handle, rowButton, STOPS, shownStops, stop } from '../support/e2e-stops.ts';
import { expect, test } from '../support/e2e-test.ts';
import { PHONE } from '../support/e2e-viewports.ts';

const SCREENS_MAX = 5;

test('forty stops fit on five screens, and one is found by its number or name', async ({ page, shop }) => {
  const numbers = await addStops(shop, 40);
  await keepSession(page, shop.driver);
  await page.goto(STOPS);
  await expect(page.getByText('40 stops · AED 4,000.00 to collect')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(40);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(SCREENS_MAX * PHONE.height);
  await expectAccessibleEverywhere(page, 'forty stops');
  // An Arabic name that is too long for its row is cut at its own end, which lies to the left.
  const long_name = rowButton(page, numbers[1]).locator('bdi').last();
  await expect(long_name).toContainText(ARABIC_NAME);
  await expect(long_name).toHaveCSS('direction', 'rtl');
  await expect(long_name).toHaveCSS('text-overflow', 'ellipsis');
  await page.setViewportSize(PHONE);

  const field = page.getByLabel('Find by number or name');
  await field.fill(`#${numbers[7]}`);
  await expect(page.getByRole('status').filter({ hasText: '1 of 40 stops' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await rowButton(page, numbers[7]).click();
  await expect(stop(page, numbers[7]).getByRole('heading')).toHaveText(`Order #${numbers[7]}`);
  await field.fill('عبد الرحمن');
  await expect(page.getByText('13 of 40 stops')).toBeVisible();
  await field.fill('nobody');
  await expect(page.getByText('No stop has this number or name')).toBeVisible();
  await field.fill('');
  await expect(page.getByRole('article')).toHaveCount(40);
});

test('the next stop stands open, another opens in place and is delivered from there', async ({
  page,
  shop,
}) => {
  const [first, second] = await addStops(shop, 3);
  await keepSession(page, shop.driver);
  await page.goto(STOPS);
  await expect(rowButton(page, first)).toHaveAttribute('aria-expanded', 'true');
  await expect(rowButton(page, second)).toHaveAttribute('aria-expanded', 'false');
  await expect(rowButton(page, second)).toContainText('AED 100.00');
  await rowButton(page, second).click();
  await expect(stop(page, second).getByRole('link', { name: /Call/ })).toBeVisible();
  await expect(stop(page, second).getByRole('link', { name: /Navigate/ })).toBeVisible();
  await stop(page, second).getByRole('link', { name: 'Deliver' }).click();
  await expect(shownOrder(page, second ?? '')).toBeVisible();
});

test('a stop that was lifted stays in view, and one dropped at its place is said to be there', async ({
  page,
  shop,
}) => {
  const [first = '', ...others] = await addStops(shop, 16);
  await keepSession(page, shop.driver);
  await page.goto(STOPS);
  await page.setViewportSize(PHONE);
  await expect.poll(() => shownStops(page)).toEqual([first, ...others]);
  // As a screen reader clicks: without a pointer, and without giving the focus.
  const clickAlone = () => handle(page, first).evaluate((button: HTMLElement) => button.click());
  await clickAlone();
  await expect(page.getByText(`Order #${first} is lifted, stop 1 of 16.`)).toBeAttached();
  await clickAlone();
  await expect(page.getByText(`Order #${first} is back at its place.`)).toBeAttached();

  await clickAlone();
  for (let at = 0; at < others.length; at += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText(`Stop ${at + 2} of 16`)).toBeAttached();
    await expect(handle(page, first)).toBeInViewport({ ratio: 1 });
  }
  await clickAlone();
  await expect(page.getByText(`Order #${first} is stop 16 of 16 now.`)).toBeAttached();
  await expect.poll(() => shownStops(page)).toEqual([...others, first]);
});

test('stops are arranged by keys, by buttons and by dragging, without a network too', async ({
  context,
  page,
  server,
  shop,
}) => {
  const [a = '', b = '', c = ''] = await addStops(shop, 3);
  await keepSession(page, shop.driver);
  await page.goto(STOPS);
  await expect.poll(() => shownStops(page)).toEqual([a, b, c]);
  await context.setOffline(true);

  await handle(page, a).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/is lifted, stop 1 of 3/)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Stop 2 of 3')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect.poll(() => shownStops(page)).toEqual([a, b, c]);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText(`Order #${a} is stop 2 of 3 now.`)).toBeAttached();
  await expect.poll(() => shownStops(page)).toEqual([b, a, c]);
  await expect(handle(page, a)).toBeFocused();
  // What is next now stands open.
  await expect(rowButton(page, b)).toHaveAttribute('aria-expanded', 'true');

  // A step opens and closes nothing: what was pressed is pressed once more.
  const down = stop(page, b).getByRole('button', { name: 'Move down' });
  await down.click();
  await expect.poll(() => shownStops(page)).toEqual([a, b, c]);
  await expect(rowButton(page, a)).toHaveAttribute('aria-expanded', 'false');
  await expect(down).toBeFocused();
  await rowButton(page, b).click();
  await expect(rowButton(page, b)).toHaveAttribute('aria-expanded', 'false');

  const from = await handle(page, c).boundingBox();
  const to = await stop(page, a).boundingBox();
  if (!from || !to) throw new Error('They are not shown');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, to.y + 4, { steps: 12 });
  await expect.poll(() => shownStops(page)).toEqual([c, a, b]);
  await page.mouse.up();
  await expect.poll(() => shownStops(page)).toEqual([c, a, b]);
  // While it was dragged already it was shown so.
  await expect.poll(async () => JSON.parse(await keptOnDevice(page, 'entries')).length).toBe(3);

  await page.reload().catch(() => {});
  await context.setOffline(false);
  await page.goto(STOPS);
  await expect.poll(() => shownStops(page)).toEqual([c, a, b]);
  await expect
    .poll(async () => {
      const { count } = await server.owner
        .selectFrom('stop_arrangements')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('shop_id', '=', shop.shop_id)
        .executeTakeFirstOrThrow();
      return Number(count);
    })
    .toBe(3);
  await page.goto('/dashboard/next-order');
  await expect(shownOrder(page, c)).toBeVisible();
});

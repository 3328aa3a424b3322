import type { Locator, Page } from '@playwright/test';
import { expectNothingSideways } from '../support/e2e-fit.ts';
import { ARABIC_NAME, type Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { fingerOn } from '../support/e2e-touch.ts';

const row = (page: Page, order_number: string) =>
  page.getByRole('grid', { name: 'Orders' }).getByRole('row').filter({ hasText: order_number });
const handle = (page: Page, number: string) => page.getByRole('button', { name: `Move Order #${number}` });

/** Returns the order numbers of a driver's stops, in their order. */
const stops = (page: Page, { full_name }: Person) =>
  expect.poll(async () => {
    const list = page.getByRole('region', { name: full_name }).getByRole('listitem');
    const links = await list.getByRole('link').allInnerTexts();
    return links.map((text) => /\d+/.exec(text)?.[0] ?? '');
  });

async function middleOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('on a phone orders are selected, dispatched and found by touch, and a drag moves a stop to another driver', {
  tag: '@journeys',
}, async ({ signedIn, shop }) => {
  const { order_number: a } = await shop.addOrder({
    status: 'packed',
    minutes_ago: 90,
    customer: { first_name: ARABIC_NAME, last_name: '' },
  });
  const { order_number: b } = await shop.addOrder({ status: 'packed', minutes_ago: 80 });
  const page = await signedIn(shop.manager);
  await page.goto('/desk?view=to_dispatch');
  const box = row(page, a).getByRole('checkbox');
  await box.tap();
  await expect(box).toBeChecked();
  await page.getByRole('button', { name: 'Dispatch' }).tap();
  await expect(page.getByText('1 order dispatched').first()).toBeAttached();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(row(page, a)).toContainText('Packed');
  await page.getByRole('searchbox', { name: 'Search all orders' }).fill(ARABIC_NAME);
  await expect(row(page, a)).toBeVisible();
  await expect(row(page, b)).toHaveCount(0);
  await expectNothingSideways(page, 'orders on a phone');

  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('link', { name: 'Drivers' }).tap();
  await page.getByRole('button', { name: /Dawood Driver/ }).tap();
  await stops(page, shop.driver).toEqual([a, b]);
  const finger = await fingerOn(page, await middleOf(handle(page, a)));
  await finger.moveTo(await middleOf(page.getByRole('button', { name: /Dina Driver/ })));
  await finger.lift();
  const lifted_at = await page.evaluate(() => performance.now());
  await stops(page, shop.driver).toEqual([b]);
  await page.getByRole('button', { name: /Dina Driver/ }).click();
  await stops(page, shop.driver2).toEqual([a]);
  // Moves the stop by a tap instead of a drag. The browser ignores taps within 200 ms after a drag, so the
  // test waits.
  await page.waitForFunction((since) => performance.now() > since + 400, lifted_at);
  await handle(page, a).tap();
  await page.getByRole('option', { name: /Dawood Driver/ }).tap();
  await stops(page, shop.driver).toEqual([b, a]);
});

import type { Page } from '@playwright/test';
import { shownOrder } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, NARROW, PHONE } from '../support/e2e-viewports.ts';

/** Five labels next to each other just fit on the narrowest phone. */
const SMALL = { width: 360, height: 640 };
const MIN_TARGET_PX = 48;

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main pages' });

async function boxOf(part: ReturnType<Page['locator']>) {
  const box = await part.boundingBox();
  if (!box) throw new Error(`not shown: ${part}`);
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}

/** Returns the texts in the part that are cut off. */
function cutIn(part: ReturnType<Page['locator']>): Promise<string[]> {
  return part.evaluate((element) =>
    [element, ...element.querySelectorAll('*')].flatMap((one) => {
      const isCut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline';
      return isCut ? [`${one.tagName} ${one.textContent}`] : [];
    }),
  );
}

function enlargeText(page: Page, size: string): Promise<void> {
  return page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

test('on phones no text of the bar or the header is cut at twice the text size', {
  tag: '@screens',
}, async ({ page, shop }) => {
  const title = page.getByRole('heading', { name: 'Driver Dashboard' });
  const menu = page.getByRole('button', { name: 'Menu' });
  for (const [person, items] of [
    [shop.driver, 3],
    [shop.admin, 3],
    [shop.manager, 5],
  ] as const) {
    await page.setViewportSize(SMALL);
    await keepSession(page, person);
    await page.goto('/dashboard/profile');
    await expect(page.getByText(`Welcome back, ${person.full_name}`)).toBeVisible();
    await expect(bar(page).getByRole('link')).toHaveCount(items);
    for (const size of ['100%', '200%']) {
      await enlargeText(page, size);
      expect(await cutIn(bar(page))).toEqual([]);
      const { bottom, width } = await boxOf(bar(page));
      expect([bottom, width]).toEqual([SMALL.height, SMALL.width]);
      for (const link of await bar(page).getByRole('link').all()) {
        const box = await boxOf(link);
        expect(box.height).toBeGreaterThanOrEqual(MIN_TARGET_PX);
        expect(box.width).toBeGreaterThanOrEqual(MIN_TARGET_PX);
      }
    }
  }

  const greeting = page.getByText(`Welcome back, ${shop.manager.full_name}`);
  for (const viewport of [PHONE, NARROW, SMALL]) {
    await page.setViewportSize(viewport);
    for (const size of ['100%', '200%']) {
      await enlargeText(page, size);
      const [button, title_box, header] = [
        await boxOf(menu),
        await boxOf(title),
        await boxOf(page.getByRole('banner')),
      ];
      expect(header.height).toBeLessThanOrEqual(64);
      expect(title_box.y).toBeGreaterThanOrEqual(header.y);
      expect(title_box.bottom).toBeLessThanOrEqual(header.bottom);
      expect(title_box.x).toBeGreaterThanOrEqual(button.right);
      expect(title_box.right).toBeLessThanOrEqual(viewport.width);
      expect(await cutIn(title)).toEqual([]);
      expect(await cutIn(menu)).toEqual([]);
    }
    await enlargeText(page, '100%');
    const [greeted, header] = [await boxOf(greeting), await boxOf(page.getByRole('banner'))];
    expect(greeted.bottom).toBeLessThanOrEqual(header.bottom);
    expect(greeted.right).toBeLessThanOrEqual(viewport.width);
  }
});

/** web/routes.browser.test.tsx covers the pages of each role, and the current page. */
test('a page opens at its top and ends above the bar, which hides for the keyboard and above phone width', {
  tag: '@screens',
}, async ({ page, shop }) => {
  const order = await shop.addOrder({ minutes_ago: 10 });
  for (let at = 0; at < 7; at += 1) await shop.addOrder({ minutes_ago: at });
  await keepSession(page, shop.driver);
  await page.goto('/dashboard/assigned-orders');
  const last = page.getByRole('article').last();
  await expect(last).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(bar(page))).y);
  await bar(page).getByRole('link', { name: 'Next Order' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Next Order' })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await expect(shownOrder(page, order.order_number)).toBeVisible();
  const confirm = page.getByRole('button', { name: 'Confirm Delivery' });
  const aboveBar = async () => (await boxOf(confirm)).bottom < (await boxOf(bar(page))).y;
  expect(await aboveBar()).toBe(true);
  await page.getByLabel('Customer Full Name').tap();
  await expect(bar(page)).toHaveCount(0);
  await expect.poll(async () => PHONE.height - (await boxOf(confirm)).bottom).toBeLessThan(30);
  await page.getByLabel('I confirm receipt of the following items').tap();
  await expect(bar(page)).toBeVisible();
  await expect.poll(aboveBar).toBe(true);
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(bar(page)).toHaveCount(0);
  await page.setViewportSize(DESKTOP);
  await expect(bar(page)).toHaveCount(0);
});
